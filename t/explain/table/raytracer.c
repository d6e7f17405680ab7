// Each of the threads adds what it has traced to one sum, under a lock that is its own.
// cause: atomicity
// lines: @add
// completions: 14
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

enum { THREADS = 4, ROWS = 2 };

struct tracer {
	pthread_mutex_t lock;
	int number;
};

static struct tracer tracers[THREADS];
static long checksum;

static long trace_row(int row)
{
	return 100 + row;
}

static void *trace(void *arg)
{
	struct tracer *self = arg;
	long sum = 0;

	for (int row = 0; row < ROWS; row++)
		sum += trace_row(self->number * ROWS + row);
	pthread_mutex_lock(&self->lock);
	checksum += sum; /* @add */
	pthread_mutex_unlock(&self->lock);
	return arg;
}

int main(void)
{
	pthread_t threads[THREADS];
	long expected = 0;

	for (int row = 0; row < THREADS * ROWS; row++)
		expected += trace_row(row);
	for (int i = 0; i < THREADS; i++) {
		tracers[i] = (struct tracer){ PTHREAD_MUTEX_INITIALIZER, i };
		pthread_create(&threads[i], NULL, trace, &tracers[i]);
	}
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	assert(checksum == expected);
	return 0;
}
