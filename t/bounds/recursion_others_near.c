// start() calls itself instead of creating, but finish() comes back to it as often as it likes.
// bounds: unbounded 16
#include <pthread.h>

int is_busy(void);
void *serve(void *arg);
void start(int server);

static void finish(int server)
{
	if (is_busy())
		return;
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
