/* The two stretches do nothing to each other, so that what comes after the one may come before what comes before the other. */
#include <assert.h>
#include <pthread.h>
#include <treadle/treadle.h>

static int ready;
static int here, there;

static void *give(void *unused)
{
	ready = 1;
	treadle_atomic_begin();
	here = 1;
	treadle_atomic_end();
	return unused;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, give, NULL);
	treadle_atomic_begin();
	there = 1;
	treadle_atomic_end();
	assert(!ready);
	pthread_join(thread, NULL);
	return here + there - 2;
}
