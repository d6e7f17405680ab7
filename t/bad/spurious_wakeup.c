// The wait is right as long as nobody wakes without a reason; POSIX allows that.
// treadle: expect assert
// treadle: options --spurious
// treadle: says "spurious"
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t opened = PTHREAD_COND_INITIALIZER;
static int is_open;

static void *visitor(void *arg)
{
	pthread_mutex_lock(&lock);
	if (!is_open)
		pthread_cond_wait(&opened, &lock);
	assert(is_open);
	pthread_mutex_unlock(&lock);
	return arg;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, visitor, NULL);
	pthread_mutex_lock(&lock);
	is_open = 1;
	pthread_cond_signal(&opened);
	pthread_mutex_unlock(&lock);
	pthread_join(thread, NULL);
	return 0;
}
