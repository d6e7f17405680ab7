// Each round initialises its barrier, and none destroys it.
// treadle: expect bad-primitive
// treadle: says "a barrier is initialised again without being destroyed: round#1\.start, at begin_round \(@init\)"
// treadle: says "\d  (?:barrier_initialised_twice\.c)?:\d+  init round#1\.start"
#include <pthread.h>
#include <stdlib.h>

struct round {
	pthread_barrier_t start;
};

static void *run(void *arg)
{
	struct round *round = arg;

	pthread_barrier_wait(&round->start);
	return NULL;
}

static void begin_round(struct round *round)
{
	pthread_t thread;

	pthread_barrier_init(&round->start, NULL, 2); /* @init */
	pthread_create(&thread, NULL, run, round);
	pthread_barrier_wait(&round->start);
	pthread_join(thread, NULL);
}

int main(void)
{
	struct round *round = malloc(sizeof *round);

	begin_round(round);
	begin_round(round);
	pthread_barrier_destroy(&round->start);
	free(round);
	return 0;
}
