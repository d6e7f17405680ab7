// The semaphore counts requests, which another thread brings; not finished threads.
// bounds: unbounded 25
#include <pthread.h>
#include <semaphore.h>

int next_client(void);
static sem_t requests;

static void *serve(void *arg)
{
	return arg;
}

static void *listen_for(void *arg)
{
	while (next_client() >= 0)
		sem_post(&requests);
	return arg;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, listen_for, NULL);
	for (;;) {
		sem_wait(&requests);
		pthread_create(&t, NULL, serve, NULL);
	}
}
