// The maximum gives way when it is reached.
// bounds: unbounded 18
#include <pthread.h>
#include <stdatomic.h>

int next_client(void);
static atomic_int live;

static void *serve(void *arg)
{
	live--;
	return arg;
}

void run(int most)
{
	pthread_t t;
	while (next_client() >= 0) {
		if (live >= most)
			most *= 2;
		if (live < most) {
			live++;
			pthread_create(&t, NULL, serve, NULL);
		}
	}
}
