// The loop waits until one of the threads is done.
// bounds: alive 23
#include <pthread.h>
#define MOST 8

int next_client(void);
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t is_less = PTHREAD_COND_INITIALIZER;
static int live;

static void *serve(void *arg)
{
	pthread_mutex_lock(&lock);
	live--;
	pthread_cond_signal(&is_less);
	pthread_mutex_unlock(&lock);
	return arg;
}

void run(void)
{
	pthread_t t;
	while (next_client() >= 0) {
		pthread_mutex_lock(&lock);
		while (live >= MOST)
			pthread_cond_wait(&is_less, &lock);
		live++;
		pthread_mutex_unlock(&lock);
		pthread_create(&t, NULL, serve, NULL);
	}
}
