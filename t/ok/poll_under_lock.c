// Two threads look under a lock, again and again, whether there is something for them to do: whoever only looks takes the lock and
// gives it back, and it is free in between, so that the other can go on.
// treadle: options --executions 100
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned a = 6, b = 4;

static bool reduce(unsigned *mine, const unsigned *other)
{
	pthread_mutex_lock(&lock);
	bool done = *mine == *other;
	if (*mine > *other)
		*mine -= *other;
	pthread_mutex_unlock(&lock);
	return done;
}

static void *reduce_a(void *arg)
{
	while (!reduce(&a, &b))
		;
	return arg;
}

static void *reduce_b(void *arg)
{
	while (!reduce(&b, &a))
		;
	return arg;
}

int main(void)
{
	pthread_t x, y;

	pthread_create(&x, NULL, reduce_a, NULL);
	pthread_create(&y, NULL, reduce_b, NULL);
	pthread_join(x, NULL);
	pthread_join(y, NULL);
	assert(a == 2 && b == 2);
	return 0;
}
