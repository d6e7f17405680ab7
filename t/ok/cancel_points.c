// Deferred cancellation: only at a point for it, not while disabled; handlers run in reverse order; writing to a file is such a point.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_int started, critical;
static int order[2], handlers;

static void note(void *arg)
{
	order[handlers++] = *(int *)arg;
}

static void *work(void *arg)
{
	int one = 1, two = 2, old;

	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old);
	assert(old == PTHREAD_CANCEL_ENABLE);
	atomic_store(&started, 1);
	usleep(1); /* not a point for it now */
	atomic_store(&critical, 1);
	pthread_cleanup_push(note, &one);
	pthread_cleanup_push(note, &two);
	pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, NULL);
	for (;;) {
		pthread_testcancel();
		usleep(100);
	}
	pthread_cleanup_pop(0);
	pthread_cleanup_pop(0);
	return arg;
}

static void *write_for_ever(void *arg)
{
	int fd = open("/dev/null", O_WRONLY);

	while (write(fd, "", 1) == 1 && pwrite(fd, "", 1, 0) == 1)
		;
	return arg;
}

int main(void)
{
	pthread_t thread;
	void *result;

	pthread_create(&thread, NULL, work, NULL);
	while (!atomic_load(&started))
		usleep(10);
	pthread_cancel(thread);
	pthread_join(thread, &result);
	assert(result == PTHREAD_CANCELED && atomic_load(&critical) == 1);
	assert(handlers == 2 && order[0] == 2 && order[1] == 1);
	pthread_create(&thread, NULL, write_for_ever, NULL);
	pthread_cancel(thread);
	pthread_join(thread, &result);
	assert(result == PTHREAD_CANCELED);
	return 0;
}
