// Two appends both find room for one more.
// treadle: expect heap-overflow
// treadle: says "@store"
#include <pthread.h>
#include <stdlib.h>

enum { ROOM = 2 };

static long *entries;
static volatile int count;

static void *append(void *arg)
{
	if (count < ROOM) {
		entries[count] = 7; /* @store */
		count++;
	}
	return arg;
}

int main(void)
{
	pthread_t a, b;

	entries = malloc(ROOM * sizeof *entries);
	count = ROOM - 1;
	pthread_create(&a, NULL, append, NULL);
	pthread_create(&b, NULL, append, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	free(entries);
	return 0;
}
