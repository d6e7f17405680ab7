// Whoever takes the message frees the box, which its sender still wants to lock.
// treadle: expect use-after-free|bad-primitive
// treadle: says "send uses .*box#1\.lock, which has been freed, at send\b"
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

struct box {
	sem_t is_full;
	pthread_mutex_t lock;
};

static void *send(void *arg)
{
	struct box *box = arg;

	sem_post(&box->is_full);
	pthread_mutex_lock(&box->lock);
	pthread_mutex_unlock(&box->lock);
	return NULL;
}

int main(void)
{
	struct box *box = calloc(1, sizeof *box);
	pthread_t thread;

	sem_init(&box->is_full, 0, 0);
	pthread_mutex_init(&box->lock, NULL);
	pthread_create(&thread, NULL, send, box);
	sem_wait(&box->is_full);
	free(box);
	pthread_join(thread, NULL);
	return 0;
}
