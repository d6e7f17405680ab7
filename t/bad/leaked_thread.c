// main ends without joining the logger, which may wait for ever for a signal that has been and gone.
// treadle: expect leaked-thread
// treadle: says "explore with --daemons"
// treadle: says "logger"
// treadle: says "@wait"
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t line_added = PTHREAD_COND_INITIALIZER;

static void *logger(void *arg)
{
	pthread_mutex_lock(&lock);
	pthread_cond_wait(&line_added, &lock); /* @wait */
	pthread_mutex_unlock(&lock);
	return arg;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, logger, NULL);
	pthread_mutex_lock(&lock);
	pthread_cond_signal(&line_added);
	pthread_mutex_unlock(&lock);
	for (int i = 0; i < 2; i++) { /* the rest of the program */
		pthread_mutex_lock(&lock);
		pthread_mutex_unlock(&lock);
	}
	return 0;
}
