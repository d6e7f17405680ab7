// The function that creates is part of the library, and a function that both programs call hands it over.
// bounds: bounded server.c:15
// bounds: unbounded server.c:17
// bounds: unbounded viewer.c:23
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

void wire_use_threads(struct wire *wire)
{
	wire->on_connect = start;
}
