// A thread cancelled while it waits gives the mutex back in its cleanup handler.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t mail = PTHREAD_COND_INITIALIZER;
static int letters, cleaned;

static void leave(void *arg)
{
	cleaned++;
	pthread_mutex_unlock(arg);
}

static void *reader(void *arg)
{
	pthread_mutex_lock(&lock);
	pthread_cleanup_push(leave, &lock);
	while (!letters)
		pthread_cond_wait(&mail, &lock);
	pthread_cleanup_pop(1);
	return arg;
}

int main(void)
{
	pthread_t thread;
	void *result;

	pthread_create(&thread, NULL, reader, NULL);
	assert(pthread_cancel(thread) == 0);
	pthread_join(thread, &result);
	assert(result == PTHREAD_CANCELED);
	pthread_mutex_lock(&lock);
	assert(cleaned == 1);
	pthread_mutex_unlock(&lock);
	return 0;
}
