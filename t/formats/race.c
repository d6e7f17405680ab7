/* A data race between two functions, and nothing else. */
#include <pthread.h>

struct counters {
	int hits, misses;
};

static struct counters counters;

static void *count_hit(void *unused)
{
	counters.hits++;
	return unused;
}

static int read_hits(void)
{
	return counters.hits;
}

int main(void)
{
	pthread_t thread;
	int hits;

	pthread_create(&thread, NULL, count_hit, NULL);
	hits = read_hits();
	pthread_join(thread, NULL);
	return hits > 1;
}
