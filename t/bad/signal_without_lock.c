// The flag changes outside the lock: between the waiter's look and its sleep.
// treadle: expect deadlock
// treadle: says "@wait"
// treadle: says "\bready\b"
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static atomic_bool ready;

static void *waiter(void *arg)
{
	pthread_mutex_lock(&lock);
	while (!atomic_load(&ready))
		pthread_cond_wait(&changed, &lock); /* @wait */
	pthread_mutex_unlock(&lock);
	return arg;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, waiter, NULL);
	atomic_store(&ready, 1);
	pthread_cond_signal(&changed);
	pthread_join(thread, NULL);
	return 0;
}
