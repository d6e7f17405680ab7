/* Threads of one function that differ only in their numbers: of the 24 orders in which they take their turns one fails.
 *
 * turns */
// places: write:@turn
#include <assert.h>
#include <pthread.h>

enum { THREADS = 4 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int order, numbers[THREADS] = {1, 2, 3, 4};

static void *take_turn(void *number)
{
	pthread_mutex_lock(&lock);
	order = 10 * order + *(int *)number; /* @turn */
	pthread_mutex_unlock(&lock);
	return NULL;
}

int main(void)
{
	pthread_t threads[THREADS];

	for (int i = 0; i < THREADS; i++)
		pthread_create(&threads[i], NULL, take_turn, &numbers[i]);
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	assert(order != 3142);
	return 0;
}
