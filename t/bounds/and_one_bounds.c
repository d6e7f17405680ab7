// One side of a conjunction is enough.
// bounds: bounded 16
#include <pthread.h>

int is_busy(void);

static void *work(void *arg)
{
	return arg;
}

void run(int most)
{
	pthread_t t;
	int n = 0;
	for (;;) {
		if (is_busy() && n < most) {
			pthread_create(&t, NULL, work, NULL);
			n++;
		}
	}
}
