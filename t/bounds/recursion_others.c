// start() calls itself instead of creating.  It also comes back to itself after it has created, which finish() limits.
// bounds: bounded 21
#include <pthread.h>

enum { MOST = 8 };

static int started;

int is_busy(void);
void *serve(void *arg);
void start(int server);

static void finish(int server)
{
	if (started >= MOST)
		return;
	started++;
	start(server + 1);
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
