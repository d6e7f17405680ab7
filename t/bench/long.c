/* long N: an execution of about N events: two threads count under one lock.  What it costs must grow with N, and not faster. */
#include <pthread.h>
#include <stdlib.h>

enum { THREADS = 2, EVENTS_A_ROUND = 4 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long total, rounds;

static void *count(void *arg)
{
	for (long i = rounds; i > 0; i--) {
		pthread_mutex_lock(&lock);
		total++;
		pthread_mutex_unlock(&lock);
	}
	return arg;
}

int main(int argc, char **argv)
{
	pthread_t threads[THREADS];

	rounds = (argc > 1 ? atol(argv[1]) : 100) / THREADS / EVENTS_A_ROUND;
	for (int i = 0; i < THREADS; i++)
		pthread_create(&threads[i], NULL, count, NULL);
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	return total == THREADS * rounds ? 0 : 1;
}
