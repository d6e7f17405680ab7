// A thread finds its own handle where the one that created it has asked for it: that is written before the thread begins.  What a thread
// has returned may be looked at by another one that is told when it is there.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_t worker;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int is_joined;
static void *result;

static void *work(void *arg)
{
	assert(pthread_equal(worker, pthread_self()));
	return arg;
}

static void *look(void *arg)
{
	pthread_mutex_lock(&lock);
	if (is_joined)
		assert(result == &result);
	pthread_mutex_unlock(&lock);
	return arg;
}

int main(void)
{
	pthread_t looker;

	pthread_create(&looker, NULL, look, NULL);
	pthread_create(&worker, NULL, work, &result);
	pthread_mutex_lock(&lock);
	pthread_join(worker, &result);
	is_joined = 1;
	pthread_mutex_unlock(&lock);
	pthread_join(looker, NULL);
	return 0;
}
