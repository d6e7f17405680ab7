/* Ten threads write two words, one looks at them: wrong only if it looks when none has come to its second word.  A search that
 * changes the last steps first does not get there in hours. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

enum { WRITERS = 10 };

static _Atomic int first, second;

static void *write_both(void *arg)
{
	(void)arg;
	first = 1;
	second = 1;
	return NULL;
}

static void *look(void *arg)
{
	(void)arg;
	int seen = first;

	assert(second == seen);
	return NULL;
}

int main(void)
{
	pthread_t threads[WRITERS + 1];

	for (int i = 0; i <= WRITERS; i++)
		pthread_create(&threads[i], NULL, i < WRITERS ? write_both : look, NULL);
	for (int i = 0; i <= WRITERS; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
