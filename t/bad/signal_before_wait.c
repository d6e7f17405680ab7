// The condition is looked at before the lock is taken: in between it comes true, and the signal finds nobody.
// treadle: expect deadlock
// treadle: says "@wait"
// treadle: says "\bfinished\b"
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t finished = PTHREAD_COND_INITIALIZER;
static atomic_int pending = 2;

static void *work(void *arg)
{
	if (atomic_fetch_sub(&pending, 1) == 1) {
		pthread_mutex_lock(&lock);
		pthread_cond_signal(&finished);
		pthread_mutex_unlock(&lock);
	}
	return arg;
}

static void wait_for_all(void)
{
	if (atomic_load(&pending) == 0)
		return;
	pthread_mutex_lock(&lock);
	pthread_cond_wait(&finished, &lock); /* @wait */
	pthread_mutex_unlock(&lock);
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, work, NULL);
	pthread_create(&b, NULL, work, NULL);
	wait_for_all();
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
