// The point of cancellation lies between two changes that belong together.
// treadle: expect assert
// treadle: says "\btaken\b"
// treadle: says "\bgiven\b"
#include <assert.h>
#include <pthread.h>

static int taken, given;

static void *move(void *arg)
{
	taken++;
	pthread_testcancel();
	given++;
	return arg;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, move, NULL);
	pthread_cancel(thread);
	pthread_join(thread, NULL);
	assert(taken == given);
	return 0;
}
