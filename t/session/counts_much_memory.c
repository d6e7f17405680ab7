// Two threads count, and come back to the same stack and registers each time; to compare the program's memory takes long.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCKS = 200, SIZE = 100000, ROUNDS = 100000 };

static atomic_int count;
static char *blocks[BLOCKS];

static void *count_up(void *unused)
{
	while (++count < ROUNDS)
		;
	return unused;
}

int main(void)
{
	pthread_t thread;

	for (int i = 0; i < BLOCKS; i++) {
		blocks[i] = malloc(SIZE);
		memset(blocks[i], i, SIZE);
	}
	pthread_create(&thread, NULL, count_up, NULL);
	count_up(NULL);
	pthread_join(thread, NULL);
	return 0;
}
