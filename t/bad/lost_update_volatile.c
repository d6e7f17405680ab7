// volatile is not atomic: the read and the write of hits++ can be torn apart.
// treadle: expect assert
// treadle: says "\bhits\b"
#include <assert.h>
#include <pthread.h>

static volatile long hits;

static void *visitor(void *arg)
{
	for (int i = 0; i < 2; i++)
		hits++;
	return arg;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, visitor, NULL);
	visitor(NULL);
	pthread_join(thread, NULL);
	assert(hits == 4);
	return 0;
}
