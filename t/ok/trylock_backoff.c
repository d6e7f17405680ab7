// Two locks in two orders without a deadlock: who does not get the second gives the first back and tries again.
// treadle: races thread sanitizer reports the lock order, which trylock makes harmless
#include <assert.h>
#include <pthread.h>
#include <sched.h>

static pthread_mutex_t left = PTHREAD_MUTEX_INITIALIZER, right = PTHREAD_MUTEX_INITIALIZER;
static int meals;

static void lock_both(pthread_mutex_t *first, pthread_mutex_t *second)
{
	for (;;) {
		pthread_mutex_lock(first);
		if (pthread_mutex_trylock(second) == 0)
			return;
		pthread_mutex_unlock(first);
		sched_yield();
	}
}

static void *eat(pthread_mutex_t *first, pthread_mutex_t *second)
{
	lock_both(first, second);
	meals++;
	pthread_mutex_unlock(second);
	pthread_mutex_unlock(first);
	return NULL;
}

static void *left_handed(void *arg)
{
	(void)arg;
	return eat(&left, &right);
}

static void *right_handed(void *arg)
{
	(void)arg;
	return eat(&right, &left);
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, left_handed, NULL);
	pthread_create(&b, NULL, right_handed, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(meals == 2);
	return 0;
}
