// Blocks and ranges of megabytes that threads share: nothing is done for each of their bytes that need not be.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE = 1 << 20 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static char *block;

static void *fill(void *arg)
{
	pthread_mutex_lock(&mutex);
	memset(block, *(char *)arg, SIZE);
	pthread_mutex_unlock(&mutex);
	return NULL;
}

int main(void)
{
	pthread_t thread;
	char value = 1;

	block = malloc(SIZE);
	pthread_create(&thread, NULL, fill, &value);
	pthread_mutex_lock(&mutex);
	memset(block, 2, SIZE);
	pthread_mutex_unlock(&mutex);
	pthread_join(thread, NULL);
	assert(block[0] == block[SIZE - 1]);
	free(block);
	return 0;
}
