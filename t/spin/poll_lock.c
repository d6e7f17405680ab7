/* A thread looks under a lock whether it is done, again and again; another one says so in two steps. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int steps;

static void *wait_for_steps(void *arg)
{
	while (1) {
		pthread_mutex_lock(&lock);
		if (steps == 2) {
			pthread_mutex_unlock(&lock);
			break;
		}
		pthread_mutex_unlock(&lock);
	}
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, wait_for_steps, NULL);
	for (int i = 0; i < 2; i++) {
		pthread_mutex_lock(&lock);
		steps++;
		pthread_mutex_unlock(&lock);
	}
	pthread_join(t, NULL);
	assert(steps == 2);
	return 0;
}
