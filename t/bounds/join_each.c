// Each thread is joined before the next one is created: one is alive at a time.
// bounds: alive 14
#include <pthread.h>

int next_client(void);

static void *serve(void *arg)
{
	return arg;
}

void run(void)
{
	while (next_client() >= 0) {
		pthread_t t;
		if (pthread_create(&t, NULL, serve, NULL) != 0)
			continue;
		pthread_join(t, NULL);
	}
}
