// Two threads add to a set that has no lock.  Both link their entry before the one that they have found in the
// bucket.
// cause: atomicity
// lines: @found @link
// completions: 7
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

enum { BUCKETS = 2 };

struct entry {
	int key;
	struct entry *next;
};

static struct entry *buckets[BUCKETS];

static bool contains(int key)
{
	for (struct entry *entry = buckets[key % BUCKETS]; entry; entry = entry->next)
		if (entry->key == key)
			return true;
	return false;
}

static void add(struct entry *entry)
{
	struct entry **bucket = &buckets[entry->key % BUCKETS];

	if (contains(entry->key))
		return;
	entry->next = *bucket; /* @found */
	*bucket = entry; /* @link */
}

static void *adder(void *arg)
{
	struct entry *entries = arg;

	add(&entries[0]);
	add(&entries[1]);
	return arg;
}

int main(void)
{
	static struct entry odd_first[] = { { 5, NULL }, { 2, NULL } }, even_first[] = { { 4, NULL }, { 1, NULL } };
	pthread_t a, b;

	pthread_create(&a, NULL, adder, odd_first);
	pthread_create(&b, NULL, adder, even_first);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(contains(1));
	assert(contains(2));
	assert(contains(4));
	assert(contains(5));
	return 0;
}
