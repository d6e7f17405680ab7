// treadle: options --max-events 20000
// A thread that may be cancelled at any moment does nothing but yield.
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <unistd.h>

static void *yield(void *arg)
{
	pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
	for (;;)
		sched_yield();
	return arg;
}

int main(void)
{
	pthread_t thread;
	void *result;

	pthread_create(&thread, NULL, yield, NULL);
	usleep(1000);
	pthread_cancel(thread);
	pthread_join(thread, &result);
	assert(result == PTHREAD_CANCELED);
	return 0;
}
