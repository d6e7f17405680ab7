// A plain flag under a mutex and a condition variable hands over plain data, which is read outside the lock.
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static bool is_ready;
static int report[2];

static void *prepare(void *arg)
{
	report[0] = 1;
	report[1] = 2;
	pthread_mutex_lock(&lock);
	is_ready = true;
	pthread_mutex_unlock(&lock);
	pthread_cond_signal(&changed);
	return arg;
}

static void *print(void *arg)
{
	pthread_mutex_lock(&lock);
	while (!is_ready)
		pthread_cond_wait(&changed, &lock);
	pthread_mutex_unlock(&lock);
	assert(report[0] + report[1] == 3);
	report[0] = 0;
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, print, NULL);
	pthread_create(&b, NULL, prepare, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(report[0] == 0);
	return 0;
}
