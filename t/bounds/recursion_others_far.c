// start() calls itself instead of creating, and comes back to itself after it has created by so many others that nobody looks.
// bounds: unbounded 26
#include <pthread.h>

int is_busy(void);
void *serve(void *arg);
void start(int server);

static void fourth(int server)
{
	start(server);
}

static void third(int server)
{
	fourth(server);
}

static void finish(int server)
{
	if (is_busy())
		return;
	third(server + 1);
}

void start(int server)
{
	pthread_t t;

	if (is_busy()) {
		start(server + 1);
		return;
	}
	pthread_create(&t, NULL, serve, NULL);
	finish(server);
}
