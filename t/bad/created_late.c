// main joins the second thread, starts a third one and only then joins the first: the third may be done before the first has begun.
// treadle: expect assert
// treadle: says "@wrong"
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int stage, unused;

static void *prepare(void *arg)
{
	stage = 1;
	return arg;
}

static void *help(void *arg)
{
	unused = 1;
	return arg;
}

static void *finish(void *arg)
{
	stage = 2;
	return arg;
}

int main(void)
{
	pthread_t first, second, third;

	unused = 2;
	pthread_create(&first, NULL, prepare, NULL);
	pthread_create(&second, NULL, help, NULL);
	pthread_join(second, NULL);
	pthread_create(&third, NULL, finish, NULL);
	pthread_join(first, NULL);
	pthread_join(third, NULL);
	assert(stage == 2); /* @wrong */
	return 0;
}
