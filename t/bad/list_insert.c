// Two insertions at the head of a list without a lock: one element is lost.
// treadle: expect assert
// treadle: says "\bhead\b"
// treadle: says "insert"
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

struct node {
	struct node *next;
};

static struct node *head, nodes[2];

static void *insert(void *arg)
{
	struct node *node = arg;

	node->next = head;
	head = node;
	return NULL;
}

int main(void)
{
	pthread_t a, b;
	int length = 0;

	pthread_create(&a, NULL, insert, &nodes[0]);
	pthread_create(&b, NULL, insert, &nodes[1]);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	for (struct node *node = head; node; node = node->next)
		length++;
	assert(length == 2);
	return 0;
}
