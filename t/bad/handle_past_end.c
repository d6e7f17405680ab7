// One thread more is created than there is room for handles.
// treadle: expect heap-overflow
// treadle: says "@creation"
#include <pthread.h>
#include <stdlib.h>

enum { THREADS = 3 };

static void *work(void *arg)
{
	return arg;
}

int main(void)
{
	pthread_t *threads = malloc(THREADS * sizeof *threads);

	if (!threads)
		return 1;
	for (int i = 0; i <= THREADS; i++)
		pthread_create(&threads[i], NULL, work, NULL); /* @creation */
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	free(threads);
	return 0;
}
