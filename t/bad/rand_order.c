// Which of two threads draws first decides what each of them gets: the C library remembers where it is for all of them.
// treadle: expect assert
// treadle: says "change the random numbers of rand"
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int drawn[2];

static void *draw(void *to)
{
	*(int *)to = rand();
	return NULL;
}

int main(void)
{
	pthread_t threads[2];

	srand(7);
	int first = rand();
	srand(7);
	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, draw, &drawn[i]);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	assert(drawn[0] == first);
	return 0;
}
