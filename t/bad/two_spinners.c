// Both raise their flag and politely wait for the other one to lower it.
// treadle: expect endless
// treadle: says "\bwants\b"
// treadle: says "store wants\[0\] = 1"
// treadle: says "store wants\[1\] = 1"
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int wants[2];

static void *enter(void *arg)
{
	intptr_t me = (intptr_t)arg;

	atomic_store(&wants[me], 1);
	while (atomic_load(&wants[1 - me]))
		sched_yield();
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
