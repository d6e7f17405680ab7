// The top of the stack is the same node again, but the node below it is no longer free: compare-and-swap cannot tell.
// treadle: expect assert
// treadle: says "\btop\b"
// treadle: says "take_one"
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct node {
	struct node *_Atomic below;
	atomic_int taken;
};

static struct node b = { NULL, 0 };
static struct node a = { &b, 0 };
static struct node *_Atomic top = &a;

static struct node *pop(void)
{
	struct node *node = atomic_load(&top);

	while (node && !atomic_compare_exchange_strong(&top, &node, atomic_load(&node->below)))
		;
	if (node)
		assert(atomic_fetch_add(&node->taken, 1) == 0);
	return node;
}

static void push(struct node *node)
{
	struct node *old = atomic_load(&top);

	atomic_fetch_sub(&node->taken, 1);
	do
		atomic_store(&node->below, old);
	while (!atomic_compare_exchange_strong(&top, &old, node));
}

static void *take_one(void *arg)
{
	pop();
	pop();
	return arg;
}

static void *take_and_return(void *arg)
{
	struct node *first = pop();

	pop();
	if (first)
		push(first);
	return arg;
}

int main(void)
{
	pthread_t x, y;

	pthread_create(&x, NULL, take_one, NULL);
	pthread_create(&y, NULL, take_and_return, NULL);
	pthread_join(x, NULL);
	pthread_join(y, NULL);
	return 0;
}
