// One wrong lock: get() takes the lock of the figures instead of the cache's, so that much goes wrong.
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

enum { SLOTS = 4 };

struct entry {
	int key, value;
	struct entry *next;
};

static struct {
	pthread_mutex_t lock, figures_lock;
	struct entry *slots[SLOTS];
	int count, hits, misses;
} cache = { .lock = PTHREAD_MUTEX_INITIALIZER, .figures_lock = PTHREAD_MUTEX_INITIALIZER };

static struct entry *find(int key)
{
	for (struct entry *entry = cache.slots[key % SLOTS]; entry; entry = entry->next)
		if (entry->key == key)
			return entry;
	return NULL;
}

static int get(int key)
{
	int value = 0;

	pthread_mutex_lock(&cache.figures_lock);
	struct entry *entry = find(key);

	if (entry)
		value = entry->value;
	cache.hits += entry != NULL;
	cache.misses += entry == NULL;
	pthread_mutex_unlock(&cache.figures_lock);
	return value;
}

static void put(int key, int value)
{
	pthread_mutex_lock(&cache.lock);
	struct entry *entry = find(key);

	if (!entry) {
		entry = malloc(sizeof *entry);
		entry->key = key;
		entry->next = cache.slots[key % SLOTS];
		cache.slots[key % SLOTS] = entry;
		cache.count++;
	}
	entry->value = value;
	pthread_mutex_unlock(&cache.lock);
}

static void evict(int key)
{
	pthread_mutex_lock(&cache.lock);
	struct entry *entry = find(key);

	if (entry) {
		cache.slots[key % SLOTS] = entry->next;
		cache.count--;
		free(entry);
	}
	pthread_mutex_unlock(&cache.lock);
}

static void *writer(void *arg)
{
	put(0, 10);
	put(1, 11);
	evict(1);
	return arg;
}

static void *reader(void *arg)
{
	get(0);
	get(1);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, writer, NULL);
	pthread_create(&b, NULL, reader, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	evict(0);
	return 0;
}
