// Every thread gets the address of the same loop variable.
// treadle: expect assert
// treadle: says "claim"
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int claimed[3];

static void *claim(void *arg)
{
	int number = *(int *)arg;

	atomic_fetch_add(&claimed[number], 1);
	return NULL;
}

int main(void)
{
	pthread_t threads[2];
	int i;

	for (i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, claim, &i);
	pthread_join(threads[0], NULL);
	pthread_join(threads[1], NULL);
	assert(claimed[0] == 1 && claimed[1] == 1);
	return 0;
}
