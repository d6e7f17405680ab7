// The signal comes after the unlock, when main may have seen the flag and destroyed the condition variable.
// treadle: expect bad-primitive
// treadle: says "@signal"
// treadle: says "\bfinished\b"
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t finished;
static int done;

static void *worker(void *arg)
{
	pthread_mutex_lock(&lock);
	done = 1;
	pthread_mutex_unlock(&lock);
	pthread_cond_signal(&finished); /* @signal */
	return arg;
}

int main(void)
{
	pthread_t thread;

	pthread_cond_init(&finished, NULL);
	pthread_create(&thread, NULL, worker, NULL);
	pthread_mutex_lock(&lock);
	while (!done)
		pthread_cond_wait(&finished, &lock);
	pthread_mutex_unlock(&lock);
	pthread_cond_destroy(&finished);
	pthread_join(thread, NULL);
	return 0;
}
