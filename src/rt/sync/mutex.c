#include "mutex.h"

#include "rt/engine.h"
#include "rt/loops.h"
#include "rt/core.h"
#include "rt/state.h"
#include "rt/sys.h"

#include <errno.h>

/* pthread_mutex_t's kind: the low bits are the type, ROBUST_BIT and others say what else it is. */
enum { KIND_BITS = 3, ROBUST_BIT = 16, KNOWN_BITS = 0x3ff };

struct td_object *td_mutex(pthread_mutex_t *mutex, uint64_t pc)
{
	int kind = mutex->__data.__kind;
	if (unlikely(kind & ~KNOWN_BITS))
		td_primitive_is_not_one(mutex->__data.__kind == -1 ? "a destroyed" : "an uninitialised", mutex, TD_O_MUTEX, pc);
	struct td_object *object = td_primitive(mutex, TD_O_MUTEX, pc, 0);
	object->kind = (uint8_t)(kind & KIND_BITS);
	object->robust = (kind & ROBUST_BIT) != 0;
	return object;
}

/* That a mutex is lost is learned by whoever would have it. */
static int let_go(struct td_fiber *self, struct td_object *object)
{
	td_point_write(self, TD_UNLOCK, object->address, 0, self->pending.pc);
	td_released(self, object);
	return ENOTRECOVERABLE;
}

int td_mutex_taken(struct td_fiber *self, struct td_object *object)
{
	int dead = object->robust_dead;
	object->robust_dead = 0;
	if (unlikely(object->is_lost))
		return let_go(self, object);
	object->is_inconsistent = (uint8_t)dead;
	return dead ? EOWNERDEAD : 0;
}

static int take(struct td_fiber *self, struct td_object *object)
{
	td_acquired(self, object);
	return td_mutex_taken(self, object);
}

int td_mutex_knows_owner(const struct td_object *object)
{
	return object->kind == PTHREAD_MUTEX_ERRORCHECK || object->kind == PTHREAD_MUTEX_RECURSIVE || object->robust;
}

void td_mutex_let_go(struct td_object *object)
{
	object->is_lost |= object->is_inconsistent;
	object->is_inconsistent = 0;
}

/* A thread locks what it holds already: what comes of it depends on the kind.  -1: it waits like everybody else. */
static int lock_again(struct td_fiber *self, struct td_object *object, enum td_kind kind, uint64_t pc, uint8_t flags)
{
	if (object->owner != self || object->kind == PTHREAD_MUTEX_NORMAL || object->kind == PTHREAD_MUTEX_ADAPTIVE_NP)
		return -1;
	td_point_write(self, kind, object->address, 0, pc);
	self->pending.flags = flags;
	self->pending.never_waits = 1;
	if (object->kind == PTHREAD_MUTEX_ERRORCHECK) {
		self->pending.flags |= TD_F_FAILED;
		td_record(self, object->depth);
		return flags & TD_F_TRY ? EBUSY : EDEADLK;
	}
	object->depth++;
	td_record(self, object->depth);
	td_progress(self);
	return 0;
}

static void check_self_deadlock(const struct td_fiber *self, const struct td_object *object, uint64_t pc)
{
	if (object->owner == self)
		td_finish_at(TD_END_SELF_DEADLOCK, pc, (uint64_t)__builtin_frame_address(0), object->address,
			     "the thread locks a %s that it holds already", td_object_word(object->type));
}

int td_mutex_lock(pthread_mutex_t *mutex, uint64_t pc)
{
	struct td_fiber *self = td_current;
	struct td_object *object = td_mutex(mutex, pc);
	int again = lock_again(self, object, TD_LOCK, pc, 0);
	if (again >= 0)
		return again;
	check_self_deadlock(self, object, pc);
	td_wait(self, object, TD_LOCK, pc, 0);
	if (unlikely(td_mutex(mutex, pc) != object))
		td_primitive_is_not_one(mutex->__data.__kind == -1 ? "a destroyed" : "an uninitialised", mutex, TD_O_MUTEX, pc);
	return take(self, object);
}

int td_mutex_trylock(pthread_mutex_t *mutex, uint64_t pc)
{
	struct td_fiber *self = td_current;
	struct td_object *object = td_mutex(mutex, pc);
	int again = lock_again(self, object, TD_LOCK, pc, TD_F_TRY);
	if (again >= 0)
		return again;
	td_point_write(self, TD_LOCK, (uint64_t)mutex, 0, pc);
	self->pending.flags = TD_F_TRY;
	object = td_mutex(mutex, pc);
	if (!object->owner)
		return take(self, object);
	self->pending.writes = 0;
	self->pending.flags |= TD_F_FAILED;
	td_record(self, object->owner->id);
	td_looked(self, object->owner->id);
	return EBUSY;
}

int td_mutex_timedlock(pthread_mutex_t *mutex, clockid_t clock, const struct timespec *limit, uint64_t pc)
{
	struct td_fiber *self = td_current;
	struct td_object *object = td_mutex(mutex, pc);
	if (!td_clock_may_limit(clock))
		return EINVAL;
	if (!td_clock_is_valid(limit)) { /* which the C library notices only if it would have to wait */
		int result = td_mutex_trylock(mutex, pc);
		return result == EBUSY ? EINVAL : result;
	}
	int again = lock_again(self, object, TD_LOCK, pc, 0);
	if (again >= 0)
		return again;
	td_wait(self, object, TD_LOCK, pc, td_clock_moment(clock, limit));
	if (!object->owner)
		return take(self, object);
	self->pending.flags = TD_F_TIMEOUT | TD_F_FAILED;
	self->pending.writes = 0;
	td_record(self, object->owner->id);
	td_clock_reach(self->time.limit);
	return ETIMEDOUT;
}

/* When a thread comes to its unlock, and again when it has its turn: another thread may have overwritten the lock. */
static void check_owner(const struct td_object *object, uint64_t pc)
{
	if (likely(object->owner == td_current))
		return;
	td_misuse_check_lost(object, TD_UNLOCK, pc);
	td_finish_at(TD_END_NOT_OWNER, pc, (uint64_t)__builtin_frame_address(0), object->address,
		     "unlock of a %s that %s holds", td_object_word(object->type), object->owner ? "another thread" : "nobody");
}

int td_mutex_unlock(pthread_mutex_t *mutex, uint64_t pc)
{
	struct td_fiber *self = td_current;
	struct td_object *object = td_mutex(mutex, pc);
	if (object->owner != self && td_mutex_knows_owner(object))
		return EPERM;
	check_owner(object, pc);
	td_point_write(self, TD_UNLOCK, (uint64_t)mutex, 0, pc);
	td_misuse_check_memory(object, pc);
	check_owner(object, pc);
	if (object->depth > 1) {
		td_record(self, --object->depth);
		return 0;
	}
	td_mutex_let_go(object);
	td_released(self, object);
	return 0;
}

int td_mutex_init(pthread_mutex_t *mutex, int kind, uint64_t pc)
{
	td_primitive_init(mutex, TD_O_MUTEX, pc);
	*mutex = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
	mutex->__data.__kind = kind;
	return 0;
}

void td_mutex_destroy(pthread_mutex_t *mutex, uint64_t pc)
{
	td_mutex(mutex, pc);
	td_primitive_destroy(mutex, TD_O_MUTEX, pc, 0);
	mutex->__data.__kind = -1;
}

TD_EXPORT int pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attributes)
{
	if (td_current)
		td_primitive_init(mutex, TD_O_MUTEX, TD_HERE);
	return TD_REAL(pthread_mutex_init)(mutex, attributes);
}

TD_EXPORT int pthread_mutex_destroy(pthread_mutex_t *mutex)
{
	if (!td_current)
		return TD_REAL(pthread_mutex_destroy)(mutex);
	td_mutex_destroy(mutex, TD_HERE);
	return 0;
}

TD_EXPORT int pthread_mutex_lock(pthread_mutex_t *mutex)
{
	return td_current ? td_mutex_lock(mutex, TD_HERE) : TD_REAL(pthread_mutex_lock)(mutex);
}

TD_EXPORT int pthread_mutex_trylock(pthread_mutex_t *mutex)
{
	return td_current ? td_mutex_trylock(mutex, TD_HERE) : TD_REAL(pthread_mutex_trylock)(mutex);
}

TD_EXPORT int pthread_mutex_timedlock(pthread_mutex_t *mutex, const struct timespec *limit)
{
	return td_current ? td_mutex_timedlock(mutex, CLOCK_REALTIME, limit, TD_HERE)
			  : TD_REAL(pthread_mutex_timedlock)(mutex, limit);
}

TD_EXPORT int pthread_mutex_clocklock(pthread_mutex_t *mutex, clockid_t clock, const struct timespec *limit)
{
	return td_current ? td_mutex_timedlock(mutex, clock, limit, TD_HERE)
			  : TD_REAL(pthread_mutex_clocklock)(mutex, clock, limit);
}

TD_EXPORT int pthread_mutex_unlock(pthread_mutex_t *mutex)
{
	return td_current ? td_mutex_unlock(mutex, TD_HERE) : TD_REAL(pthread_mutex_unlock)(mutex);
}

TD_EXPORT int pthread_mutex_consistent(pthread_mutex_t *mutex)
{
	if (!td_current)
		return TD_REAL(pthread_mutex_consistent)(mutex);
	struct td_object *object = td_mutex(mutex, TD_HERE);
	if (object->owner != td_current || !object->is_inconsistent)
		return EINVAL;
	object->is_inconsistent = 0;
	return 0;
}

/* Spin locks: waiting is waiting, whether it burns time or not. */

TD_EXPORT int pthread_spin_init(pthread_spinlock_t *lock, int shared)
{
	if (td_current)
		td_primitive_init((void *)lock, TD_O_SPIN, TD_HERE);
	return TD_REAL(pthread_spin_init)(lock, shared);
}

TD_EXPORT int pthread_spin_destroy(pthread_spinlock_t *lock)
{
	if (!td_current)
		return TD_REAL(pthread_spin_destroy)(lock);
	td_primitive_destroy((void *)lock, TD_O_SPIN, TD_HERE, sizeof *lock);
	return 0;
}

TD_EXPORT int pthread_spin_lock(pthread_spinlock_t *lock)
{
	struct td_fiber *self = td_current;
	if (!self)
		return TD_REAL(pthread_spin_lock)(lock);
	struct td_object *object = td_primitive((void *)lock, TD_O_SPIN, TD_HERE, sizeof *lock);
	check_self_deadlock(self, object, TD_HERE);
	td_wait(self, object, TD_LOCK, TD_HERE, 0);
	td_acquired(self, object);
	return 0;
}

TD_EXPORT int pthread_spin_trylock(pthread_spinlock_t *lock)
{
	struct td_fiber *self = td_current;
	if (!self)
		return TD_REAL(pthread_spin_trylock)(lock);
	struct td_object *object = td_primitive((void *)lock, TD_O_SPIN, TD_HERE, sizeof *lock);
	td_point_write(self, TD_LOCK, (uint64_t)lock, 0, TD_HERE);
	self->pending.flags = TD_F_TRY;
	if (!object->owner) {
		td_acquired(self, object);
		return 0;
	}
	self->pending.flags |= TD_F_FAILED;
	self->pending.writes = 0;
	td_record(self, object->owner->id);
	td_looked(self, object->owner->id);
	return EBUSY;
}

TD_EXPORT int pthread_spin_unlock(pthread_spinlock_t *lock)
{
	struct td_fiber *self = td_current;
	if (!self)
		return TD_REAL(pthread_spin_unlock)(lock);
	struct td_object *object = td_primitive((void *)lock, TD_O_SPIN, TD_HERE, sizeof *lock);
	check_owner(object, TD_HERE);
	td_point_write(self, TD_UNLOCK, (uint64_t)lock, 0, TD_HERE);
	td_misuse_check_memory(object, TD_HERE);
	check_owner(object, TD_HERE);
	td_released(self, object);
	return 0;
}
