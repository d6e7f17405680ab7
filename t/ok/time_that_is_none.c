// Times with too many nanoseconds, or fewer than none, and clocks by which nobody waits: each call says so at once, whether it would have
// had to wait or not.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <mqueue.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static sem_t empty, full;

/* What somebody else holds. */
static void *try_taken(void *arg)
{
	const struct timespec *wrong = arg;

	assert(pthread_mutex_timedlock(&mutex, wrong) == EINVAL);
	assert(pthread_rwlock_timedrdlock(&rwlock, wrong) == EINVAL);
	assert(pthread_rwlock_timedwrlock(&rwlock, wrong) == EINVAL);
	assert(sem_timedwait(&empty, wrong) == -1 && errno == EINVAL);
	return NULL;
}

static void try_free(const struct timespec *wrong)
{
	assert(pthread_mutex_timedlock(&mutex, wrong) == 0);
	assert(pthread_cond_timedwait(&cond, &mutex, wrong) == EINVAL);
	assert(pthread_rwlock_timedrdlock(&rwlock, wrong) == EINVAL);
	assert(pthread_rwlock_wrlock(&rwlock) == 0);
	assert(sem_timedwait(&full, wrong) == -1 && errno == EINVAL);
}

static void try_queue(const struct timespec *wrong)
{
	struct mq_attr attributes = { .mq_maxmsg = 1, .mq_msgsize = 1 };
	char name[64], byte = 0;

	snprintf(name, sizeof name, "/treadle-time-%d", (int)getpid());
	mqd_t queue = mq_open(name, O_CREAT | O_RDWR, 0600, &attributes);
	assert(queue >= 0 && !mq_unlink(name));
	assert(mq_timedsend(queue, &byte, 1, 0, wrong) == -1 && errno == EINVAL);
	assert(mq_timedreceive(queue, &byte, 1, NULL, wrong) == -1 && errno == EINVAL);
	mq_close(queue);
}

/* By the time of the process, say. */
static void try_clock(clockid_t clock)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	assert(pthread_mutex_clocklock(&mutex, clock, &now) == EINVAL);
	assert(pthread_mutex_lock(&mutex) == 0);
	assert(pthread_cond_clockwait(&cond, &mutex, clock, &now) == EINVAL);
	pthread_mutex_unlock(&mutex);
	assert(pthread_rwlock_clockrdlock(&rwlock, clock, &now) == EINVAL);
	assert(pthread_rwlock_clockwrlock(&rwlock, clock, &now) == EINVAL);
	assert(sem_clockwait(&full, clock, &now) == -1 && errno == EINVAL);
	assert(pthread_clockjoin_np(pthread_self(), NULL, clock, &now) == EINVAL);
}

static void try_all(long nanoseconds)
{
	struct timespec wrong;
	pthread_t thread;

	clock_gettime(CLOCK_REALTIME, &wrong);
	wrong.tv_nsec = nanoseconds;
	try_free(&wrong);
	try_queue(&wrong);
	pthread_create(&thread, NULL, try_taken, &wrong);
	pthread_join(thread, NULL);
	pthread_rwlock_unlock(&rwlock);
	pthread_mutex_unlock(&mutex);
}

int main(void)
{
	sem_init(&empty, 0, 0);
	sem_init(&full, 0, 1);
	try_all(-1);
	try_all(1000000000);
	try_all(0x100001000);
	try_clock(CLOCK_PROCESS_CPUTIME_ID);
	try_clock(CLOCK_MONOTONIC_COARSE);
	return 0;
}
