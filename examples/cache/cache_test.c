/* A cache of reference-counted entries.  Looking an entry up takes its reference a moment too late, when the lock is free again:
 * an eviction in between frees it. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

enum { SLOTS = 4 };

struct entry {
	atomic_int references;
	int key;
	long value;
};

static struct {
	pthread_mutex_t lock;
	struct entry *slots[SLOTS];
} cache = { .lock = PTHREAD_MUTEX_INITIALIZER };

static void entry_put(struct entry *entry)
{
	if (atomic_fetch_sub(&entry->references, 1) == 1)
		free(entry);
}

static void cache_insert(int key, long value)
{
	struct entry *entry = malloc(sizeof *entry);

	atomic_init(&entry->references, 1);
	entry->key = key;
	entry->value = value;
	pthread_mutex_lock(&cache.lock);
	cache.slots[key % SLOTS] = entry;
	pthread_mutex_unlock(&cache.lock);
}

static struct entry *cache_get(int key)
{
	struct entry *entry;

	pthread_mutex_lock(&cache.lock);
	entry = cache.slots[key % SLOTS];
	pthread_mutex_unlock(&cache.lock);
	if (entry)
		atomic_fetch_add(&entry->references, 1);
	return entry;
}

static void cache_evict(int key)
{
	struct entry *entry;

	pthread_mutex_lock(&cache.lock);
	entry = cache.slots[key % SLOTS];
	cache.slots[key % SLOTS] = NULL;
	pthread_mutex_unlock(&cache.lock);
	if (entry)
		entry_put(entry);
}

static void *reader(void *arg)
{
	struct entry *entry = cache_get(7);
	long *seen = arg;

	if (entry) {
		*seen = entry->value;
		entry_put(entry);
	}
	return NULL;
}

static void *evictor(void *arg)
{
	cache_evict(7);
	return arg;
}

int main(void)
{
	pthread_t threads[2];
	long seen = 0;

	cache_insert(7, 42);
	pthread_create(&threads[0], NULL, reader, &seen);
	pthread_create(&threads[1], NULL, evictor, NULL);
	pthread_join(threads[0], NULL);
	pthread_join(threads[1], NULL);
	printf("saw %ld\n", seen);
	return 0;
}
