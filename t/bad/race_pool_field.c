// A pool of threads that locks its queue, but counts what it has done outside the lock.
// treadle: expect race
// treadle: says "\bcompleted\b"
// treadle: says "\bwork\b"
#include <pthread.h>

enum { WORKERS = 2, TASKS = 3 };

static struct {
	pthread_mutex_t lock;
	int next, results[TASKS];
	int completed;
} pool = { .lock = PTHREAD_MUTEX_INITIALIZER };

static int take(void)
{
	pthread_mutex_lock(&pool.lock);
	int task = pool.next < TASKS ? pool.next++ : -1;
	pthread_mutex_unlock(&pool.lock);
	return task;
}

static void *work(void *arg)
{
	for (int task; (task = take()) >= 0;) {
		pool.results[task] = task * task;
		pool.completed++;
	}
	return arg;
}

int main(void)
{
	pthread_t threads[WORKERS];

	for (int i = 0; i < WORKERS; i++)
		pthread_create(&threads[i], NULL, work, NULL);
	for (int i = 0; i < WORKERS; i++)
		pthread_join(threads[i], NULL);
	return pool.results[2] == 4 ? 0 : 1;
}
