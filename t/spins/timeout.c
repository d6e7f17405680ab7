/* One waits for a flag, and the other sets it when it has waited for something in vain; who is first to say so matters. */
#include "until.h"

#include <semaphore.h>
#include <time.h>

static sem_t never;
static atomic_int flag, said;

static void *work(void *number)
{
	struct timespec limit;
	if (number) {
		UNTIL(atomic_load(&flag));
		atomic_store(&said, 1);
	} else {
		clock_gettime(CLOCK_REALTIME, &limit);
		limit.tv_sec++;
		sem_timedwait(&never, &limit);
		atomic_store(&flag, 1);
		assert(!atomic_load(&said));
	}
	return number;
}

int main(void)
{
	sem_init(&never, 0, 0);
	run_all();
	return 0;
}
