// An error-checking mutex says EDEADLK instead of hanging; the caller did not think that could be.
// treadle: expect assert
// treadle: says "@relock"
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock;
static int dirty;

static void flush(void)
{
	int failed = pthread_mutex_lock(&lock);

	assert(!failed); /* @relock */
	dirty = 0;
	pthread_mutex_unlock(&lock);
}

static void *change(void *arg)
{
	pthread_mutex_lock(&lock);
	if (dirty)
		flush();
	dirty = 1;
	pthread_mutex_unlock(&lock);
	return arg;
}

int main(void)
{
	pthread_mutexattr_t kind;
	pthread_t thread;

	pthread_mutexattr_init(&kind);
	pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_ERRORCHECK);
	pthread_mutex_init(&lock, &kind);
	pthread_create(&thread, NULL, change, NULL);
	change(NULL);
	pthread_join(thread, NULL);
	return 0;
}
