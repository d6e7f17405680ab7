// Peterson's algorithm with sequentially consistent atomics.
// treadle: races plain accesses inside are ordered by the algorithm
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int wants[2], turn;
static int shared;

static void *enter(void *arg)
{
	int me = (int)(intptr_t)arg, other = 1 - me;

	for (int i = 0; i < 2; i++) {
		atomic_store(&wants[me], 1);
		atomic_store(&turn, other);
		while (atomic_load(&wants[other]) && atomic_load(&turn) == other)
			;
		shared++;
		atomic_store(&wants[me], 0);
	}
	return NULL;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, enter, (void *)0);
	pthread_create(&b, NULL, enter, (void *)1);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(shared == 4);
	return 0;
}
