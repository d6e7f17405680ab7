// Two workers lose an update.  All else is noise: locks inside a library, and threads that have nothing to do with it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

enum { TICKS = 20 };

extern void busy(void);

static atomic_int count, ticks;

static void *worker(void *arg)
{
	busy();
	int now = atomic_load(&count);
	busy();
	atomic_store(&count, now + 1);
	return arg;
}

static void *bystander(void *arg)
{
	for (int i = 0; i < TICKS; i++)
		atomic_fetch_add(&ticks, 1);
	return arg;
}

int main(void)
{
	void *(*const start[])(void *) = { bystander, worker, bystander, worker };
	pthread_t threads[4];

	for (int i = 0; i < 4; i++)
		pthread_create(&threads[i], NULL, start[i], NULL);
	for (int i = 0; i < 4; i++)
		pthread_join(threads[i], NULL);
	assert(atomic_load(&count) == 2);
	return 0;
}
