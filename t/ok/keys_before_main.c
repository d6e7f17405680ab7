// A library makes a key before main.  Threads begin without a value, main with the one it had, and destructors run.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_key_t key;
static int of_main = 1;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int destroyed;

static void destroy(void *value)
{
	pthread_mutex_lock(&mutex);
	destroyed += *(int *)value;
	pthread_mutex_unlock(&mutex);
	free(value);
}

__attribute__((constructor)) static void make_key(void)
{
	assert(pthread_key_create(&key, destroy) == 0);
	pthread_setspecific(key, &of_main);
}

static void *work(void *arg)
{
	int *value = malloc(sizeof *value);

	assert(pthread_getspecific(key) == NULL);
	*value = 1;
	assert(pthread_setspecific(key, value) == 0 && pthread_getspecific(key) == value);
	return arg;
}

int main(void)
{
	pthread_t threads[2];

	assert(pthread_getspecific(key) == &of_main);
	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, work, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	assert(destroyed == 2);
	assert(pthread_setspecific(key, NULL) == 0);
	return 0;
}
