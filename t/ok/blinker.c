// A thread that goes round, writing the same values again and again, until another one stops it.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int light, stop;

static void *blink(void *arg)
{
	while (!stop) {
		light = 1;
		light = 0;
	}
	return arg;
}

static void *end(void *arg)
{
	stop = 1;
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, blink, NULL);
	pthread_create(&b, NULL, end, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return light;
}
