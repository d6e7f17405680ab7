// The program ends while one thread holds a lock and another waits for it: that one would have gone on, had there been time.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int turns;

static void *work(void *arg)
{
	pthread_mutex_lock(&mutex);
	turns++;
	pthread_mutex_unlock(&mutex);
	return arg;
}

int main(void)
{
	pthread_t threads[2];

	pthread_create(&threads[0], NULL, work, NULL);
	pthread_create(&threads[1], NULL, work, NULL);
	return 0;
}
