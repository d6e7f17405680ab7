// "A second is surely enough."
// treadle: expect assert
// treadle: says "\bprepared\b"
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_int prepared;

static void *prepare(void *arg)
{
	atomic_store(&prepared, 1);
	return arg;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, prepare, NULL);
	sleep(1);
	assert(atomic_load(&prepared));
	pthread_join(thread, NULL);
	return 0;
}
