/* What fibres wait for: locks, condition variables, semaphores, pipes. */
#define _GNU_SOURCE
#include <pthread.h>
#include <semaphore.h>
#include "judge.h"
#include "world.h"

enum { LOCKS = 256, CONDITIONS = 32, SEMAPHORES = 32, PIPES = 4096, FIRST_PIPE = 1000 };

static struct { volatile void *at; int owner, depth; } locks[LOCKS];
static struct { volatile void *at; unsigned signals; } conditions[CONDITIONS];
static struct { sem_t *at; int value; } semaphores[SEMAPHORES];
static struct { int bytes, is_closed, is_not_waited_for; } pipes[PIPES];
static int pipe_count;
static int is_taken_twice; /* locks may be taken again by who has them */

static int lock_of(const volatile void *at)
{
	for (int i = 0; i < LOCKS; i++)
		if (locks[i].at == at)
			return i;
	judge_leave();
}

static int is_held(const volatile void *lock)
{
	for (int i = 0; i < LOCKS; i++)
		if (locks[i].at == lock)
			return 1;
	return 0;
}

static int is_free(const void *lock)
{
	return !is_held(lock);
}

int judge_lock(volatile void *lock)
{
	if (is_taken_twice && is_held(lock) && locks[lock_of(lock)].owner == judge_current()) {
		locks[lock_of(lock)].depth++;
		return 0;
	}
	judge_wait_for(is_free, (const void *)lock);
	int i = lock_of(NULL);
	locks[i].at = lock;
	locks[i].owner = judge_current();
	locks[i].depth = 1;
	return 0;
}

/* Whoever gives it back: threads hand locks over. */
int judge_unlock(volatile void *lock)
{
	if (is_held(lock) && --locks[lock_of(lock)].depth == 0)
		locks[lock_of(lock)].at = NULL;
	judge_step();
	return 0;
}

int judge_lock_twice(void)
{
	is_taken_twice = 1;
	return 0;
}

static unsigned *signals_of(volatile void *condition)
{
	for (int i = 0; i < CONDITIONS; i++)
		if (!conditions[i].at || conditions[i].at == condition) {
			conditions[i].at = condition;
			return &conditions[i].signals;
		}
	judge_leave();
}

struct signal {
	const unsigned *signals;
	unsigned before;
};

static int is_signalled(const void *what)
{
	const struct signal *signal = what;
	return *signal->signals != signal->before;
}

int judge_cond_wait(volatile void *condition, volatile void *mutex)
{
	struct signal signal = { signals_of(condition), *signals_of(condition) };
	judge_unlock(mutex);
	judge_wait_for(is_signalled, &signal);
	return judge_lock(mutex);
}

/* One wakes all: they may wake for nothing anyway. */
int judge_cond_signal(volatile void *condition)
{
	++*signals_of(condition);
	judge_step();
	return 0;
}

int judge_once(pthread_once_t *once, void (*function)(void))
{
	if (*once)
		return 0;
	*once = 1;
	function();
	return 0;
}

/* A semaphore that nobody has initialised starts with a few. */
static int *value_of(sem_t *semaphore)
{
	int i = 0;
	while (semaphores[i].at && semaphores[i].at != semaphore)
		if (++i == SEMAPHORES)
			judge_leave();
	if (!semaphores[i].at) {
		semaphores[i].at = semaphore;
		semaphores[i].value = 4;
	}
	return &semaphores[i].value;
}

static int is_positive(const void *value)
{
	return *(const int *)value > 0;
}

int judge_sem_init(sem_t *semaphore, int shared, unsigned value)
{
	(void)shared;
	*value_of(semaphore) = (int)value;
	return 0;
}

int judge_sem_wait(sem_t *semaphore)
{
	int *value = value_of(semaphore);
	judge_wait_for(is_positive, value);
	--*value;
	return 0;
}

int judge_sem_trywait(sem_t *semaphore)
{
	int *value = value_of(semaphore);
	judge_step();
	if (*value == 0)
		return -1;
	--*value;
	return 0;
}

int judge_sem_post(sem_t *semaphore)
{
	++*value_of(semaphore);
	judge_step();
	return 0;
}

/* Pipes hold any number of bytes, which are all alike.  Even numbers are ends to read from. */
int judge_pipe(int *ends)
{
	if (pipe_count == PIPES)
		judge_leave();
	ends[0] = FIRST_PIPE + 2 * pipe_count++;
	ends[1] = ends[0] + 1;
	return 0;
}

static int pipe_of(long end)
{
	return end >= FIRST_PIPE && end < FIRST_PIPE + 2 * pipe_count ? (int)(end - FIRST_PIPE) / 2 : -1;
}

static int is_readable(const void *what)
{
	int which = *(const int *)what;
	return which < 0 || pipes[which].bytes || pipes[which].is_closed || pipes[which].is_not_waited_for;
}

int judge_read(long end)
{
	int which = pipe_of(end);
	judge_wait_for(is_readable, &which);
	return which >= 0 && pipes[which].bytes && pipes[which].bytes--;
}

int judge_write(long end)
{
	int which = pipe_of(end);
	if (which >= 0)
		pipes[which].bytes++;
	judge_step();
	return 1;
}

int judge_accept(long socket)
{
	if (socket >= 0)
		judge_gain(JUDGE_SOCKETS);
	return (int)socket;
}

int judge_close(long end)
{
	int which = pipe_of(end);
	if (which >= 0 && end % 2)
		pipes[which].is_closed = 1;
	if (which < 0 && end >= 0)
		judge_lose(JUDGE_SOCKETS);
	return 0;
}

int judge_do_not_wait(long end)
{
	int which = pipe_of(end);
	if (which >= 0)
		pipes[which].is_not_waited_for = 1;
	return 0;
}
