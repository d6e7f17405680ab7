// The assumptions of verification benchmarks: a function of that name calls abort where one does not hold, and that is no error.
// treadle: expect assert
// treadle: plain no
// treadle: says "reach_error"
// treadle: never "abort was called"
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int ready, is_late;

void reach_error(void);

void assume_abort_if_not(int condition)
{
	if (!condition)
		abort();
}

static void *get_ready(void *arg)
{
	(void)arg;
	pthread_mutex_lock(&mutex);
	ready = 1;
	pthread_mutex_unlock(&mutex);
	pthread_mutex_lock(&mutex);
	is_late = 1;
	pthread_mutex_unlock(&mutex);
	return NULL;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, get_ready, NULL);
	pthread_mutex_lock(&mutex);
	assume_abort_if_not(ready);
	if (!is_late)
		reach_error();
	pthread_mutex_unlock(&mutex);
	pthread_join(thread, NULL);
	return 0;
}
