// Every way to take a semaphore.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <time.h>

static sem_t permits;
static atomic_int inside;

static void use(void)
{
	assert(atomic_fetch_add(&inside, 1) < 2);
	atomic_fetch_sub(&inside, 1);
	sem_post(&permits);
}

static void *by_waiting(void *arg)
{
	while (sem_wait(&permits))
		assert(errno == EINTR);
	use();
	return arg;
}

static void *by_trying(void *arg)
{
	struct timespec deadline;

	if (sem_trywait(&permits) == 0)
		use();
	else
		assert(errno == EAGAIN);
	clock_gettime(CLOCK_REALTIME, &deadline);
	deadline.tv_sec++;
	if (sem_timedwait(&permits, &deadline) == 0)
		use();
	else
		assert(errno == ETIMEDOUT);
	clock_gettime(CLOCK_MONOTONIC, &deadline);
	deadline.tv_sec++;
	if (sem_clockwait(&permits, CLOCK_MONOTONIC, &deadline) == 0)
		use();
	else
		assert(errno == ETIMEDOUT);
	return arg;
}

int main(void)
{
	pthread_t a, b, c;
	int value;

	sem_init(&permits, 0, 2);
	pthread_create(&a, NULL, by_waiting, NULL);
	pthread_create(&b, NULL, by_waiting, NULL);
	pthread_create(&c, NULL, by_trying, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	pthread_join(c, NULL);
	sem_getvalue(&permits, &value);
	assert(value == 2);
	sem_destroy(&permits);
	return 0;
}
