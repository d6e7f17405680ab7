/* Two consumers share the work of one producer.  Passes all day long, and then fails once on the build server. */
#include "queue.h"

#include <assert.h>
#include <stdio.h>
#include <unistd.h>

static struct queue queue;

static void *consumer(void *arg)
{
	int *taken = arg;

	*taken = queue_take(&queue);
	return NULL;
}

int main(void)
{
	pthread_t threads[2];
	int taken[2];

	queue_init(&queue);
	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, consumer, &taken[i]);
	usleep(1000); /* let them start */
	queue_put(&queue, 1);
	queue_put(&queue, 10);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	assert(taken[0] + taken[1] == 11);
	printf("ok\n");
	return 0;
}
