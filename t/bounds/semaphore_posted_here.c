// The loop posts the semaphore itself, so it counts nothing.
// bounds: unbounded 17
#include <pthread.h>
#include <semaphore.h>

int next_client(void);
static sem_t turn;

static void *serve(void *arg)
{
	return arg;
}

void run(void)
{
	pthread_t t;
	for (;;) {
		sem_wait(&turn);
		next_client();
		pthread_create(&t, NULL, serve, NULL);
		sem_post(&turn);
	}
}
