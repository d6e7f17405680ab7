// A table that is mostly read: lookups share the lock, the one that changes it has it alone.
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static struct {
	int key, value;
} routes[2] = { { 1, 10 }, { 2, 20 } };

static int lookup(int key)
{
	int value = -1;

	pthread_rwlock_rdlock(&lock);
	for (int i = 0; i < 2; i++)
		if (routes[i].key == key)
			value = routes[i].value;
	pthread_rwlock_unlock(&lock);
	return value;
}

static void *send(void *arg)
{
	int value = lookup(2);

	assert(value == 20 || value == 25);
	return arg;
}

static void *reroute(void *arg)
{
	pthread_rwlock_wrlock(&lock);
	routes[1].key = 0;
	routes[1].value = 25;
	routes[1].key = 2;
	pthread_rwlock_unlock(&lock);
	return arg;
}

int main(void)
{
	pthread_t threads[3];

	pthread_create(&threads[0], NULL, send, NULL);
	pthread_create(&threads[1], NULL, send, NULL);
	pthread_create(&threads[2], NULL, reroute, NULL);
	for (int i = 0; i < 3; i++)
		pthread_join(threads[i], NULL);
	assert(lookup(2) == 25);
	return 0;
}
