// Readers and writers have a mutex each, but wait for the same condition variable.
// treadle: expect bad-primitive
// treadle: says "a condition variable is waited for with two mutexes at once: changed; .*read_all waits for it with read_lock"
// treadle: says "write_all waits for it with write_lock"
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t read_lock = PTHREAD_MUTEX_INITIALIZER, write_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static atomic_int is_open;

static void wait_until_open(pthread_mutex_t *lock)
{
	pthread_mutex_lock(lock);
	while (!atomic_load(&is_open))
		pthread_cond_wait(&changed, lock);
	pthread_mutex_unlock(lock);
}

static void *read_all(void *arg)
{
	wait_until_open(&read_lock);
	return arg;
}

static void *write_all(void *arg)
{
	wait_until_open(&write_lock);
	return arg;
}

int main(void)
{
	pthread_t reader, writer;

	pthread_create(&reader, NULL, read_all, NULL);
	pthread_create(&writer, NULL, write_all, NULL);
	pthread_mutex_lock(&read_lock);
	pthread_mutex_lock(&write_lock);
	atomic_store(&is_open, 1);
	pthread_cond_broadcast(&changed);
	pthread_mutex_unlock(&write_lock);
	pthread_mutex_unlock(&read_lock);
	pthread_join(reader, NULL);
	pthread_join(writer, NULL);
	return 0;
}
