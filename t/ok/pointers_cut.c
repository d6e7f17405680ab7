// Where a program's data lie in the first gigabyte, so do its blocks: it keeps pointers in 32 bits.
// treadle: flags -no-pie -fno-pie
// treadle: alone no
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { MANY = 2000, BIG = 30000 };

struct node {
	uint32_t next;
	char text[12];
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static uint32_t list;
static void *early;

__attribute__((constructor)) static void allocate_early(void)
{
	early = malloc(100);
	memset(early, 1, 100);
}

static void *push(void *text)
{
	struct node *node = malloc(sizeof *node);

	strcpy(node->text, text);
	pthread_mutex_lock(&lock);
	node->next = list;
	list = (uint32_t)(uintptr_t)node;
	pthread_mutex_unlock(&lock);
	return NULL;
}

static struct node *pop(void)
{
	struct node *first = (struct node *)(uintptr_t)list;

	list = first->next;
	return first;
}

/* More than there is room for down there. */
static void allocate_much(void)
{
	char *blocks[MANY];

	for (int i = 0; i < MANY; i++) {
		blocks[i] = malloc(BIG);
		blocks[i][0] = blocks[i][BIG - 1] = (char)i;
	}
	for (int i = 0; i < MANY; i++) {
		assert(blocks[i][0] == (char)i && blocks[i][BIG - 1] == (char)i);
		free(blocks[i]);
	}
}

int main(void)
{
	pthread_t a, b;

	assert((uintptr_t)early < UINT32_MAX && *(char *)early == 1);
	memset(early, 2, 100);
	pthread_create(&a, NULL, push, "one");
	pthread_create(&b, NULL, push, "two");
	push("three");
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	for (int i = 0; i < 3; i++)
		free(pop());
	assert(!list);
	free(early);
	allocate_much();
	return 0;
}
