/* State of every kind that an execution changes: the heap, values of thread-specific keys, thread-local variables, handlers for the
 * end, what the C library buffers, and the order in which all that happens is left open. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node {
	int value;
	struct node *next;
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct node *list;
static atomic_int sum, destroyed;
static pthread_key_t key;
static _Thread_local int pushed;
static char text[64];

static void destroy(void *value)
{
	destroyed += *(int *)value;
	free(value);
}

static void push(int value)
{
	struct node *node = malloc(sizeof *node);

	node->value = value;
	pthread_mutex_lock(&mutex);
	node->next = list;
	list = node;
	snprintf(text + strlen(text), sizeof text - strlen(text), "%d ", value); /* by code that is not woven */
	pthread_mutex_unlock(&mutex);
	pushed++;
}

static int pop(void)
{
	pthread_mutex_lock(&mutex);
	struct node *node = list;
	if (node)
		list = node->next;
	pthread_mutex_unlock(&mutex);
	int value = node ? node->value : 0;
	free(node);
	return value;
}

static void *work(void *arg)
{
	int *mine = malloc(sizeof *mine);

	*mine = (int)(long)arg;
	pthread_setspecific(key, mine);
	push(*mine);
	sum += pop();
	assert(pushed == 1);
	return NULL;
}

static void check_at_end(void)
{
	assert(sum == 3 && destroyed == 3 && !list && strlen(text) == 4);
	printf("%s\n", text);
}

int main(void)
{
	pthread_t threads[2];

	pthread_key_create(&key, destroy);
	atexit(check_at_end);
	for (long i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, work, (void *)(i + 1));
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
