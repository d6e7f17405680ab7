/* Semaphores, unnamed and named. */
#include "rt/hooks.h"
#include "rt/engine.h"
#include "rt/race.h"
#include "rt/loops.h"
#include "rt/core.h"
#include "rt/state.h"
#include "rt/sys.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <semaphore.h>
#include <stdarg.h>

enum { MAX_NAMED = 64, MOST_LETTERS = NAME_MAX - 4 /* "sem." is put before it */ };

/* What is known of a semaphore, its object's kind.  One that begins with 1 is taken for a lock as long as whoever has taken it
 * gives it back. */
enum { UNKNOWN, COUNTS, IS_LOCK };

/* Named semaphores of this execution: nobody outside sees them, and they do not outlive it. */
struct named {
	char name[MOST_LETTERS + 1];
	uint64_t run;            /* the execution it belongs to; another one: free */
	uint32_t open;
	uint8_t unlinked;
	sem_t semaphore;
};

static struct named TD_STATE named_semaphores[MAX_NAMED];

static void begin_with(struct td_object *object, uint32_t value)
{
	object->kind = value == 1 ? IS_LOCK : COUNTS;
	object->count = value;
	td_object_imprint(object);
}

/* One initialised before main has its value where the C library put it: in the low half of the first word. */
static struct td_object *sem_of(sem_t *semaphore, uint64_t pc)
{
	struct td_object *object = td_primitive(semaphore, TD_O_SEM, pc, 8);
	if (!object->kind)
		begin_with(object, *(uint32_t *)semaphore);
	return object;
}

static int take(struct td_fiber *self, struct td_object *object)
{
	object->count--;
	if (object->kind != IS_LOCK)
		td_lock_order_waits(self);
	else if (self->locks.held_count < TD_MAX_HELD / 2)
		td_hold(self, object, 0);
	td_object_changed(object);
	td_record(self, object->count);
	td_progress(self);
	return 0;
}

/* Given back by somebody else: it only counts, or hands over. */
static void is_no_lock(struct td_object *object)
{
	object->kind = COUNTS;
	for (uint32_t i = 0; i < td_fiber_count; i++)
		td_unhold(td_fiber(i), object);
	td_lock_order_forget(object);
}

static int post(sem_t *semaphore, uint64_t pc)
{
	struct td_fiber *self = td_current;
	sem_of(semaphore, pc);
	td_point_write(self, TD_SEM_POST, (uint64_t)semaphore, 0, pc);
	struct td_object *object = sem_of(semaphore, pc);
	if (object->count >= SEM_VALUE_MAX)
		return errno = EOVERFLOW, -1;
	object->count++;
	if (object->kind == IS_LOCK && td_unhold(self, object) < 0)
		is_no_lock(object);
	if (object->kind != IS_LOCK)
		td_lock_order_provides(self);
	td_object_changed(object);
	td_record(self, object->count);
	td_progress(self);
	return 0;
}

static int wait(sem_t *semaphore, int timed, clockid_t clock, const struct timespec *limit, uint64_t pc)
{
	struct td_fiber *self = td_current;
	struct td_object *object = sem_of(semaphore, pc);
	if (timed && (!td_clock_may_limit(clock) || !td_clock_is_valid(limit)))
		return errno = EINVAL, -1;
	td_cancel_point(self, pc);
	td_wait(self, object, TD_SEM_WAIT, pc, timed ? td_clock_moment(clock, limit) : TD_FOR_EVER);
	if (sem_of(semaphore, pc)->count)
		return take(self, object);
	if (td_cancel_is_due(self))
		td_cancel_in_wait(self);
	self->pending.flags = TD_F_TIMEOUT | TD_F_FAILED;
	self->pending.writes = 0;
	td_record(self, 0);
	td_clock_reach(self->time.limit);
	return errno = ETIMEDOUT, -1;
}

static int try_wait(sem_t *semaphore, uint64_t pc)
{
	struct td_fiber *self = td_current;
	sem_of(semaphore, pc);
	td_point_write(self, TD_SEM_WAIT, (uint64_t)semaphore, 0, pc);
	struct td_object *object = sem_of(semaphore, pc);
	self->pending.flags = TD_F_TRY;
	if (object->count)
		return take(self, object);
	self->pending.flags |= TD_F_FAILED;
	self->pending.writes = 0;
	td_record(self, 0);
	td_looked(self, 0);
	return errno = EAGAIN, -1;
}

static void begin(sem_t *semaphore, unsigned value, uint64_t pc)
{
	begin_with(td_primitive_init(semaphore, TD_O_SEM, pc), value);
}

TD_EXPORT int sem_init(sem_t *semaphore, int shared, unsigned value)
{
	if (td_current && value <= SEM_VALUE_MAX)
		begin(semaphore, value, TD_HERE);
	return TD_REAL(sem_init)(semaphore, shared, value);
}

TD_EXPORT int sem_destroy(sem_t *semaphore)
{
	if (!td_current)
		return TD_REAL(sem_destroy)(semaphore);
	td_primitive_destroy(semaphore, TD_O_SEM, TD_HERE, 8);
	return 0;
}

TD_EXPORT int sem_post(sem_t *semaphore)
{
	return td_current ? post(semaphore, TD_HERE) : TD_REAL(sem_post)(semaphore);
}

TD_EXPORT int sem_wait(sem_t *semaphore)
{
	return td_current ? wait(semaphore, 0, 0, NULL, TD_HERE) : TD_REAL(sem_wait)(semaphore);
}

TD_EXPORT int sem_trywait(sem_t *semaphore)
{
	return td_current ? try_wait(semaphore, TD_HERE) : TD_REAL(sem_trywait)(semaphore);
}

TD_EXPORT int sem_timedwait(sem_t *restrict semaphore, const struct timespec *restrict limit)
{
	return td_current ? wait(semaphore, 1, CLOCK_REALTIME, limit, TD_HERE) : TD_REAL(sem_timedwait)(semaphore, limit);
}

TD_EXPORT int sem_clockwait(sem_t *restrict semaphore, clockid_t clock, const struct timespec *restrict limit)
{
	return td_current ? wait(semaphore, 1, clock, limit, TD_HERE) : TD_REAL(sem_clockwait)(semaphore, clock, limit);
}

TD_EXPORT int sem_getvalue(sem_t *restrict semaphore, int *restrict value)
{
	struct td_fiber *self = td_current;
	if (!self)
		return TD_REAL(sem_getvalue)(semaphore, value);
	sem_of(semaphore, TD_HERE);
	td_point(self, TD_SEM_GET, (uint64_t)semaphore, 0, TD_HERE);
	int count = (int)sem_of(semaphore, TD_HERE)->count;
	td_record(self, (uint64_t)count);
	td_looked(self, (uint64_t)count);
	td_access_range((uint64_t)value, sizeof *value, 1, TD_HERE);
	*value = count;
	return 0;
}

/* Who comes first to the names makes a difference, and whoever finds one finds what was done before it was made. */
static void touch_names(uint64_t pc)
{
	td_point_write(td_current, TD_SEM_OPEN, TD_SEM_NAMES, 0, pc);
	td_record(td_current, 0);
	td_race_acquire(td_current, TD_SEM_NAMES);
	td_race_release(td_current, TD_SEM_NAMES);
	td_progress(td_current);
}

static struct named *find_named(const char *name)
{
	for (uint32_t i = 0; i < MAX_NAMED; i++)
		if (named_semaphores[i].run == td_run && !named_semaphores[i].unlinked &&
		    td_same(named_semaphores[i].name, name))
			return &named_semaphores[i];
	return NULL;
}

/* Nobody finds it before it has its value. */
static struct named *new_named(const char *name, unsigned value)
{
	for (uint32_t i = 0; i < MAX_NAMED; i++) {
		struct named *named = &named_semaphores[i];
		if (named->run == td_run)
			continue;
		*named = (struct named){.run = td_run};
		td_mark_refuse();
		td_text(named->name, sizeof named->name, "%s", name);
		begin_with(td_object((uint64_t)&named->semaphore, TD_O_SEM), value);
		return named;
	}
	return NULL;
}

/* Slashes before it do not belong to a name. */
static int problem_of(const char **name)
{
	while (**name == '/')
		++*name;
	if (td_length(*name) > MOST_LETTERS)
		return ENAMETOOLONG;
	for (const char *letter = *name; *letter; letter++)
		if (*letter == '/')
			return EINVAL;
	return **name ? 0 : EINVAL;
}

static sem_t *open_named(const char *name, int flags, unsigned value, uint64_t pc)
{
	int problem = problem_of(&name);
	if (problem)
		return errno = problem, SEM_FAILED;
	touch_names(pc);
	struct named *named = find_named(name);
	if (named && (flags & O_CREAT) && (flags & O_EXCL))
		return errno = EEXIST, SEM_FAILED;
	if (!named && !(flags & O_CREAT))
		return errno = ENOENT, SEM_FAILED;
	if (!named && value > SEM_VALUE_MAX)
		return errno = EINVAL, SEM_FAILED;
	if (!named)
		named = new_named(name, value);
	if (!named)
		return errno = ENFILE, SEM_FAILED;
	named->open++;
	return &named->semaphore;
}

TD_EXPORT sem_t *sem_open(const char *name, int flags, ...)
{
	unsigned mode = 0, value = 0;
	if (flags & O_CREAT) {
		va_list args;
		va_start(args, flags);
		mode = va_arg(args, unsigned);
		value = va_arg(args, unsigned);
		va_end(args);
	}
	return td_current ? open_named(name, flags, value, TD_HERE) : TD_REAL(sem_open)(name, flags, mode, value);
}

TD_EXPORT int sem_close(sem_t *semaphore)
{
	return td_current ? 0 : TD_REAL(sem_close)(semaphore);
}

TD_EXPORT int sem_unlink(const char *name)
{
	if (!td_current)
		return TD_REAL(sem_unlink)(name);
	int problem = problem_of(&name);
	if (problem)
		return errno = problem == EINVAL ? ENOENT : problem, -1;
	touch_names(TD_HERE);
	struct named *named = find_named(name);
	if (!named)
		return errno = ENOENT, -1;
	named->unlinked = 1;
	return 0;
}
