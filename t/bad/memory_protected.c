// A thread makes memory read-only that another one may still want to write.
// treadle: expect crash
// treadle: says "\bfill\b"
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/mman.h>

static int *page;

static void *fill(void *arg)
{
	*page = 7;
	return arg;
}

static void *protect(void *arg)
{
	assert(mprotect(page, 4096, PROT_READ) == 0);
	return arg;
}

int main(void)
{
	pthread_t threads[2];

	page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	assert(page != MAP_FAILED);
	pthread_create(&threads[0], NULL, fill, NULL);
	pthread_create(&threads[1], NULL, protect, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	munmap(page, 4096);
	return 0;
}
