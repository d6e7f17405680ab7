// Dekker's algorithm with sequentially consistent atomics.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int wants[2], turn, inside;

static void *enter(void *arg)
{
	int me = (int)(intptr_t)arg, other = 1 - me;

	atomic_store(&wants[me], 1);
	while (atomic_load(&wants[other]))
		if (atomic_load(&turn) != me) {
			atomic_store(&wants[me], 0);
			while (atomic_load(&turn) != me)
				;
			atomic_store(&wants[me], 1);
		}
	assert(atomic_fetch_add(&inside, 1) == 0);
	atomic_fetch_sub(&inside, 1);
	atomic_store(&turn, other);
	atomic_store(&wants[me], 0);
	return NULL;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, enter, (void *)0);
	pthread_create(&b, NULL, enter, (void *)1);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
