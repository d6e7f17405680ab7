// One side of a disjunction is not enough.
// bounds: unbounded 16
#include <pthread.h>

int is_urgent(void);

static void *work(void *arg)
{
	return arg;
}

void run(int most)
{
	pthread_t t;
	int n = 0;
	for (;;) {
		if (is_urgent() || n < most) {
			pthread_create(&t, NULL, work, NULL);
			n++;
		}
	}
}
