// Whoever gets a robust mutex from a dead owner only lets go of it again: it is lost for all who come later.
// treadle: expect assert
// treadle: says "@lost"
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t mutex;

static void *end_inside(void *arg)
{
	(void)arg;
	pthread_mutex_lock(&mutex);
	return NULL;
}

static void *come_later(void *arg)
{
	int result = pthread_mutex_lock(&mutex);

	(void)arg;
	assert(result != ENOTRECOVERABLE); /* @lost */
	pthread_mutex_unlock(&mutex);
	return NULL;
}

int main(void)
{
	pthread_t threads[3];
	pthread_mutexattr_t robust;

	pthread_mutexattr_init(&robust);
	pthread_mutexattr_setrobust(&robust, PTHREAD_MUTEX_ROBUST);
	pthread_mutex_init(&mutex, &robust);
	for (int i = 0; i < 3; i++)
		pthread_create(&threads[i], NULL, i ? come_later : end_inside, NULL);
	for (int i = 0; i < 3; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
