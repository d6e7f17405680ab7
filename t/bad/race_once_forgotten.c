// Set up by pthread_once, but one of those that use it has not called it.
// treadle: expect race
// treadle: says "\blimits\b"
// treadle: says "\bset_limits\b"
// treadle: says "\bpeek\b"
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static struct {
	int low, high;
} limits;

static void set_limits(void)
{
	limits.low = 1;
	limits.high = 9;
}

static void *check(void *arg)
{
	pthread_once(&once, set_limits);
	return limits.low < limits.high ? arg : NULL;
}

static void *peek(void *arg)
{
	return limits.high ? arg : NULL;
}

int main(void)
{
	pthread_t threads[3];

	pthread_create(&threads[0], NULL, check, NULL);
	pthread_create(&threads[1], NULL, check, NULL);
	pthread_create(&threads[2], NULL, peek, NULL);
	for (int i = 0; i < 3; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
