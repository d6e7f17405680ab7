// A race on one variable is declared to be intended; the one beside it is not.
// treadle: expect race
// treadle: says "\btotal\b"
// treadle: says "\bhandle\b"
// treadle: never "data race on hint"
#include <pthread.h>
#include <treadle/treadle.h>

static int hint, total;

static void *handle(void *arg)
{
	hint = 1;
	total++;
	return arg;
}

int main(void)
{
	pthread_t a, b;

	treadle_benign(&hint);
	pthread_create(&a, NULL, handle, NULL);
	pthread_create(&b, NULL, handle, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
