// Two locks in two orders, once at the beginning of one thread and once at the end of the other: hardly any schedule brings them
// together, but the order of the locks is wrong in each.
// treadle: expect deadlock|cycle
// treadle: options --executions 200
// treadle: strategies random pct pos delays preemptions run-on
// treadle: says "\bcache_lock\b"
// treadle: says "\bindex_lock\b"
// treadle: says "@evict"
// treadle: says "@rebuild"
// treadle: never "(unlock cache_lock[^✗]*){4}"
#include <pthread.h>

static pthread_mutex_t cache_lock = PTHREAD_MUTEX_INITIALIZER, index_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t stats_lock = PTHREAD_MUTEX_INITIALIZER;
static int cached, indexed, hits;

static void look_up(int times)
{
	for (int i = 0; i < times; i++) {
		pthread_mutex_lock(&cache_lock);
		cached++;
		pthread_mutex_unlock(&cache_lock);
		pthread_mutex_lock(&stats_lock);
		hits++;
		pthread_mutex_unlock(&stats_lock);
	}
}

static void *evict(void *arg)
{
	pthread_mutex_lock(&cache_lock);
	pthread_mutex_lock(&index_lock); /* @evict */
	cached--;
	indexed--;
	pthread_mutex_unlock(&index_lock);
	pthread_mutex_unlock(&cache_lock);
	look_up(100);
	return arg;
}

static void *rebuild(void *arg)
{
	look_up(100);
	pthread_mutex_lock(&index_lock);
	pthread_mutex_lock(&cache_lock); /* @rebuild */
	indexed = cached;
	pthread_mutex_unlock(&cache_lock);
	pthread_mutex_unlock(&index_lock);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, evict, NULL);
	pthread_create(&b, NULL, rebuild, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
