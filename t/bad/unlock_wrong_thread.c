// A mutex used like a semaphore: one thread locks it, another one unlocks it.
// treadle: expect not-owner
// treadle: says "@unlock"
// treadle: says "\bhandover\b"
#include <pthread.h>

static pthread_mutex_t handover = PTHREAD_MUTEX_INITIALIZER;

static void *finish(void *arg)
{
	pthread_mutex_unlock(&handover); /* @unlock */
	return arg;
}

int main(void)
{
	pthread_t thread;

	pthread_mutex_lock(&handover);
	pthread_create(&thread, NULL, finish, NULL);
	pthread_join(thread, NULL);
	pthread_mutex_lock(&handover);
	pthread_mutex_unlock(&handover);
	return 0;
}
