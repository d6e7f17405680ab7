// Who waits for a condition learns, with the mutex, that somebody has died who had it; waiting without having put things right gives it
// up for good.
// treadle: races helgrind and thread sanitizer do not know robust mutexes
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <time.h>

static pthread_mutex_t mutex;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static int waits, is_set;

static void *wait_for_it(void *arg)
{
	int problem = pthread_mutex_lock(&mutex);

	assert(!problem);
	waits = 1;
	pthread_cond_signal(&cond);
	while (!problem && !is_set)
		problem = pthread_cond_wait(&cond, &mutex);
	assert(problem == EOWNERDEAD && is_set);
	assert(pthread_cond_timedwait(&cond, &mutex, &(struct timespec){ 0 }) == ENOTRECOVERABLE);
	return arg;
}

static void *die(void *arg)
{
	pthread_mutex_lock(&mutex);
	while (!waits)
		pthread_cond_wait(&cond, &mutex);
	is_set = 1;
	pthread_cond_signal(&cond);
	return arg;
}

int main(void)
{
	pthread_t threads[2];
	pthread_mutexattr_t robust;

	pthread_mutexattr_init(&robust);
	pthread_mutexattr_setrobust(&robust, PTHREAD_MUTEX_ROBUST);
	pthread_mutex_init(&mutex, &robust);
	pthread_create(&threads[0], NULL, wait_for_it, NULL);
	pthread_create(&threads[1], NULL, die, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	assert(pthread_mutex_lock(&mutex) == ENOTRECOVERABLE);
	return 0;
}
