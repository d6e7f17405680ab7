// The loop does not bound, but the wrapper does, two calls below it.
// bounds: bounded 25
#include <pthread.h>
#define MOST 64

int next_client(void);
void *serve(void *arg);
static int started;

static void start_thread(void)
{
	pthread_t t;
	started++;
	pthread_create(&t, NULL, serve, NULL);
}

static void start_if_allowed(void)
{
	if (started < MOST)
		start_thread();
}

void run(void)
{
	while (next_client() >= 0)
		start_if_allowed();
}
