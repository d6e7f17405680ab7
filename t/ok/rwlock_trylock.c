// Whoever does not get the lock at once leaves the data alone.
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int low, high = 1;

static void *widen(void *arg)
{
	if (pthread_rwlock_trywrlock(&lock) == 0) {
		low--;
		high++;
		pthread_rwlock_unlock(&lock);
	}
	return arg;
}

static void *look(void *arg)
{
	if (pthread_rwlock_tryrdlock(&lock) == 0) {
		assert(low + high == 1);
		pthread_rwlock_unlock(&lock);
	}
	return arg;
}

int main(void)
{
	pthread_t threads[3];

	pthread_create(&threads[0], NULL, widen, NULL);
	pthread_create(&threads[1], NULL, look, NULL);
	pthread_create(&threads[2], NULL, look, NULL);
	for (int i = 0; i < 3; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
