// A worker puts a job back until another thread has let go of it, for which that one needs the worker's lock now and then.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int queued = 1, users = 1;

static void *work(void *arg)
{
	pthread_mutex_lock(&mutex);
	while (queued) {
		queued = 0;
		pthread_mutex_unlock(&mutex);
		pthread_mutex_lock(&mutex);
		if (users)
			queued = 1;
	}
	pthread_mutex_unlock(&mutex);
	return arg;
}

int main(void)
{
	pthread_t worker;

	pthread_create(&worker, NULL, work, NULL);
	pthread_mutex_lock(&mutex);
	users--;
	pthread_mutex_unlock(&mutex);
	pthread_join(worker, NULL);
	return 0;
}
