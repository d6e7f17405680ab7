// The result of trylock is not looked at, so the unlock is of somebody else's lock, or of a free one.
// treadle: expect not-owner
// treadle: says "@unlock"
// treadle: says "\bstats_lock\b"
#include <pthread.h>

static pthread_mutex_t stats_lock = PTHREAD_MUTEX_INITIALIZER;
static int stats;

static void *count(void *arg)
{
	pthread_mutex_trylock(&stats_lock);
	stats++;
	pthread_mutex_unlock(&stats_lock); /* @unlock */
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, count, NULL);
	pthread_create(&b, NULL, count, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
