// Two locks in two orders, one before all have met at a barrier and one after it; three times, so that threads arrive while others
// have still to leave.
// treadle: races thread sanitizer reports the lock order, which the barrier makes harmless
#include <pthread.h>

enum { ROUNDS = 3 };

static pthread_mutex_t left = PTHREAD_MUTEX_INITIALIZER, right = PTHREAD_MUTEX_INITIALIZER;
static pthread_barrier_t meeting;
static int count;

static void take_both(pthread_mutex_t *first, pthread_mutex_t *second)
{
	pthread_mutex_lock(first);
	pthread_mutex_lock(second);
	count++;
	pthread_mutex_unlock(second);
	pthread_mutex_unlock(first);
}

static void *before(void *arg)
{
	for (int i = 0; i < ROUNDS; i++) {
		take_both(&left, &right);
		pthread_barrier_wait(&meeting);
		pthread_barrier_wait(&meeting);
	}
	return arg;
}

static void *after(void *arg)
{
	for (int i = 0; i < ROUNDS; i++) {
		pthread_barrier_wait(&meeting);
		take_both(&right, &left);
		pthread_barrier_wait(&meeting);
	}
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_barrier_init(&meeting, NULL, 2);
	pthread_create(&a, NULL, before, NULL);
	pthread_create(&b, NULL, after, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return count != 2 * ROUNDS;
}
