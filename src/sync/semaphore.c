/* Semaphores on POSIX threads.  Each public function first hands over to the runtime if that is in control; it does so by a jump
 * (the call is the last thing the function does), for the runtime takes the return address for the place in the program. */
#include "misuse.h"
#include "wait.h"
#include "wire/sync.h"

#include <limits.h>

static void init(treadle_semaphore_t *semaphore, unsigned long value, unsigned long limit)
{
	*semaphore = (treadle_semaphore_t){ .limit = limit, .value = value };
	pthread_mutex_init(&semaphore->lock, NULL);
	pthread_cond_init(&semaphore->changed, NULL);
}

void treadle_semaphore_init(treadle_semaphore_t *semaphore, unsigned value)
{
	return td_is_controlled() ? treadle_rt_semaphore_init(semaphore, value, UINT_MAX) : init(semaphore, value, UINT_MAX);
}

void treadle_semaphore_init_binary(treadle_semaphore_t *semaphore, unsigned value)
{
	return td_is_controlled() ? treadle_rt_semaphore_init(semaphore, value != 0, 1) : init(semaphore, value != 0, 1);
}

static void destroy(treadle_semaphore_t *semaphore)
{
	expect(semaphore->limit, "a semaphore is destroyed that is not initialised");
	semaphore->limit = 0;
	pthread_cond_destroy(&semaphore->changed);
	pthread_mutex_destroy(&semaphore->lock);
}

void treadle_semaphore_destroy(treadle_semaphore_t *semaphore)
{
	return td_is_controlled() ? treadle_rt_semaphore_destroy(semaphore) : destroy(semaphore);
}

/* Waits until the value is not this one, then changes it. */
static void step(treadle_semaphore_t *semaphore, unsigned long not, int by)
{
	expect(semaphore->limit, "a semaphore is used that is not initialised");
	pthread_mutex_lock(&semaphore->lock);
	while (semaphore->value == not)
		wait_for(&semaphore->changed, &semaphore->lock);
	semaphore->value += (unsigned long)by;
	pthread_cond_broadcast(&semaphore->changed); /* those that take and those that post may both be waiting */
	pthread_mutex_unlock(&semaphore->lock);
}

void treadle_semaphore_wait(treadle_semaphore_t *semaphore)
{
	return td_is_controlled() ? treadle_rt_semaphore_wait(semaphore) : step(semaphore, 0, -1);
}

void treadle_semaphore_post(treadle_semaphore_t *semaphore)
{
	return td_is_controlled() ? treadle_rt_semaphore_post(semaphore) : step(semaphore, semaphore->limit, 1);
}
