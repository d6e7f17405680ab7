/* Two threads wait for each other in turn, and yield. */
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static atomic_int go, back;
static int count;

static void *answer(void *unused)
{
	while (!atomic_load(&go))
		sched_yield();
	count++;
	atomic_store(&back, 1);
	return unused;
}

static void *ask(void *unused)
{
	count++;
	atomic_store(&go, 1);
	while (!atomic_load(&back))
		sched_yield();
	assert(count == 2);
	return unused;
}

int main(void)
{
	pthread_t threads[2];
	pthread_create(&threads[0], NULL, answer, NULL);
	pthread_create(&threads[1], NULL, ask, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
