// A thread waits for a flag that nobody sets, but now and then it has had enough; what decides that is in the C library, where nobody
// sees it change.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int is_ready;

static void *wait_until_ready(void *arg)
{
	while (!atomic_load(&is_ready) && rand() % 7 != 0)
		;
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, wait_until_ready, NULL);
	int was_ready = atomic_exchange(&is_ready, 0);
	pthread_join(t, NULL);
	return was_ready;
}
