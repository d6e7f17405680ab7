// Only creations that succeed are counted, which is all that matters.
// bounds: bounded 15
#include <pthread.h>
#include <unistd.h>

static void *work(void *arg)
{
	return arg;
}

void run(int most)
{
	pthread_t t;
	int n = 0;
	while (n < most) {
		if (pthread_create(&t, NULL, work, NULL) == 0)
			n++;
		else
			sleep(1);
	}
}
