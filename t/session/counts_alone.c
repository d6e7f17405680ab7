// One thread counts in memory that nobody else looks at: up to LIMIT, or, where that is 0, so far that nobody waits for the end.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_uint count;

static void *work(void *arg)
{
	while (atomic_fetch_add(&count, 1) + 1 != LIMIT)
		;
	return arg;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, work, NULL);
	pthread_join(thread, NULL);
	return 0;
}
