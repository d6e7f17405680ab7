// Where the signaller continues, somebody else may enter before the one that was signalled: it has to look again.
// treadle: expect assert
// treadle: says "count >= 0"
#include <assert.h>
#include <pthread.h>
#include <treadle/sync.h>

static treadle_monitor_t store;
static treadle_condition_t not_empty;
static int count;

static void *put(void *arg)
{
	treadle_monitor_enter(&store);
	count++;
	treadle_condition_signal(&not_empty);
	treadle_monitor_leave(&store);
	return arg;
}

static void *take(void *arg)
{
	treadle_monitor_enter(&store);
	if (count == 0)
		treadle_condition_wait(&not_empty);
	count--;
	assert(count >= 0);
	treadle_monitor_leave(&store);
	return arg;
}

int main(void)
{
	void *(*const bodies[])(void *) = { take, take, put, put };
	pthread_t threads[4];

	treadle_monitor_init(&store, TREADLE_SIGNAL_AND_CONTINUE);
	treadle_condition_init(&not_empty, &store);
	for (int i = 0; i < 4; i++)
		pthread_create(&threads[i], NULL, bodies[i], NULL);
	for (int i = 0; i < 4; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
