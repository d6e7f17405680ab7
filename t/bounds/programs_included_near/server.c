// The viewer includes the server's file, with its main by another name: its loop may call what the server hands over.
// bounds: unbounded server.c:36
// bounds: unbounded viewer.c:18
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
