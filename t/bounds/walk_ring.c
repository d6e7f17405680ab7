// A ring, walked by a macro until it comes back to its head.
// bounds: bounded 19
#include <pthread.h>

struct node {
	struct node *next;
};
#define FOR_EACH(at, head) for ((at) = (head)->next; (at) != (head); (at) = (at)->next)

static void *work(void *arg)
{
	return arg;
}

void start_all(struct node *head)
{
	struct node *at;
	pthread_t t;
	FOR_EACH(at, head) {
		pthread_create(&t, NULL, work, at);
	}
}
