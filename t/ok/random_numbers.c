// Random numbers of the system are the same in every execution, or a schedule would not be one.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/random.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int odd;

static uint32_t draw(void)
{
#if __GLIBC_PREREQ(2, 36)
	uint32_t value;

	arc4random_buf(&value, sizeof value);
	assert(arc4random_uniform(10) < 10);
	return value ^ arc4random();
#else
	uint32_t value = 0;

	assert(getrandom(&value, sizeof value, 0) == sizeof value);
	return value;
#endif
}

/* What is drawn says how many events there are. */
static void *work(void *arg)
{
	for (uint32_t turns = draw() % 3; turns; turns--) {
		pthread_mutex_lock(&mutex);
		odd ^= 1;
		pthread_mutex_unlock(&mutex);
	}
	return arg;
}

int main(void)
{
	pthread_t threads[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, work, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	assert(odd == 0 || odd == 1);
	return 0;
}
