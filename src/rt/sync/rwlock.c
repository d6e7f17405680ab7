/* Read-write locks.  No preference: a reader may enter while a writer waits, and the other way round. */
#include "rt/engine.h"
#include "rt/loops.h"
#include "rt/core.h"
#include "rt/state.h"
#include "rt/sys.h"

#include <errno.h>
#include <pthread.h>

static struct td_object *rwlock_of(pthread_rwlock_t *lock, uint64_t pc)
{
	return td_primitive(lock, TD_O_RWLOCK, pc, 8);
}

static int take(struct td_fiber *self, struct td_object *object, enum td_kind kind)
{
	if (kind == TD_WRLOCK) {
		td_acquired(self, object);
		return 0;
	}
	object->readers++;
	td_hold(self, object, 1);
	td_object_changed(object);
	td_record(self, object->readers);
	td_progress(self);
	return 0;
}

static int is_free(const struct td_object *object, enum td_kind kind)
{
	return !object->owner && (kind == TD_RDLOCK || !object->readers);
}

static int lock(pthread_rwlock_t *rwlock, enum td_kind kind, uint64_t pc)
{
	struct td_fiber *self = td_current;
	struct td_object *object = rwlock_of(rwlock, pc);
	if (object->owner == self)
		return EDEADLK;
	td_wait(self, object, kind, pc, 0);
	return take(self, object, kind);
}

static int try_lock(pthread_rwlock_t *rwlock, enum td_kind kind, uint64_t pc)
{
	struct td_fiber *self = td_current;
	struct td_object *object = rwlock_of(rwlock, pc);
	td_point_write(self, kind, (uint64_t)rwlock, 0, pc);
	self->pending.flags = TD_F_TRY;
	if (is_free(object, kind))
		return take(self, object, kind);
	self->pending.flags |= TD_F_FAILED;
	self->pending.writes = 0;
	td_record(self, object->readers);
	td_looked(self, object->readers);
	return EBUSY;
}

static int timed_lock(pthread_rwlock_t *rwlock, enum td_kind kind, clockid_t clock, const struct timespec *limit, uint64_t pc)
{
	struct td_fiber *self = td_current;
	struct td_object *object = rwlock_of(rwlock, pc);
	if (!td_clock_may_limit(clock) || !td_clock_is_valid(limit))
		return EINVAL;
	if (object->owner == self)
		return EDEADLK;
	td_wait(self, object, kind, pc, td_clock_moment(clock, limit));
	if (is_free(object, kind))
		return take(self, object, kind);
	self->pending.flags = TD_F_TIMEOUT | TD_F_FAILED;
	self->pending.writes = 0;
	td_record(self, object->readers);
	td_clock_reach(self->time.limit);
	return ETIMEDOUT;
}

/* When a thread comes to its unlock, and again when it has its turn: another thread may have overwritten the lock. */
static void check_holder(struct td_object *object, uint64_t pc)
{
	if (object->owner == td_current || td_held_find(td_current, object))
		return;
	td_misuse_check_lost(object, TD_RWUNLOCK, pc);
	td_finish_at(TD_END_NOT_OWNER, pc, (uint64_t)__builtin_frame_address(0), object->address,
		     "unlock of a read-write lock that the thread does not hold");
}

static int unlock(pthread_rwlock_t *rwlock, uint64_t pc)
{
	struct td_fiber *self = td_current;
	struct td_object *object = rwlock_of(rwlock, pc);
	check_holder(object, pc);
	td_point_write(self, TD_RWUNLOCK, (uint64_t)rwlock, 0, pc);
	td_misuse_check_memory(object, pc);
	check_holder(object, pc);
	if (object->owner == self) {
		td_released(self, object);
		return 0;
	}
	object->readers--;
	td_unhold(self, object);
	td_object_changed(object);
	td_record(self, object->readers);
	td_progress(self);
	return 0;
}

TD_EXPORT int pthread_rwlock_init(pthread_rwlock_t *rwlock, const pthread_rwlockattr_t *attributes)
{
	if (td_current)
		td_primitive_init(rwlock, TD_O_RWLOCK, TD_HERE);
	return TD_REAL(pthread_rwlock_init)(rwlock, attributes);
}

TD_EXPORT int pthread_rwlock_destroy(pthread_rwlock_t *rwlock)
{
	if (!td_current)
		return TD_REAL(pthread_rwlock_destroy)(rwlock);
	td_primitive_destroy(rwlock, TD_O_RWLOCK, TD_HERE, 8);
	return 0;
}

TD_EXPORT int pthread_rwlock_rdlock(pthread_rwlock_t *rwlock)
{
	return td_current ? lock(rwlock, TD_RDLOCK, TD_HERE) : TD_REAL(pthread_rwlock_rdlock)(rwlock);
}

TD_EXPORT int pthread_rwlock_wrlock(pthread_rwlock_t *rwlock)
{
	return td_current ? lock(rwlock, TD_WRLOCK, TD_HERE) : TD_REAL(pthread_rwlock_wrlock)(rwlock);
}

TD_EXPORT int pthread_rwlock_tryrdlock(pthread_rwlock_t *rwlock)
{
	return td_current ? try_lock(rwlock, TD_RDLOCK, TD_HERE) : TD_REAL(pthread_rwlock_tryrdlock)(rwlock);
}

TD_EXPORT int pthread_rwlock_trywrlock(pthread_rwlock_t *rwlock)
{
	return td_current ? try_lock(rwlock, TD_WRLOCK, TD_HERE) : TD_REAL(pthread_rwlock_trywrlock)(rwlock);
}

TD_EXPORT int pthread_rwlock_timedrdlock(pthread_rwlock_t *rwlock, const struct timespec *limit)
{
	return td_current ? timed_lock(rwlock, TD_RDLOCK, CLOCK_REALTIME, limit, TD_HERE)
			  : TD_REAL(pthread_rwlock_timedrdlock)(rwlock, limit);
}

TD_EXPORT int pthread_rwlock_timedwrlock(pthread_rwlock_t *rwlock, const struct timespec *limit)
{
	return td_current ? timed_lock(rwlock, TD_WRLOCK, CLOCK_REALTIME, limit, TD_HERE)
			  : TD_REAL(pthread_rwlock_timedwrlock)(rwlock, limit);
}

TD_EXPORT int pthread_rwlock_clockrdlock(pthread_rwlock_t *rwlock, clockid_t clock, const struct timespec *limit)
{
	return td_current ? timed_lock(rwlock, TD_RDLOCK, clock, limit, TD_HERE)
			  : TD_REAL(pthread_rwlock_clockrdlock)(rwlock, clock, limit);
}

TD_EXPORT int pthread_rwlock_clockwrlock(pthread_rwlock_t *rwlock, clockid_t clock, const struct timespec *limit)
{
	return td_current ? timed_lock(rwlock, TD_WRLOCK, clock, limit, TD_HERE)
			  : TD_REAL(pthread_rwlock_clockwrlock)(rwlock, clock, limit);
}

TD_EXPORT int pthread_rwlock_unlock(pthread_rwlock_t *rwlock)
{
	return td_current ? unlock(rwlock, TD_HERE) : TD_REAL(pthread_rwlock_unlock)(rwlock);
}
