// Two phases with a barrier between reading and writing; exactly one thread of each round is the serial one.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static pthread_barrier_t phase;
static int cell[2] = { 1, 2 }, sum[2];
static atomic_int serial;

static void meet(void)
{
	if (pthread_barrier_wait(&phase) == PTHREAD_BARRIER_SERIAL_THREAD)
		atomic_fetch_add(&serial, 1);
}

static void *step(void *arg)
{
	intptr_t me = (intptr_t)arg;

	sum[me] = cell[0] + cell[1];
	meet();
	cell[me] = sum[me];
	meet();
	sum[me] = cell[0] + cell[1];
	return NULL;
}

int main(void)
{
	pthread_t a, b;

	pthread_barrier_init(&phase, NULL, 2);
	pthread_create(&a, NULL, step, (void *)0);
	pthread_create(&b, NULL, step, (void *)1);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(sum[0] == 6 && sum[1] == 6 && serial == 2);
	pthread_barrier_destroy(&phase);
	return 0;
}
