// A read-write lock of one's own, from a mutex and a condition variable.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int readers, writers;
static int left, right;

static void *reader(void *arg)
{
	pthread_mutex_lock(&lock);
	while (writers)
		pthread_cond_wait(&changed, &lock);
	readers++;
	pthread_mutex_unlock(&lock);
	assert(left == right);
	pthread_mutex_lock(&lock);
	if (--readers == 0)
		pthread_cond_broadcast(&changed);
	pthread_mutex_unlock(&lock);
	return arg;
}

static void *writer(void *arg)
{
	pthread_mutex_lock(&lock);
	while (readers || writers)
		pthread_cond_wait(&changed, &lock);
	writers++;
	pthread_mutex_unlock(&lock);
	left++;
	right++;
	pthread_mutex_lock(&lock);
	writers--;
	pthread_cond_broadcast(&changed);
	pthread_mutex_unlock(&lock);
	return arg;
}

int main(void)
{
	pthread_t threads[3];

	pthread_create(&threads[0], NULL, reader, NULL);
	pthread_create(&threads[1], NULL, writer, NULL);
	pthread_create(&threads[2], NULL, writer, NULL);
	for (int i = 0; i < 3; i++)
		pthread_join(threads[i], NULL);
	assert(left == 2 && right == 2);
	return 0;
}
