// Clients that are trusted need not wait for a slot.
// bounds: unbounded 19
#include <pthread.h>
#include <semaphore.h>

int next_client(void);
int is_trusted(int client);
static sem_t slots;

static void *serve(void *arg)
{
	sem_post(&slots);
	return arg;
}

void run(void)
{
	pthread_t t;
	for (;;) {
		int client = next_client();
		if (!is_trusted(client))
			sem_wait(&slots);
		pthread_create(&t, NULL, serve, NULL);
	}
}
