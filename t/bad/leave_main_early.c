// main returns without waiting: how far the other thread comes before that is a matter of order.
// treadle: expect assert
// treadle: says "@early"
#include <assert.h>
#include <pthread.h>

static void *report(void *ready)
{
	assert(ready); /* @early */
	return ready;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, report, NULL);
	return 0;
}
