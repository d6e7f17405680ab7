// The queue is freed when it is closed, without waking the reader that waits for an item.
// treadle: expect bad-primitive
// treadle: says "a block is freed while the condition variable in it is in use: queue#1\.filled; read_one waits for it with queue#1\.lock, at close_queue \(@free\)"
// treadle: says "@free\s+free queue#1"
// treadle: says "queue#1 is \d+ bytes, allocated at main"
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

struct queue {
	pthread_mutex_t lock;
	pthread_cond_t filled;
	int items;
};

static sem_t has_begun;

static void *read_one(void *arg)
{
	struct queue *queue = arg;

	pthread_mutex_lock(&queue->lock);
	sem_post(&has_begun);
	while (!queue->items)
		pthread_cond_wait(&queue->filled, &queue->lock);
	pthread_mutex_unlock(&queue->lock);
	return NULL;
}

static void close_queue(struct queue *queue)
{
	pthread_mutex_lock(&queue->lock);
	pthread_mutex_unlock(&queue->lock);
	free(queue); /* @free */
}

int main(void)
{
	struct queue *queue = calloc(1, sizeof *queue);
	pthread_t thread;

	sem_init(&has_begun, 0, 0);
	pthread_mutex_init(&queue->lock, NULL);
	pthread_cond_init(&queue->filled, NULL);
	pthread_create(&thread, NULL, read_one, queue);
	sem_wait(&has_begun);
	close_queue(queue);
	pthread_join(thread, NULL);
	return 0;
}
