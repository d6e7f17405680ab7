/* Raw system calls of the program: futexes, which C++ libraries wait on, are ours; others pass. */
#include "futex.h"

#include "rt/hooks.h"
#include "rt/engine.h"
#include "rt/search.h"
#include "rt/loops.h"
#include "rt/core.h"
#include "rt/state.h"
#include "rt/sys.h"

#include <errno.h>
#include <linux/futex.h>
#include <stdarg.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

struct futex_call {
	uint32_t *word;
	int operation;
	uint32_t value;
	const struct timespec *limit;
	uint64_t pc;
};

static int finish(struct td_fiber *self, uint8_t flags, int problem)
{
	self->pending.flags = flags;
	td_record(self, 0);
	errno = problem;
	return problem ? -1 : 0;
}

static uint64_t limit_of(const struct futex_call *call)
{
	if (!call->limit)
		return TD_FOR_EVER;
	if ((call->operation & FUTEX_CMD_MASK) != FUTEX_WAIT_BITSET)
		return td_clock_in(call->limit);
	return td_clock_moment(call->operation & FUTEX_CLOCK_REALTIME ? CLOCK_REALTIME : CLOCK_MONOTONIC, call->limit);
}

static int futex_wait(const struct futex_call *call)
{
	struct td_fiber *self = td_current;
	td_point_write(self, TD_FUTEX_WAIT, (uint64_t)call->word, 4, call->pc);
	td_access_by_kernel(self, (uint64_t)call->word);
	if (__atomic_load_n(call->word, __ATOMIC_SEQ_CST) != call->value) {
		self->pending.writes = 0;
		return finish(self, TD_F_FAILED, EAGAIN);
	}
	td_record(self, call->value);
	self->wait.woken = 0;
	td_wait(self, td_object((uint64_t)call->word, TD_O_FUTEX), TD_FUTEX_WAKE_UP, call->pc, limit_of(call));
	if (self->wait.woken) {
		self->pending.unshared = 1; /* the wake has taken it off the list, and nobody sees when it goes on */
		td_progress(self);
		return finish(self, 0, 0);
	}
	td_clock_reach(self->time.limit);
	return finish(self, TD_F_TIMEOUT, ETIMEDOUT);
}

static struct td_fiber *sleeper(struct td_object *object, uint32_t which)
{
	for (struct td_fiber *fiber = object->first; fiber; fiber = fiber->wait.next)
		if (!fiber->wait.woken && which-- == 0)
			return fiber;
	return NULL;
}

static uint32_t sleepers(struct td_object *object)
{
	uint32_t count = 0;
	while (sleeper(object, count))
		count++;
	return count;
}

static int futex_wake(const struct futex_call *call)
{
	struct td_fiber *self = td_current;
	td_point_write(self, TD_FUTEX_WAKE, (uint64_t)call->word, 4, call->pc);
	struct td_object *object = td_object((uint64_t)call->word, TD_O_FUTEX);
	uint32_t woken = 0, waiting = sleepers(object);
	for (; woken < call->value && waiting; woken++, waiting--) {
		struct td_fiber *fiber = sleeper(object, call->value >= waiting ? 0 : td_choice(waiting));
		fiber->wait.woken = 1;
		if (fiber->pending.timed)
			td_missed(fiber);
		fiber->pending.timed = 0;
		td_order(self, fiber);
		td_refresh(fiber);
	}
	td_record(self, woken);
	if (woken)
		td_progress(self);
	return (int)woken;
}

static long futex(const struct futex_call *call)
{
	switch (call->operation & FUTEX_CMD_MASK) {
	case FUTEX_WAIT:
	case FUTEX_WAIT_BITSET: return futex_wait(call);
	case FUTEX_WAKE:
	case FUTEX_WAKE_BITSET: return futex_wake(call);
	default:
		td_current->pending.pc = call->pc;
		td_unsupported("futex operation %d is not supported", (int64_t)call->operation);
	}
}

/* What would run beside the one thread that the runtime controls. */
static const struct {
	long number;
	const char *what;
} refused[] = {
	{SYS_clone, "clone: a thread that pthread_create did not make is not controlled"},
	{SYS_clone3, "clone3: a thread that pthread_create did not make is not controlled"},
	{SYS_fork, "fork: a second process is not controlled"},
};

static void refuse(long number, uint64_t pc)
{
	for (uint32_t i = 0; i < sizeof refused / sizeof *refused; i++)
		if (refused[i].number == number) {
			td_current->pending.pc = pc;
			td_unsupported("%s", refused[i].what);
		}
}

TD_EXPORT long syscall(long number, ...)
{
	long a[6];
	va_list args;
	va_start(args, number);
	for (int i = 0; i < 6; i++)
		a[i] = va_arg(args, long);
	va_end(args);
	if (td_current && number == SYS_futex) {
		struct futex_call call = {(uint32_t *)a[0], (int)a[1], (uint32_t)a[2], (const struct timespec *)a[3], TD_HERE};
		return futex(&call);
	}
	if (td_current && number == SYS_gettid)
		return gettid();
	if (td_current && number == SYS_getrandom)
		return getrandom((void *)a[0], (size_t)a[1], (unsigned)a[2]);
	if (td_current && number == SYS_flock)
		return flock((int)a[0], (int)a[1]);
	if (td_current)
		refuse(number, TD_HERE);
	long result = td_syscall(number, a[0], a[1], a[2], a[3], a[4], a[5]);
	return result < 0 && result > -4096 ? (errno = (int)-result, -1) : result;
}

/* Threads have numbers of their own, although one OS thread runs them all. */
TD_EXPORT pid_t gettid(void)
{
	if (td_current)
		td_symmetry_named(td_current, TD_HERE);
	return td_current ? getpid() + td_current->id : (pid_t)td_syscall(SYS_gettid, 0, 0, 0, 0, 0, 0);
}
