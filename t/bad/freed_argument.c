// The argument is freed as soon as the detached thread was created, not when it was read.
// treadle: expect use-after-free
// treadle: says "@read"
// treadle: says "@free"
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

struct request {
	int number;
};

static sem_t served;
static int last;

static void *serve(void *arg)
{
	struct request *request = arg;

	last = request->number; /* @read */
	sem_post(&served);
	return NULL;
}

int main(void)
{
	pthread_t thread;
	struct request *request = malloc(sizeof *request);

	sem_init(&served, 0, 0);
	request->number = 1;
	pthread_create(&thread, NULL, serve, request);
	pthread_detach(thread);
	free(request); /* @free */
	sem_wait(&served);
	return 0;
}
