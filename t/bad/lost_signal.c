// A signal without a condition behind it: whoever comes late waits for ever.
// treadle: expect deadlock
// treadle: says "\bwoken\b"
// treadle: says "@wait"
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t woken = PTHREAD_COND_INITIALIZER;

static void *sleeper(void *arg)
{
	pthread_mutex_lock(&lock);
	pthread_cond_wait(&woken, &lock); /* @wait */
	pthread_mutex_unlock(&lock);
	return arg;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, sleeper, NULL);
	pthread_mutex_lock(&lock);
	pthread_cond_signal(&woken);
	pthread_mutex_unlock(&lock);
	pthread_join(thread, NULL);
	return 0;
}
