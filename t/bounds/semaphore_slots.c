// Every iteration passes a semaphore that only finished threads post.
// bounds: alive 19
#include <pthread.h>
#include <semaphore.h>

int next_client(void);
static sem_t slots;

static void *serve(void *arg)
{
	sem_post(&slots);
	return arg;
}

int main(void)
{
	pthread_t t;
	sem_init(&slots, 0, 8);
	for (;;) {
		sem_wait(&slots);
		next_client();
		pthread_create(&t, NULL, serve, NULL);
	}
}
