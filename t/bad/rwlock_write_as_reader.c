// Two "readers" count their reads in the shared table: read locks do not exclude each other.
// treadle: expect assert
// treadle: says "table\.lookups"
#include <assert.h>
#include <pthread.h>

static struct {
	pthread_rwlock_t lock;
	int value;
	int lookups;
} table = { PTHREAD_RWLOCK_INITIALIZER, 7, 0 };

static void *lookup(void *arg)
{
	pthread_rwlock_rdlock(&table.lock);
	table.lookups++;
	pthread_rwlock_unlock(&table.lock);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, lookup, NULL);
	pthread_create(&b, NULL, lookup, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(table.lookups == 2);
	return 0;
}
