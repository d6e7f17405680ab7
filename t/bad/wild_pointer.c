// A list is gone through while its memory is filled with what is no address.
// treadle: expect crash
// treadle: says "at an address that no memory can have"
#include <pthread.h>
#include <string.h>

struct node {
	struct node *volatile next;
};

static struct node last, first = { &last };

static void *fill(void *arg)
{
	memset(&first, 0xa5, sizeof first);
	return arg;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, fill, NULL);
	for (const struct node *node = &first; node; node = node->next)
		;
	pthread_join(thread, NULL);
	return 0;
}
