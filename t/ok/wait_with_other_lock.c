// Somebody waits for a condition with another lock held, which nobody needs in order to signal.
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t device_lock = PTHREAD_MUTEX_INITIALIZER, lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t arrived = PTHREAD_COND_INITIALIZER;
static bool has_data;
static int transfers;

static void *transfer(void *arg)
{
	pthread_mutex_lock(&device_lock);
	pthread_mutex_lock(&lock);
	while (!has_data)
		pthread_cond_wait(&arrived, &lock);
	pthread_mutex_unlock(&lock);
	transfers++;
	pthread_mutex_unlock(&device_lock);
	return arg;
}

static void *receive(void *arg)
{
	pthread_mutex_lock(&lock);
	has_data = true;
	pthread_cond_broadcast(&arrived);
	pthread_mutex_unlock(&lock);
	return arg;
}

int main(void)
{
	pthread_t threads[3];

	pthread_create(&threads[0], NULL, transfer, NULL);
	pthread_create(&threads[1], NULL, transfer, NULL);
	pthread_create(&threads[2], NULL, receive, NULL);
	for (int i = 0; i < 3; i++)
		pthread_join(threads[i], NULL);
	assert(transfers == 2);
	return 0;
}
