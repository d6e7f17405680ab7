/* Included by both objects: its functions are in both site tables. */
#include <pthread.h>

struct node {
	int value;
	struct node *next;
};

struct queue {
	pthread_mutex_t lock;
	struct node *head;
	int count, slot[4], grid[2][3];
	unsigned is_open : 1, is_full : 1;
	union {
		int number;
		char letter;
	};
};

extern struct queue queue;

static inline void add_to_slot(struct queue *q, int i)
{
	q->slot[i]++; //= read q->slot[i]; write q->slot[i]
}

void push(struct queue *q, struct node *n);
