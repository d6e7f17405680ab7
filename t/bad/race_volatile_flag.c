// A volatile flag is no atomic one: it is a race itself.
// treadle: expect race
// treadle: says "\bis_stopped\b"
// treadle: says "\bstop\b"
// treadle: says "\bpoll_once\b"
// treadle: says "(reads|writes) is_stopped \(4 bytes, volatile\)"
// treadle: says "note: both accesses are volatile, which orders nothing .* treadle cc --volatile=atomic"
#include <pthread.h>

static volatile int is_stopped;

static void *poll_once(void *arg)
{
	return is_stopped ? NULL : arg;
}

static void *stop(void *arg)
{
	is_stopped = 1;
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, poll_once, NULL);
	pthread_create(&b, NULL, stop, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
