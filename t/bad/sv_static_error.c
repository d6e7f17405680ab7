// A reader sees the flag before the data that it stands for: two stores in the wrong order.  The error function is static,
// and its body is an assertion that NDEBUG takes away.
// treadle: expect assert
// treadle: says "__VERIFIER_error\(\) is reached"
// treadle: flags -DNDEBUG -O2
// cause: order
// says: ^main read data at .* before publish could write it at
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int data, is_ready;

static void __VERIFIER_error(void)
{
	assert(0);
}

static void *publish(void *unused)
{
	atomic_store(&is_ready, 1);
	atomic_store(&data, 42);
	return unused;
}

int main(void)
{
	pthread_t publisher;

	pthread_create(&publisher, NULL, publish, NULL);
	if (atomic_load(&is_ready) && atomic_load(&data) != 42)
		__VERIFIER_error();
	pthread_join(publisher, NULL);
	return 0;
}
