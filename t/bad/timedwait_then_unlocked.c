// Who gave up waiting has the mutex again, and unlocks it: then nothing is held.
// treadle: expect assert
// treadle: says "timed out"
// treadle: never "locks held"
// treadle: says "--timeouts last"
#include <assert.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t opened = PTHREAD_COND_INITIALIZER;
static int is_open;

static void *open_it(void *arg)
{
	pthread_mutex_lock(&lock);
	is_open = 1;
	pthread_cond_signal(&opened);
	pthread_mutex_unlock(&lock);
	return arg;
}

int main(void)
{
	pthread_t thread;
	struct timespec deadline;
	int result = 0;

	clock_gettime(CLOCK_REALTIME, &deadline);
	deadline.tv_sec += 10;
	pthread_create(&thread, NULL, open_it, NULL);
	pthread_mutex_lock(&lock);
	if (!is_open)
		result = pthread_cond_timedwait(&opened, &lock, &deadline);
	pthread_mutex_unlock(&lock);
	pthread_join(thread, NULL);
	assert(!result);
	return 0;
}
