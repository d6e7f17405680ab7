// Spin locks, taken and tried.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_spinlock_t lock;
static int total, skipped_first;

static void *add(void *arg)
{
	pthread_spin_lock(&lock);
	total++;
	pthread_spin_unlock(&lock);
	return arg;
}

static void *try_to_add(void *arg)
{
	int failed = pthread_spin_trylock(&lock);

	assert(failed == 0 || failed == EBUSY);
	if (failed) {
		pthread_spin_lock(&lock);
		skipped_first = 1;
	}
	total++;
	pthread_spin_unlock(&lock);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
	pthread_create(&a, NULL, add, NULL);
	pthread_create(&b, NULL, try_to_add, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(total == 2);
	pthread_spin_destroy(&lock);
	return 0;
}
