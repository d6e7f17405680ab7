// The last of a million entries is filled twice over: behind the block's end lies no other.
// treadle: expect heap-overflow
// treadle: says "@store"
#include <pthread.h>
#include <stdlib.h>

enum { ENTRIES = 2 << 20 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long *entries;
static int next = ENTRIES - 1;

static void *append(void *arg)
{
	int mine;

	pthread_mutex_lock(&lock);
	mine = next;
	pthread_mutex_unlock(&lock);
	if (mine < ENTRIES) {
		pthread_mutex_lock(&lock);
		entries[next++] = 7; /* @store */
		pthread_mutex_unlock(&lock);
	}
	return arg;
}

int main(void)
{
	pthread_t a, b;

	entries = malloc(ENTRIES * sizeof *entries);
	pthread_create(&a, NULL, append, NULL);
	pthread_create(&b, NULL, append, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	free(entries);
	return 0;
}
