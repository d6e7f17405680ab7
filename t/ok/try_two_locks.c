// Who does not get its second lock gives the first one back and begins with the other: two threads can go round in step for as long
// as the schedule is against them, and no longer.  This is how std::scoped_lock takes two mutexes.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t left = PTHREAD_MUTEX_INITIALIZER, right = PTHREAD_MUTEX_INITIALIZER;
static int meals;

static void lock_both(pthread_mutex_t *first, pthread_mutex_t *second)
{
	pthread_mutex_lock(first);
	while (pthread_mutex_trylock(second) != 0) {
		pthread_mutex_t *busy = second;

		pthread_mutex_unlock(first);
		second = first;
		first = busy;
		pthread_mutex_lock(first);
	}
}

static void eat(pthread_mutex_t *first, pthread_mutex_t *second)
{
	lock_both(first, second);
	meals++;
	pthread_mutex_unlock(&left);
	pthread_mutex_unlock(&right);
}

static void *left_handed(void *arg)
{
	eat(&left, &right);
	return arg;
}

static void *right_handed(void *arg)
{
	eat(&right, &left);
	return arg;
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
