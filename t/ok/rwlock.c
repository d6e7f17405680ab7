// Readers share, a writer is alone; tried and timed locks give the codes they should.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static atomic_int reading, writing;
static int pair[2];

static void read_pair(void)
{
	atomic_fetch_add(&reading, 1);
	assert(atomic_load(&writing) == 0);
	assert(pair[0] == pair[1]);
	atomic_fetch_sub(&reading, 1);
	pthread_rwlock_unlock(&lock);
}

static void write_pair(void)
{
	assert(atomic_fetch_add(&writing, 1) == 0);
	assert(atomic_load(&reading) == 0);
	pair[0]++;
	pair[1]++;
	atomic_fetch_sub(&writing, 1);
	pthread_rwlock_unlock(&lock);
}

static void *reader(void *arg)
{
	struct timespec deadline;

	pthread_rwlock_rdlock(&lock);
	read_pair();
	clock_gettime(CLOCK_REALTIME, &deadline);
	deadline.tv_sec++;
	int failed = pthread_rwlock_timedrdlock(&lock, &deadline);
	assert(failed == 0 || failed == ETIMEDOUT);
	if (!failed)
		read_pair();
	return arg;
}

static void *writer(void *arg)
{
	struct timespec deadline;
	int failed = pthread_rwlock_trywrlock(&lock);

	assert(failed == 0 || failed == EBUSY);
	if (!failed)
		write_pair();
	clock_gettime(CLOCK_REALTIME, &deadline);
	deadline.tv_sec++;
	failed = pthread_rwlock_timedwrlock(&lock, &deadline);
	assert(failed == 0 || failed == ETIMEDOUT);
	if (!failed)
		write_pair();
	pthread_rwlock_wrlock(&lock);
	write_pair();
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, reader, NULL);
	pthread_create(&b, NULL, writer, NULL);
	if (pthread_rwlock_tryrdlock(&lock) == 0)
		read_pair();
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(pair[0] >= 1 && pair[0] <= 3);
	pthread_rwlock_destroy(&lock);
	return 0;
}
