// The value that was read under the read lock is old when the write lock is held.
// treadle: expect assert
// treadle: says "\bnext_id\b"
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int next_id = 1;

static void *take_id(void *arg)
{
	pthread_rwlock_rdlock(&lock);
	int id = next_id;
	pthread_rwlock_unlock(&lock);
	pthread_rwlock_wrlock(&lock);
	next_id = id + 1;
	pthread_rwlock_unlock(&lock);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, take_id, NULL);
	pthread_create(&b, NULL, take_id, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(next_id == 3);
	return 0;
}
