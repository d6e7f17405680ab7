// An element's address is kept while the array moves.
// treadle: expect use-after-free
// treadle: says "@stale"
// treadle: says "grow"
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int *numbers;

static void *grow(void *arg)
{
	pthread_mutex_lock(&lock);
	numbers = realloc(numbers, 1000 * sizeof *numbers);
	pthread_mutex_unlock(&lock);
	return arg;
}

int main(void)
{
	pthread_t thread;

	numbers = calloc(4, sizeof *numbers);
	pthread_create(&thread, NULL, grow, NULL);
	pthread_mutex_lock(&lock);
	int *third = &numbers[2];
	pthread_mutex_unlock(&lock);
	*third = 5; /* @stale */
	pthread_join(thread, NULL);
	free(numbers);
	return 0;
}
