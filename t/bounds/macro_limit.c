// The test hides in a macro.
// bounds: bounded 18
#include <pthread.h>
#define MOST 20
#define IS_FULL(n) ((n) >= MOST)

int next_client(void);

static void *serve(void *arg)
{
	return arg;
}

void run(void)
{
	pthread_t t;
	int n = 0;
	while (next_client() >= 0) {
		if (IS_FULL(n))
			break;
		n++;
		pthread_create(&t, NULL, serve, NULL);
	}
}
