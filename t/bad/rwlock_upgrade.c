// A reader wants to become a writer without letting go of its read lock.
// treadle: expect deadlock|cycle|self-deadlock
// treadle: says "@upgrade"
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int cached;

static void *fill(void *arg)
{
	pthread_rwlock_rdlock(&lock);
	if (!cached) {
		pthread_rwlock_wrlock(&lock); /* @upgrade */
		cached = 1;
		pthread_rwlock_unlock(&lock);
	}
	pthread_rwlock_unlock(&lock);
	return arg;
}

static void *prime(void *arg)
{
	pthread_rwlock_wrlock(&lock);
	cached = 1;
	pthread_rwlock_unlock(&lock);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, prime, NULL);
	pthread_create(&b, NULL, fill, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
