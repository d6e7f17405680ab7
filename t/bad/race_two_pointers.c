// Two views of one buffer, each with a lock of its own, overlap in one element.
// treadle: expect race
// treadle: never "volatile"
// treadle: says "\bsamples\b"
// treadle: says "\bsmooth\b"
// treadle: says "\bscale\b"
#include <pthread.h>

struct view {
	pthread_mutex_t lock;
	int *first;
	int length;
};

static int samples[5] = { 1, 2, 3, 4, 5 };
static struct view left = { PTHREAD_MUTEX_INITIALIZER, samples, 3 };
static struct view right = { PTHREAD_MUTEX_INITIALIZER, samples + 2, 3 };

static void *smooth(void *arg)
{
	pthread_mutex_lock(&left.lock);
	for (int i = 1; i < left.length; i++)
		left.first[i] = (left.first[i] + left.first[i - 1]) / 2;
	pthread_mutex_unlock(&left.lock);
	return arg;
}

static void *scale(void *arg)
{
	pthread_mutex_lock(&right.lock);
	for (int i = 0; i < right.length; i++)
		right.first[i] *= 2;
	pthread_mutex_unlock(&right.lock);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, smooth, NULL);
	pthread_create(&b, NULL, scale, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
