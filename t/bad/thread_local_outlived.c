// A list of the threads' own counters is read when one of the threads may have ended.
// treadle: expect use-after-return
// treadle: says "use after return: main uses steps.* after work(#2)?, whose variable it is, has ended, at main \(@sum\)"
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static _Thread_local atomic_int steps;
static atomic_int *_Atomic all[2];

static void *work(void *slot)
{
	*(atomic_int *_Atomic *)slot = &steps;
	steps++;
	return NULL;
}

int main(void)
{
	pthread_t threads[2];
	int sum = 0;

	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, work, &all[i]);
	for (int i = 0; i < 2; i++) {
		atomic_int *counter = all[i];

		if (counter)
			sum += *counter; /* @sum */
	}
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	return sum > 2;
}
