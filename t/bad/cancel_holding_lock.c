// A thread cancelled in pthread_cond_wait has the mutex again, and no cleanup handler gives it back.
// treadle: expect deadlock
// treadle: says "@lock"
// treadle: says "\binbox_lock\b"
#include <pthread.h>

static pthread_mutex_t inbox_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t mail = PTHREAD_COND_INITIALIZER;
static int letters;

static void *reader(void *arg)
{
	pthread_mutex_lock(&inbox_lock);
	while (!letters)
		pthread_cond_wait(&mail, &inbox_lock);
	pthread_mutex_unlock(&inbox_lock);
	return arg;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, reader, NULL);
	pthread_cancel(thread);
	pthread_join(thread, NULL);
	pthread_mutex_lock(&inbox_lock); /* @lock */
	letters = 0;
	pthread_mutex_unlock(&inbox_lock);
	return 0;
}
