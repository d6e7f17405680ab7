// Memory that is emptied, protected and unmapped when a lock, or a join, says that nobody else wants it.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/mman.h>

enum { SIZE = 4 * 4096 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int *pages;

static void *work(void *arg)
{
	pthread_mutex_lock(&mutex);
	if (pages) {
		assert(pages[0] == 0 || pages[0] == 7);
		pages[0] = 7;
		assert(madvise(pages, SIZE, MADV_DONTNEED) == 0);
		assert(pages[0] == 0);
	}
	pthread_mutex_unlock(&mutex);
	return arg;
}

static void *give_up(void *arg)
{
	pthread_mutex_lock(&mutex);
	assert(munmap(pages, SIZE) == 0);
	pages = NULL;
	pthread_mutex_unlock(&mutex);
	return arg;
}

int main(void)
{
	pthread_t threads[3];
	int *own = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	pages = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	assert(pages != MAP_FAILED && own != MAP_FAILED);
	own[1] = 1;
	assert(mprotect(own, SIZE, PROT_READ) == 0);
	pthread_create(&threads[0], NULL, work, NULL);
	pthread_create(&threads[1], NULL, give_up, NULL);
	pthread_create(&threads[2], NULL, work, NULL);
	for (int i = 0; i < 3; i++)
		pthread_join(threads[i], NULL);
	assert(own[1] == 1);
	assert(munmap(own, SIZE) == 0);
	return 0;
}
