// A page of a large table, to which no thread has come yet, is written to when the table may be freed already.
// treadle: expect use-after-free
// treadle: says "@store"
// treadle: says "drop"
// treadle: says "\b67108864 bytes"
#include <pthread.h>
#include <stdlib.h>

enum { SIZE = 64 << 20 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char *table;
static int uses = 1;

static void *drop(void *arg)
{
	pthread_mutex_lock(&lock);
	if (--uses == 0)
		free(table);
	pthread_mutex_unlock(&lock);
	return arg;
}

int main(void)
{
	pthread_t thread;

	table = malloc(SIZE);
	pthread_create(&thread, NULL, drop, NULL);
	pthread_mutex_lock(&lock);
	uses++; /* too late, if the other thread came first */
	pthread_mutex_unlock(&lock);
	table[SIZE / 2] = 1; /* @store */
	drop(NULL);
	pthread_join(thread, NULL);
	return 0;
}
