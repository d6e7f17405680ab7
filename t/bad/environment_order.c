// A thread takes it for granted that another one has set the variable before it looks.
// treadle: expect assert
// treadle: says "look at the environment"
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static void *set(void *arg)
{
	setenv("TREADLE_TEST_MODE", "fast", 1);
	return arg;
}

static void *look(void *arg)
{
	assert(getenv("TREADLE_TEST_MODE"));
	return arg;
}

int main(void)
{
	pthread_t threads[2];

	pthread_create(&threads[0], NULL, set, NULL);
	pthread_create(&threads[1], NULL, look, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
