#include "cond.h"

#include "mutex.h"
#include "rt/engine.h"
#include "rt/race.h"
#include "rt/loops.h"
#include "rt/core.h"
#include "rt/state.h"
#include "rt/sys.h"

#include <errno.h>

/* glibc keeps the clock that pthread_condattr_setclock chose in this bit of the object. */
enum { CLOCK_BIT = 2 };

static clockid_t clock_of(const pthread_cond_t *cond)
{
	return cond->__data.__wrefs & CLOCK_BIT ? CLOCK_MONOTONIC : CLOCK_REALTIME;
}

static struct td_object *cond_of(pthread_cond_t *cond, uint64_t pc)
{
	return td_primitive(cond, TD_O_COND, pc, 8);
}

static uint32_t release_mutex(struct td_fiber *self, struct td_object *mutex)
{
	uint32_t depth = mutex->depth;
	td_record_also(self, mutex->address);
	td_race_release(self, mutex->address);
	td_mutex_let_go(mutex);
	mutex->owner = NULL;
	mutex->depth = 0;
	td_unhold(self, mutex);
	td_object_changed(mutex);
	return depth;
}

static void have_mutex(struct td_fiber *self, struct td_object *mutex, uint32_t depth)
{
	mutex->owner = self;
	mutex->depth = depth;
	td_race_acquire(self, mutex->address);
	td_hold(self, mutex, 0);
	td_object_changed(mutex);
}

/* Not woken by a signal: the time is up, or the wake-up is spurious. */
static int gave_up(struct td_fiber *self, int timed)
{
	int spurious = td_channel->job.spurious && (!timed || !td_limit_is_past(self) || td_choice(2));
	self->pending.flags = spurious ? TD_F_SPURIOUS : TD_F_TIMEOUT;
	td_record(self, 0);
	if (spurious)
		return 0;
	td_clock_reach(self->time.limit);
	return ETIMEDOUT;
}

static void leave_canceled(struct td_fiber *self)
{
	self->pending.flags = TD_F_SPURIOUS;
	td_record(self, TD_CANCELED);
}

static int wake(struct td_fiber *self, struct td_object *mutex, uint32_t depth, int timed, uint64_t pc)
{
	int result = 0;
	if (self->wait.woken && !mutex->owner) {
		td_lock_order_waits(self);
		have_mutex(self, mutex, depth);
		self->pending.unshared = 1; /* the signal has taken it off the list; what matters now is the mutex */
		td_record(self, 1)->aux = (uint32_t)mutex->address;
		td_record_also(self, mutex->address);
		td_progress(self);
		return td_mutex_taken(self, mutex);
	}
	int canceled = td_cancel_is_due(self);
	if (canceled)
		leave_canceled(self);
	else
		result = gave_up(self, timed);
	td_wait(self, mutex, TD_LOCK, pc, 0);
	have_mutex(self, mutex, depth);
	td_record(self, depth);
	td_progress(self);
	int problem = td_mutex_taken(self, mutex);
	if (canceled)
		td_fiber_services.test_cancel(self);
	return problem ? problem : result;
}

/* A thread waits for a signal no longer.  If the program has overwritten the condition variable, it knows of none. */
static void has_left(struct td_object *condition)
{
	if (!condition->count)
		return;
	condition->count--;
	td_object_imprint(condition);
}

/* Of those that a signal has woken the condition variable says nothing any more. */
static void wait_for_signal(struct td_fiber *self, struct td_object *condition, uint64_t pc, uint64_t until)
{
	condition->count++;
	td_object_imprint(condition);
	td_wait(self, condition, TD_COND_WAKE, pc, until);
	if (!self->wait.woken && condition->type == TD_O_COND)
		has_left(condition);
}

static void check_owner(const struct td_object *lock, uint64_t pc)
{
	if (likely(lock->owner == td_current))
		return;
	td_misuse_check_lost(lock, TD_UNLOCK, pc);
	td_finish_at(TD_END_NOT_OWNER, pc, (uint64_t)__builtin_frame_address(0), lock->address,
		     "wait on a condition variable with a mutex that the thread does not hold");
}

/* As long as threads wait, the condition variable belongs to their mutex. */
static void check_others(const struct td_object *condition, const struct td_object *lock, uint64_t pc)
{
	for (const struct td_fiber *fiber = condition->first; fiber; fiber = fiber->wait.next)
		if (fiber->wait.mutex_after != lock && !td_available(fiber))
			td_misuse(condition, pc, "a %s is waited for with two mutexes at once");
}

int td_cond_wait(pthread_cond_t *cond, pthread_mutex_t *mutex, int timed, clockid_t clock, const struct timespec *limit,
		 uint64_t pc)
{
	struct td_fiber *self = td_current;
	struct td_object *condition = cond_of(cond, pc), *lock = td_mutex(mutex, pc);
	if (!td_mutex_knows_owner(lock))
		check_owner(lock, pc);
	if (timed && (!td_clock_may_limit(clock) || !td_clock_is_valid(limit)))
		return EINVAL;
	if (lock->owner != self)
		return EPERM;
	td_cancel_point(self, pc);
	td_point_write(self, TD_COND_WAIT, (uint64_t)cond, 0, pc);
	condition = cond_of(cond, pc);
	td_misuse_check_memory(lock, pc);
	check_owner(lock, pc);
	td_record(self, 0)->aux = (uint32_t)lock->address;
	check_others(condition, lock, pc);
	td_channel->waited = 1;
	uint32_t depth = release_mutex(self, lock);
	td_progress(self);
	self->wait.woken = 0;
	self->wait.mutex_after = lock;
	uint64_t until = timed ? td_clock_moment(clock, limit) : td_channel->job.spurious ? TD_AT_ANY_TIME : TD_FOR_EVER;
	wait_for_signal(self, condition, pc, until);
	return wake(self, lock, depth, timed, pc);
}

static uint32_t waiters(const struct td_object *condition)
{
	uint32_t count = 0;
	for (const struct td_fiber *fiber = condition->first; fiber; fiber = fiber->wait.next)
		count++;
	return count;
}

/* Only un-woken waiters are in the condition's list; the woken ones wait for the mutex. */
static struct td_fiber *wake_one(struct td_object *condition, uint32_t which)
{
	struct td_fiber *fiber = condition->first;
	while (which--)
		fiber = fiber->wait.next;
	fiber->wait.woken = 1;
	has_left(condition);
	if (fiber->pending.timed || td_cancel_is_due(fiber))
		td_missed(fiber);
	td_record_ends_wait(td_current, fiber);
	fiber->pending.timed = fiber->pending.is_cancel_point = 0;
	fiber->hash = td_mix(fiber->hash, td_current->hash);
	td_order(td_current, fiber);
	td_requeue(fiber, fiber->wait.mutex_after);
	return fiber;
}

int td_cond_wake(pthread_cond_t *cond, int all, uint64_t pc)
{
	struct td_fiber *self = td_current;
	cond_of(cond, pc);
	td_point_write(self, all ? TD_BROADCAST : TD_SIGNAL, (uint64_t)cond, 0, pc);
	struct td_object *condition = cond_of(cond, pc);
	uint32_t count = waiters(condition);
	uint64_t woken = 0;
	td_lock_order_provides(self);
	if (all)
		for (uint32_t i = 0; i < count; i++, woken++)
			wake_one(condition, 0);
	else if (count)
		woken = 1u + wake_one(condition, td_channel->job.fifo ? 0 : td_choice(count))->id;
	td_record(self, woken);
	if (count)
		td_progress(self);
	return 0;
}

void td_cond_init(pthread_cond_t *cond, uint64_t pc)
{
	td_primitive_init(cond, TD_O_COND, pc);
}

void td_cond_destroy(pthread_cond_t *cond, uint64_t pc)
{
	td_primitive_destroy(cond, TD_O_COND, pc, 8);
}

TD_EXPORT int pthread_cond_init(pthread_cond_t *cond, const pthread_condattr_t *attributes)
{
	if (td_current)
		td_cond_init(cond, TD_HERE);
	return TD_REAL(pthread_cond_init)(cond, attributes);
}

TD_EXPORT int pthread_cond_destroy(pthread_cond_t *cond)
{
	if (!td_current)
		return TD_REAL(pthread_cond_destroy)(cond);
	td_cond_destroy(cond, TD_HERE);
	return 0;
}

TD_EXPORT int pthread_cond_wait(pthread_cond_t *cond, pthread_mutex_t *mutex)
{
	return td_current ? td_cond_wait(cond, mutex, 0, 0, NULL, TD_HERE) : TD_REAL(pthread_cond_wait)(cond, mutex);
}

TD_EXPORT int pthread_cond_timedwait(pthread_cond_t *cond, pthread_mutex_t *mutex, const struct timespec *limit)
{
	return td_current ? td_cond_wait(cond, mutex, 1, clock_of(cond), limit, TD_HERE)
			  : TD_REAL(pthread_cond_timedwait)(cond, mutex, limit);
}

TD_EXPORT int pthread_cond_clockwait(pthread_cond_t *cond, pthread_mutex_t *mutex, clockid_t clock, const struct timespec *limit)
{
	return td_current ? td_cond_wait(cond, mutex, 1, clock, limit, TD_HERE)
			  : TD_REAL(pthread_cond_clockwait)(cond, mutex, clock, limit);
}

TD_EXPORT int pthread_cond_signal(pthread_cond_t *cond)
{
	return td_current ? td_cond_wake(cond, 0, TD_HERE) : TD_REAL(pthread_cond_signal)(cond);
}

TD_EXPORT int pthread_cond_broadcast(pthread_cond_t *cond)
{
	return td_current ? td_cond_wake(cond, 1, TD_HERE) : TD_REAL(pthread_cond_broadcast)(cond);
}
