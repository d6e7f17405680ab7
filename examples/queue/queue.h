/* A bounded queue between threads: put waits while it is full, take while it is empty. */
#ifndef QUEUE_H
#define QUEUE_H

#include <pthread.h>

enum { QUEUE_ROOM = 2 };

struct queue {
	pthread_mutex_t lock;
	pthread_cond_t not_full, not_empty;
	int items[QUEUE_ROOM];
	int count;
};

void queue_init(struct queue *queue);
void queue_put(struct queue *queue, int item);
int queue_take(struct queue *queue);

#endif
