// Two threads add one without a lock; one addition can be lost.
// treadle: expect assert
// treadle: says "\bcounter\b"
// treadle: says "@check"
#include <assert.h>
#include <pthread.h>

static int counter;

static void *adder(void *arg)
{
	counter++;
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, adder, NULL);
	pthread_create(&b, NULL, adder, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(counter == 2); /* @check */
	return 0;
}
