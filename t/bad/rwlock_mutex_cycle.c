// A reader of the map takes the log's lock, a writer of the log the map's write lock: one of each is enough.
// treadle: expect deadlock|cycle
// treadle: says "@write"
// treadle: says "\bmap_lock\b"
#include <pthread.h>

static pthread_rwlock_t map_lock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_mutex_t log_lock = PTHREAD_MUTEX_INITIALIZER;
static int entries, lines;

static void *lookup(void *arg)
{
	pthread_rwlock_rdlock(&map_lock);
	pthread_mutex_lock(&log_lock);
	lines += entries;
	pthread_mutex_unlock(&log_lock);
	pthread_rwlock_unlock(&map_lock);
	return arg;
}

static void *insert(void *arg)
{
	pthread_mutex_lock(&log_lock);
	lines++;
	pthread_rwlock_wrlock(&map_lock); /* @write */
	entries++;
	pthread_rwlock_unlock(&map_lock);
	pthread_mutex_unlock(&log_lock);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, lookup, NULL);
	pthread_create(&b, NULL, insert, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
