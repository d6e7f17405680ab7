// An error-checking mutex answers wrong use with a code; a program that expects the code has no bug.
// treadle: races thread sanitizer reports the unlock that is meant to fail
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t lock;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;

static void *outsider(void *arg)
{
	assert(pthread_mutex_unlock(&lock) == EPERM);
	assert(pthread_mutex_trylock(&lock) == EBUSY);
	assert(pthread_cond_wait(&cond, &lock) == EPERM);
	return arg;
}

int main(void)
{
	pthread_mutexattr_t kind;
	pthread_t thread;

	pthread_mutexattr_init(&kind);
	pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_ERRORCHECK);
	pthread_mutex_init(&lock, &kind);
	assert(pthread_mutex_lock(&lock) == 0);
	assert(pthread_mutex_lock(&lock) == EDEADLK);
	pthread_create(&thread, NULL, outsider, NULL);
	pthread_join(thread, NULL);
	assert(pthread_mutex_unlock(&lock) == 0);
	assert(pthread_mutex_unlock(&lock) == EPERM);
	assert(pthread_cond_wait(&cond, &lock) == EPERM);
	assert(pthread_mutex_destroy(&lock) == 0);
	return 0;
}
