// A lock around a counter does not make it less of a counter.
// bounds: bounded 17
#include <pthread.h>

void wait_for_request(void);
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int started;

static void *work(void *arg)
{
	return arg;
}

void run(int most)
{
	pthread_t t;
	for (;;) {
		wait_for_request();
		pthread_mutex_lock(&lock);
		if (started == most) {
			pthread_mutex_unlock(&lock);
			return;
		}
		started++;
		pthread_mutex_unlock(&lock);
		pthread_create(&t, NULL, work, NULL);
	}
}
