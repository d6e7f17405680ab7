#include "queue.h"

#include <assert.h>

void queue_init(struct queue *queue)
{
	pthread_mutex_init(&queue->lock, NULL);
	pthread_cond_init(&queue->not_full, NULL);
	pthread_cond_init(&queue->not_empty, NULL);
	queue->count = 0;
}

void queue_put(struct queue *queue, int item)
{
	pthread_mutex_lock(&queue->lock);
	while (queue->count == QUEUE_ROOM)
		pthread_cond_wait(&queue->not_full, &queue->lock);
	queue->items[queue->count++] = item;
	pthread_cond_signal(&queue->not_empty);
	pthread_mutex_unlock(&queue->lock);
}

int queue_take(struct queue *queue)
{
	int item;

	pthread_mutex_lock(&queue->lock);
	if (queue->count == 0)
		pthread_cond_wait(&queue->not_empty, &queue->lock);
	assert(queue->count > 0);
	item = queue->items[--queue->count];
	pthread_cond_signal(&queue->not_full);
	pthread_mutex_unlock(&queue->lock);
	return item;
}
