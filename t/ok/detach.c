// Detached threads, by attribute, from outside and by themselves.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdint.h>

static sem_t done;

static void *work(void *arg)
{
	if (arg)
		pthread_detach(pthread_self());
	sem_post(&done);
	return NULL;
}

int main(void)
{
	pthread_attr_t attributes;
	pthread_t thread;
	int state;

	sem_init(&done, 0, 0);
	pthread_attr_init(&attributes);
	pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
	pthread_attr_getdetachstate(&attributes, &state);
	assert(state == PTHREAD_CREATE_DETACHED);
	pthread_create(&thread, &attributes, work, NULL);
	pthread_attr_destroy(&attributes);
	pthread_create(&thread, NULL, work, NULL);
	pthread_detach(thread);
	pthread_create(&thread, NULL, work, (void *)1);
	for (int i = 0; i < 3; i++)
		sem_wait(&done);
	return 0;
}
