/* A thread waits for a flag in a loop. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;
static int data;

static void *write_data(void *unused)
{
	data = 1;
	atomic_store(&flag, 1);
	return unused;
}

static void *wait_for_data(void *unused)
{
	while (!atomic_load(&flag)) {
	}
	assert(data == 1);
	return unused;
}

int main(void)
{
	pthread_t threads[2];
	pthread_create(&threads[0], NULL, write_data, NULL);
	pthread_create(&threads[1], NULL, wait_for_data, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
