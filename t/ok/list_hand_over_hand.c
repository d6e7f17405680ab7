// A sorted list with a lock in every node, taken hand over hand.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct node {
	pthread_mutex_t lock;
	struct node *next;
	int key;
};

static struct node head = { PTHREAD_MUTEX_INITIALIZER, NULL, -1 };

static void insert(int key)
{
	struct node *fresh = malloc(sizeof *fresh), *at = &head;

	pthread_mutex_init(&fresh->lock, NULL);
	fresh->key = key;
	pthread_mutex_lock(&at->lock);
	while (at->next) {
		struct node *next = at->next;

		pthread_mutex_lock(&next->lock);
		if (next->key > key) {
			pthread_mutex_unlock(&next->lock);
			break;
		}
		pthread_mutex_unlock(&at->lock);
		at = next;
	}
	fresh->next = at->next;
	at->next = fresh;
	pthread_mutex_unlock(&at->lock);
}

static void *insert_one(void *arg)
{
	insert(*(int *)arg);
	return NULL;
}

int main(void)
{
	pthread_t a, b;
	int keys[2] = { 2, 1 }, last = 0;

	insert(3);
	pthread_create(&a, NULL, insert_one, &keys[0]);
	pthread_create(&b, NULL, insert_one, &keys[1]);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	for (struct node *node = head.next, *next; node; node = next) {
		assert(node->key == ++last);
		next = node->next;
		pthread_mutex_destroy(&node->lock);
		free(node);
	}
	assert(last == 3);
	return 0;
}
