// A grid of threads: both loops are counted.
// bounds: bounded 15
// bounds: bounded 16
#include <pthread.h>
#define ROWS 4
#define COLUMNS 6

static void *work(void *arg)
{
	return arg;
}

void start_grid(pthread_t t[ROWS][COLUMNS])
{
	for (int y = 0; y < ROWS; y++)
		for (int x = 0; x < COLUMNS; x++)
			pthread_create(&t[y][x], NULL, work, NULL);
}
