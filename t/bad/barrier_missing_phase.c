// Each thread reads its neighbour's cell and writes its own in the same phase.
// treadle: expect assert
// treadle: says "\bcell"
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static pthread_barrier_t phase;
static int cell[2], sum[2];

static void *step(void *arg)
{
	intptr_t me = (intptr_t)arg;

	cell[me] = 1;
	pthread_barrier_wait(&phase);
	sum[me] = cell[0] + cell[1];
	cell[me] = sum[me]; /* a second barrier is missing before this */
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
	assert(sum[0] == 2 && sum[1] == 2);
	return 0;
}
