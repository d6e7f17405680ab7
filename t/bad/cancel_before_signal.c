// A thread is cancelled while it waits, and has the mutex back only after the one who was to signal has changed what it guards.
// treadle: expect assert
// treadle: says "\bclosed\b"
// treadle: says "wake from changed: cancelled"
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int waits, closed, was_canceled;

static void leave(void *arg)
{
	(void)arg;
	assert(!closed || !was_canceled);
	pthread_mutex_unlock(&lock);
}

static void *wait_for_change(void *arg)
{
	pthread_mutex_lock(&lock);
	waits = was_canceled = 1;
	pthread_cleanup_push(leave, NULL);
	while (!closed)
		pthread_cond_wait(&changed, &lock);
	was_canceled = 0;
	pthread_cleanup_pop(1);
	return arg;
}

static void *close_it(void *arg)
{
	pthread_mutex_lock(&lock);
	if (waits)
		closed = 1;
	pthread_cond_signal(&changed);
	pthread_mutex_unlock(&lock);
	return arg;
}

int main(void)
{
	pthread_t waiter, closer;
	pthread_create(&waiter, NULL, wait_for_change, NULL);
	pthread_create(&closer, NULL, close_it, NULL);
	pthread_cancel(waiter);
	pthread_join(waiter, NULL);
	pthread_join(closer, NULL);
	return 0;
}
