/* A table goes from one thread to the next, each of which works on all of it; the last two have it at the same time.  More accesses
 * to it than an execution may have events, and nothing that two threads do to it at once before the race.  Arguments: so many
 * threads one by one, and whether all they work on is its first cell. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { CELLS = 1000 };

static int table[CELLS], stride = 1;

static void *fill(void *arg)
{
	for (int i = 0; i < CELLS; i++)
		table[i * stride] += *(int *)arg;
	return arg;
}

int main(int argc, char **argv)
{
	int step = 1, one_by_one = argc > 1 ? atoi(argv[1]) : 30;
	pthread_t a, b;

	stride = argc > 2 ? 0 : 1;
	for (int i = 0; i < one_by_one; i++) {
		pthread_create(&a, NULL, fill, &step);
		pthread_join(a, NULL);
	}
	pthread_create(&a, NULL, fill, &step);
	pthread_create(&b, NULL, fill, &step);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return table[0] == 0;
}
