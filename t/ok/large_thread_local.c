// Thread-local variables that take more room than the stack of a small thread.
// treadle: options --executions 20
#include <assert.h>
#include <pthread.h>

static __thread int numbers[1 << 20];

static void *use(void *argument)
{
	int *last = &numbers[(1 << 20) - 1];
	assert(!*numbers && !*last);
	*numbers = *last = *(int *)argument;
	return NULL;
}

int main(void)
{
	int argument = 1;
	pthread_t threads[2];
	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, use, &argument);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	assert(!*numbers);
	return 0;
}
