// Tasks are handed out by an atomic index, results gathered after the join.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { TASKS = 4 };

static atomic_int next;
static int results[TASKS];

static void *worker(void *arg)
{
	int task;

	while ((task = atomic_fetch_add(&next, 1)) < TASKS)
		results[task] += task * task;
	return arg;
}

int main(void)
{
	pthread_t a, b;
	int sum = 0;

	pthread_create(&a, NULL, worker, NULL);
	pthread_create(&b, NULL, worker, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	for (int i = 0; i < TASKS; i++)
		sum += results[i];
	assert(sum == 14);
	return 0;
}
