// A thread that cleans a cache says that it sleeps.  It takes that back without the lock under which others look
// whether they may interrupt it.
// cause: atomicity
// lines: @look @awake @interrupt
// says: ; cleaner did not hold lock$
// completions: 3
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int sleeping, interval, entries = 2;

static void interrupt(void)
{
	assert(sleeping); /* @interrupt */
}

static void *cleaner(void *arg)
{
	sleeping = 1;
	sleeping = 0; /* @awake */
	pthread_mutex_lock(&lock);
	entries = 0;
	pthread_mutex_unlock(&lock);
	return arg;
}

static void set_interval(int seconds)
{
	pthread_mutex_lock(&lock);
	interval = seconds;
	if (sleeping) /* @look */
		interrupt();
	pthread_mutex_unlock(&lock);
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, cleaner, NULL);
	set_interval(30);
	pthread_join(thread, NULL);
	return 0;
}
