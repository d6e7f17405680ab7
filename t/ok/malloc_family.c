// Blocks of all kinds, filled by one thread, checked and freed by another.
#define _GNU_SOURCE
#include <assert.h>
#include <malloc.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCKS = 6 };

static sem_t filled;
static char *blocks[BLOCKS];

static void *make(void *arg)
{
	void *aligned;

	blocks[0] = malloc(100);
	blocks[1] = calloc(10, 10);
	blocks[2] = realloc(malloc(10), 100);
	blocks[3] = aligned_alloc(64, 128);
	assert(posix_memalign(&aligned, 256, 100) == 0);
	blocks[4] = aligned;
	blocks[5] = strdup("a string that is long enough to be worth a copy, and then some more of it, so that it is "
			   "longer than a hundred");
	for (int i = 0; i < 100; i++)
		assert(blocks[1][i] == 0);
	for (int i = 0; i < BLOCKS; i++) {
		assert(malloc_usable_size(blocks[i]) >= 100);
		memset(blocks[i], i, 100);
	}
	sem_post(&filled);
	return arg;
}

static void *drop(void *arg)
{
	sem_wait(&filled);
	assert((uintptr_t)blocks[3] % 64 == 0 && (uintptr_t)blocks[4] % 256 == 0);
	for (int i = 0; i < BLOCKS; i++) {
		assert(blocks[i][0] == i && blocks[i][99] == i);
		free(blocks[i]);
	}
	free(NULL);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	sem_init(&filled, 0, 0);
	pthread_create(&a, NULL, make, NULL);
	pthread_create(&b, NULL, drop, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
