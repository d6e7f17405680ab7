// Two of three threads take their locks behind a gate and cannot meet; the third does not know of the gate.
// treadle: expect deadlock|cycle
// treadle: options --executions 200
// treadle: strategies random pct pos delays preemptions run-on
// treadle: says "\bparent\b"
// treadle: says "\bchild\b"
// treadle: says "inspect"
// treadle: says "the same 2 events 99 times more"
#include <pthread.h>

static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER, parent = PTHREAD_MUTEX_INITIALIZER, child = PTHREAD_MUTEX_INITIALIZER;
static int moved, looked;

static void take_both(pthread_mutex_t *first, pthread_mutex_t *second)
{
	pthread_mutex_lock(first);
	pthread_mutex_lock(second);
	moved++;
	pthread_mutex_unlock(second);
	pthread_mutex_unlock(first);
}

static void *down(void *arg)
{
	pthread_mutex_lock(&gate);
	take_both(&parent, &child);
	pthread_mutex_unlock(&gate);
	return arg;
}

static void *up(void *arg)
{
	pthread_mutex_lock(&gate);
	take_both(&child, &parent);
	pthread_mutex_unlock(&gate);
	return arg;
}

static void *inspect(void *arg)
{
	for (int i = 0; i < 100; i++) {
		pthread_mutex_lock(&gate);
		looked++;
		pthread_mutex_unlock(&gate);
	}
	take_both(&child, &parent);
	return arg;
}

int main(void)
{
	pthread_t threads[3];

	pthread_create(&threads[0], NULL, down, NULL);
	pthread_create(&threads[1], NULL, up, NULL);
	pthread_create(&threads[2], NULL, inspect, NULL);
	for (int i = 0; i < 3; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
