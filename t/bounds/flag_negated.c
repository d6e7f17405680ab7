// The flag says that it is over, and is set by an assignment of the condition.
// bounds: bounded 14
#include <pthread.h>

static void *work(void *arg)
{
	return arg;
}

void run(int most)
{
	pthread_t t;
	int n = 0, done = 0;
	while (!done) {
		pthread_create(&t, NULL, work, NULL);
		n++;
		done = n == most;
	}
}
