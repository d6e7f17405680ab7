// The processor's time stamps say how many events there are; and they do not go back, nor stand still.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <x86intrin.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int served;
static uint64_t turns;

static void *work(void *unused)
{
	unsigned processor;
	uint64_t before = __rdtsc(), after = __rdtscp(&processor);

	(void)unused;
	assert(after > before);
	for (uint64_t left = turns; left; left--) {
		pthread_mutex_lock(&lock);
		served++;
		pthread_mutex_unlock(&lock);
	}
	while (__rdtsc() < after + 1000000)
		;
	return NULL;
}

int main(void)
{
	pthread_t threads[2];

	turns = 1 + __rdtsc() / 64 % 3;
	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, work, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	assert(served == 2 * (int)turns);
	return 0;
}
