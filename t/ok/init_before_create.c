// All that main does before it creates a thread comes before what the thread does, and so for the thread's own threads.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int limit;
static int *table;

static void *grandchild(void *arg)
{
	int sum = 0;

	for (int i = 0; i < limit; i++)
		sum += table[i];
	assert(sum == 6);
	return arg;
}

static void *child(void *arg)
{
	pthread_t thread;

	table[limit - 1] = 3;
	pthread_create(&thread, NULL, grandchild, NULL);
	pthread_join(thread, NULL);
	table[0] = 0;
	return arg;
}

int main(void)
{
	pthread_t thread;

	limit = 3;
	table = calloc(limit, sizeof *table);
	table[0] = 1;
	table[1] = 2;
	pthread_create(&thread, NULL, child, NULL);
	pthread_join(thread, NULL);
	assert(table[0] == 0);
	free(table);
	return 0;
}
