/* One thread at work under a lock: events, but nobody to switch to. */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void *work(void *arg)
{
	for (int i = 0; i < 500; i++) {
		pthread_mutex_lock(&lock);
		total++;
		pthread_mutex_unlock(&lock);
	}
	return arg;
}

int main(void)
{
	pthread_t thread;

	total = 0;
	pthread_create(&thread, NULL, work, NULL);
	pthread_join(thread, NULL);
	return total == 500 ? 0 : 1;
}
