// Two programs share a library that calls back.  What the server has told the library to call is nothing to the viewer, which is
// another program and never comes to mention it.
// bounds: unbounded server.c:36
#include <pthread.h>

struct wire {
	int fd;
	int (*on_connect)(struct wire *wire, int fd);
};

void wire_check(struct wire *wire);

static void *serve(void *arg)
{
	return arg;
}

static int start(struct wire *wire, int fd)
{
	pthread_t thread;

	(void)fd;
	return pthread_create(&thread, 0, serve, wire);
}

static void listen_to(struct wire *wire)
{
	wire->on_connect = start;
}

int main(void)
{
	struct wire wire = { 3, 0 };

	listen_to(&wire);
	for (;;)
		wire_check(&wire);
}
