/* A page that is written to in few orders only, so that it has not been written to yet when most marks are made.  Nobody but one
 * thread knows of it: what threads share is learned, and the search begins anew then. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

enum { ROUNDS = 4, LARGE = 24, FAR = 3000 };

static atomic_int i = 1, j = 1;
static int far[2 * FAR];

/* How often it was large, less how often it should have been: nothing. */
static void *add_to_i(void *arg)
{
	(void)arg;
	for (int k = 0; k < ROUNDS; k++)
		i = i + j;
	int is_large = i > LARGE;
	if (is_large)
		far[FAR]++;
	return (void *)(intptr_t)(far[FAR] - is_large);
}

static void *add_to_j(void *arg)
{
	for (int k = 0; k < ROUNDS; k++)
		j = j + i;
	return arg;
}

int main(void)
{
	pthread_t threads[2];
	void *wrong;

	pthread_create(&threads[0], NULL, add_to_i, NULL);
	pthread_create(&threads[1], NULL, add_to_j, NULL);
	pthread_join(threads[0], &wrong);
	pthread_join(threads[1], NULL);
	assert(!wrong);
	return 0;
}
