// The flag says "done" before the lock is given back, and main destroys the lock as soon as it sees the flag.
// treadle: expect bad-primitive
// treadle: says "job\.lock|job\b"
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static struct {
	pthread_mutex_t lock;
	atomic_int done;
} job;

static void *work(void *arg)
{
	pthread_mutex_lock(&job.lock);
	atomic_store(&job.done, 1);
	pthread_mutex_unlock(&job.lock);
	return arg;
}

int main(void)
{
	pthread_t thread;

	pthread_mutex_init(&job.lock, NULL);
	pthread_create(&thread, NULL, work, NULL);
	while (!atomic_load(&job.done))
		sched_yield();
	pthread_mutex_destroy(&job.lock);
	pthread_join(thread, NULL);
	return 0;
}
