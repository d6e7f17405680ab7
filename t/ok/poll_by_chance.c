// A thread looks under a lock until there is something to do, but now and then it has had enough; what decides that is in the C library,
// where nobody sees it change.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int jobs;

static void *wait_for_job(void *arg)
{
	int found = 0;

	while (!found && rand() % 7 != 0) {
		pthread_mutex_lock(&lock);
		found = jobs;
		pthread_mutex_unlock(&lock);
	}
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, wait_for_job, NULL);
	pthread_mutex_lock(&lock);
	jobs = 0;
	pthread_mutex_unlock(&lock);
	pthread_join(t, NULL);
	return 0;
}
