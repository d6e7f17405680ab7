// Each of two threads gives way to the other for ever, and to compare the program's memory takes longer than many rounds.
// treadle: expect endless
// treadle: says "livelock: after every \d+ events give_way, give_way#2 are where they were before"
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCKS = 200, SIZE = 100000 };

static atomic_int turn;
static atomic_bool agreed; /* nobody ever sets it */
static char *blocks[BLOCKS];

static void *give_way(void *arg)
{
	int me = (int)(long)arg;

	while (!agreed)
		turn = 1 - me;
	return NULL;
}

int main(void)
{
	pthread_t a, b;

	for (int i = 0; i < BLOCKS; i++) {
		blocks[i] = malloc(SIZE);
		memset(blocks[i], i, SIZE);
	}
	pthread_create(&a, NULL, give_way, (void *)0);
	pthread_create(&b, NULL, give_way, (void *)1);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
