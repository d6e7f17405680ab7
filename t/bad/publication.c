// The flag is raised before the data is there.
// treadle: expect assert
// treadle: says "\bpayload\b"
// treadle: says "\bpublished\b"
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int payload;
static atomic_int published;

static void *publish(void *arg)
{
	atomic_store(&published, 1);
	payload = 42;
	return arg;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, publish, NULL);
	if (atomic_load(&published)) {
		int seen = payload;
		assert(seen == 42);
	}
	pthread_join(thread, NULL);
	return 0;
}
