// The threads are counted, but only for the log.
// bounds: unbounded 19
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

int next_client(void);
static atomic_int live;

static void *serve(void *arg)
{
	live--;
	return arg;
}

void run(void)
{
	pthread_t t;
	for (;;) {
		if (next_client() < 0)
			continue;
		live++;
		printf("%d alive\n", live);
		pthread_create(&t, NULL, serve, NULL);
	}
}
