// A robust mutex whose owner ends: the next one puts things right, or lets go of it without, and then nobody can have it.
// treadle: races helgrind and thread sanitizer do not know robust mutexes
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t mended, given_up;
static int count;

static void *end_inside(void *arg)
{
	(void)arg;
	if (pthread_mutex_lock(&mended) == EOWNERDEAD)
		assert(!pthread_mutex_consistent(&mended));
	count++;
	if (!pthread_mutex_trylock(&given_up))
		count++;
	return NULL;
}

int main(void)
{
	pthread_t threads[2];
	pthread_mutexattr_t robust;

	pthread_mutexattr_init(&robust);
	pthread_mutexattr_setrobust(&robust, PTHREAD_MUTEX_ROBUST);
	pthread_mutex_init(&mended, &robust);
	pthread_mutex_init(&given_up, &robust);
	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, end_inside, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	assert(count == 3);
	assert(pthread_mutex_lock(&mended) == EOWNERDEAD && !pthread_mutex_consistent(&mended));
	assert(pthread_mutex_consistent(&mended) == EINVAL);
	assert(!pthread_mutex_unlock(&mended) && !pthread_mutex_lock(&mended) && !pthread_mutex_unlock(&mended));
	assert(pthread_mutex_lock(&given_up) == EOWNERDEAD && !pthread_mutex_unlock(&given_up));
	assert(pthread_mutex_lock(&given_up) == ENOTRECOVERABLE && pthread_mutex_trylock(&given_up) == ENOTRECOVERABLE);
	return 0;
}
