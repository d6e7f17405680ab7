// Two threads that will turn out not to count, because of something of their own, must both have come in for the third to fail.
// treadle: expect assert
// treadle: says "inside < 3"
// treadle: strategies random pct pos preemptions
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <treadle/treadle.h>

static atomic_int inside;
static _Thread_local int is_welcome;

static void *enter(void *arg)
{
	int before = atomic_fetch_add(&inside, 1);

	assert(inside < 3);
	if (before == 2)
		is_welcome = 1;
	treadle_assume(is_welcome);
	return arg;
}

int main(void)
{
	pthread_t threads[3];

	for (int i = 0; i < 3; i++)
		pthread_create(&threads[i], NULL, enter, NULL);
	for (int i = 0; i < 3; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
