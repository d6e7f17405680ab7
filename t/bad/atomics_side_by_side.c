// Two flags of one byte each, side by side: whoever has seen one of them knows nothing of what was done before the other was set.
// treadle: expect race
// treadle: says "data race on value"
#include <pthread.h>
#include <stdint.h>

static uint8_t flags[2];
static int value;

static void *write_it(void *arg)
{
	__atomic_store_n(&flags[1], 1, __ATOMIC_RELEASE);
	value = 1;
	__atomic_store_n(&flags[0], 1, __ATOMIC_RELEASE);
	return arg;
}

int main(void)
{
	pthread_t thread;
	int seen = 0;

	pthread_create(&thread, NULL, write_it, NULL);
	if (__atomic_load_n(&flags[1], __ATOMIC_ACQUIRE))
		seen = value;
	pthread_join(thread, NULL);
	return seen > 1;
}
