// No slot, no thread.
// bounds: alive 19
#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>

int next_client(void);
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
		if (sem_trywait(&slots) != 0) {
			close(client);
			continue;
		}
		pthread_create(&t, NULL, serve, NULL);
	}
}
