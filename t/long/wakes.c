/* wakes N: about N events: three threads count and wake two others, one of which waits for all to be counted while the other looks on. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { COUNTERS = 3, EVENTS_A_ROUND = 5 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t counted = PTHREAD_COND_INITIALIZER;
static long rounds, count;
static atomic_int is_over;

static void *count_up(void *arg)
{
	for (long i = 0; i < rounds; i++) {
		pthread_mutex_lock(&lock);
		count++;
		pthread_cond_broadcast(&counted);
		pthread_mutex_unlock(&lock);
	}
	return arg;
}

static void *wait_for_all(void *arg)
{
	pthread_mutex_lock(&lock);
	while (count < COUNTERS * rounds)
		pthread_cond_wait(&counted, &lock);
	pthread_mutex_unlock(&lock);
	is_over = 1;
	return arg;
}

static void *look_on(void *arg)
{
	while (!is_over) {
		pthread_mutex_lock(&lock);
		if (count > COUNTERS * rounds)
			abort();
		pthread_mutex_unlock(&lock);
	}
	return arg;
}

int main(int argc, char **argv)
{
	pthread_t threads[COUNTERS + 2];

	rounds = (argc > 1 ? atol(argv[1]) : 100) / COUNTERS / EVENTS_A_ROUND;
	for (int i = 0; i < COUNTERS; i++)
		pthread_create(&threads[i], NULL, count_up, NULL);
	pthread_create(&threads[COUNTERS], NULL, wait_for_all, NULL);
	pthread_create(&threads[COUNTERS + 1], NULL, look_on, NULL);
	for (int i = 0; i < COUNTERS + 2; i++)
		pthread_join(threads[i], NULL);
	return count == COUNTERS * rounds ? 0 : 1;
}
