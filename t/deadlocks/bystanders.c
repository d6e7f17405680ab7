/* Two deadlocks, each of two threads.  How far the others have come by then, and who of them waits for one that is stuck, varies. */
#include <pthread.h>

static pthread_mutex_t locks[4] = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
				    PTHREAD_MUTEX_INITIALIZER };
static pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;

static void take_two(int first, int second)
{
	pthread_mutex_lock(&locks[first]);
	pthread_mutex_lock(&locks[second]);
	pthread_mutex_unlock(&locks[second]);
	pthread_mutex_unlock(&locks[first]);
}

static void take_one(pthread_mutex_t *lock)
{
	pthread_mutex_lock(lock);
	pthread_mutex_unlock(lock);
}

static void *left(void *arg)
{
	take_two(0, 1);
	take_two(2, 3);
	return arg;
}

static void *right(void *arg)
{
	take_two(1, 0);
	take_two(3, 2);
	return arg;
}

static void *bystander(void *arg)
{
	take_one(&other);
	take_one(&locks[0]);
	return arg;
}

int main(void)
{
	void *(*const functions[])(void *) = { left, right, bystander };
	pthread_t threads[3];

	for (int i = 0; i < 3; i++)
		pthread_create(&threads[i], NULL, functions[i], NULL);
	take_one(&other);
	for (int i = 2; i >= 0; i--)
		pthread_join(threads[i], NULL);
	return 0;
}
