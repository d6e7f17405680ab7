// No main comes to plugin_begin: it may be loaded by either program, and what it hands over is called by both.
// bounds: unbounded viewer.c:19
// bounds: unbounded server.c:13
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

void plugin_begin(struct wire *wire)
{
	wire->on_connect = start;
}
