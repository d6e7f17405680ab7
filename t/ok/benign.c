// Races that are declared to be intended: a hint that may be wrong and a block of statistics.
#include <assert.h>
#include <pthread.h>
#include <treadle/treadle.h>

static int hint;
static struct {
	long hits, misses;
} statistics;
static int values[2] = { 10, 20 };

static void *lookup(void *arg)
{
	int start = hint;

	assert(start == 0 || start == 1);
	hint = 1 - start;
	statistics.hits += values[start] == 10;
	statistics.misses += values[start] != 10;
	return arg;
}

int main(void)
{
	pthread_t a, b;

	treadle_benign(&hint);
	treadle_benign(&statistics);
	pthread_create(&a, NULL, lookup, NULL);
	pthread_create(&b, NULL, lookup, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
