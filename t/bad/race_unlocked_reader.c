// Whoever writes has the lock, whoever only reads has not.
// treadle: expect race
// treadle: says "\btemperature\b"
// treadle: says "\bmeasure\b"
// treadle: says "\bdisplay\b"
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int temperature, shown;

static void *measure(void *arg)
{
	pthread_mutex_lock(&lock);
	temperature = 21;
	pthread_mutex_unlock(&lock);
	return arg;
}

static void *display(void *arg)
{
	shown = temperature;
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, measure, NULL);
	pthread_create(&b, NULL, display, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return shown == 0 || shown == 21 ? 0 : 1;
}
