// A thread sends itself a signal, and another one sees to it that it is handled: mostly before that.
// treadle: expect crash
// treadle: says "signal"
// treadle: says "@raise"
#include <pthread.h>
#include <signal.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int ready;

static void handle(int number)
{
	(void)number;
}

static void *prepare(void *arg)
{
	pthread_mutex_lock(&lock);
	signal(SIGUSR1, handle);
	ready = 1;
	pthread_mutex_unlock(&lock);
	return arg;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, prepare, NULL);
	pthread_mutex_lock(&lock); /* and does not look */
	pthread_mutex_unlock(&lock);
	raise(SIGUSR1); /* @raise */
	pthread_join(thread, NULL);
	return !ready;
}
