// A page of the heap is protected in some orders only, and stays so: the next execution finds it as it was.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>

enum { PAGE = 4096 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char *page;
static int count, is_protected;

static void *protect(void *arg)
{
	pthread_mutex_lock(&lock);
	if (count == 2) {
		is_protected = 1;
		assert(!mprotect(page, PAGE, PROT_READ));
	}
	count++;
	pthread_mutex_unlock(&lock);
	return arg;
}

static void *add(void *arg)
{
	for (int i = 0; i < 3; i++) {
		pthread_mutex_lock(&lock);
		count++;
		pthread_mutex_unlock(&lock);
	}
	return arg;
}

int main(void)
{
	pthread_t threads[2];
	page = aligned_alloc(PAGE, PAGE);
	page[0] = 1;
	pthread_create(&threads[0], NULL, protect, NULL);
	pthread_create(&threads[1], NULL, add, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	assert(count == 4 && page[0] == 1);
	if (!is_protected)
		page[1] = 2;
	return 0;
}
