// Blocks of gigabytes, of which little is touched, cost what is touched: they are made, grown, zeroed by calloc, aligned, shared and freed, and are
// zero again in the next execution.
// treadle: quiet yes
// treadle: alone no
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

#define GIGABYTE ((size_t)1 << 30)

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char *shared;

static void *use(void *letter)
{
	pthread_mutex_lock(&lock);
	shared[2 * GIGABYTE] = *(char *)letter;
	pthread_mutex_unlock(&lock);
	return NULL;
}

/* In a loop: what was freed makes room. */
static void make_many(void)
{
	for (int i = 0; i < 5; i++) {
		char *block = malloc(5 * GIGABYTE);
		assert(block && !block[i]);
		block[i] = 1;
		free(block);
	}
}

static void grow(void)
{
	char *block = calloc(GIGABYTE, 1), *larger;

	assert(block && !block[5000]);
	block[0] = 1;
	block[5000] = 2;
	block[GIGABYTE - 1] = 3;
	larger = realloc(block, 4 * GIGABYTE);
	assert(larger && larger[0] == 1 && larger[5000] == 2 && larger[GIGABYTE - 1] == 3 && !larger[GIGABYTE]);
	block = realloc(larger, 6000);
	assert(block && block[0] == 1 && block[5000] == 2);
	free(block);
}

int main(void)
{
	pthread_t a, b;
	void *aligned;

	shared = malloc(3 * GIGABYTE);
	assert(shared && !shared[0] && !shared[2 * GIGABYTE]);
	shared[0] = 1;
	assert(!posix_memalign(&aligned, 1 << 21, 64 << 20) && !((uintptr_t)aligned % (1 << 21)));
	pthread_create(&a, NULL, use, "a");
	pthread_create(&b, NULL, use, "b");
	grow();
	make_many();
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(shared[2 * GIGABYTE] == 'a' || shared[2 * GIGABYTE] == 'b');
	free(aligned);
	free(shared);
	return 0;
}
