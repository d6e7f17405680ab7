// Memory is mapped anew at the same address while a thread still wants what was there.
// treadle: expect assert
// treadle: says "change "
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/mman.h>

static int *page;

static void *map(void *at)
{
	return mmap(at, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | (at ? MAP_FIXED : 0), -1, 0);
}

static void *look(void *arg)
{
	assert(*page == 7);
	return arg;
}

int main(void)
{
	pthread_t threads[2];

	page = map(NULL);
	assert(page != MAP_FAILED);
	*page = 7;
	pthread_create(&threads[0], NULL, look, NULL);
	pthread_create(&threads[1], NULL, map, page);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	munmap(page, 4096);
	return 0;
}
