#include "library_lock.h"

#include "rt/engine.h"
#include "rt/loops.h"
#include "rt/race.h"
#include "rt/core.h"
#include "rt/state.h"

/* A call under way. */
struct call {
	const uint64_t *arguments;
	const struct td_library_function *function;
	uint64_t object, pc;
};

typedef uint64_t library_function(uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t);
typedef uint64_t lock_function(uint64_t);

/* The thread is inside of one of these functions; what that calls for itself is its own affair. */
static uint8_t TD_EXECUTION inside[TD_MAX_THREADS];

static uint64_t call_real(const struct call *call)
{
	const uint64_t *a = call->arguments;
	return ((library_function *)call->function->real)(a[0], a[1], a[2], a[3], a[4], a[5]);
}

static uint64_t call_inside(const struct call *call)
{
	uint16_t me = td_current->id;
	inside[me] = 1;
	uint64_t result = call_real(call);
	inside[me] = 0;
	return result;
}

/* Beside the lock's first byte, which may be a futex and is another object then. */
static uint64_t model_address(const struct call *call)
{
	return call->object + 1;
}

static struct td_object *model(const struct call *call, enum td_object_type type)
{
	struct td_object *object = td_object(model_address(call), type);
	object->is_foreign = 1;
	return object;
}

static void take_shared(struct td_fiber *self, struct td_object *object)
{
	object->readers++;
	td_hold(self, object, 1);
	td_object_changed(object);
	td_record(self, object->readers);
	td_progress(self);
}

/* What was released by a thread whose lock the model did not know comes before, too. */
static uint64_t lock(const struct call *call, enum td_object_type type, enum td_kind kind)
{
	struct td_fiber *self = td_current;
	struct td_object *object = model(call, type);
	if (object->owner == self) { /* if the library does not allow that, it waits for itself */
		object->depth++;
		return call_inside(call);
	}
	td_wait(self, object, kind, call->pc, 0);
	if (kind == TD_RDLOCK)
		take_shared(self, object);
	else
		td_acquired(self, object);
	uint64_t result = call_inside(call);
	td_race_acquire(self, model_address(call));
	return result;
}

static uint64_t try(const struct call *call, int zero_is_success)
{
	struct td_fiber *self = td_current;
	struct td_object *object = model(call, TD_O_MUTEX);
	td_point_write(self, TD_LOCK, model_address(call), 0, call->pc);
	self->pending.flags = TD_F_TRY;
	uint64_t result = call_inside(call);
	int has_it = zero_is_success ? !(int)result : (int)result != 0;
	if (has_it && object->owner == self) {
		td_record(self, ++object->depth);
	} else if (has_it && !object->owner) {
		td_acquired(self, object);
	} else {
		self->pending.flags |= TD_F_FAILED;
		self->pending.writes = 0;
		td_record(self, object->owner ? object->owner->id : 0);
		td_looked(self, object->owner ? object->owner->id : 0);
	}
	return result;
}

/* The model is unlocked just before the library's function, which may come to wake others. */
static void unlock_model(struct td_object *object, uint64_t pc)
{
	struct td_fiber *self = td_current;
	int is_rw = object->type == TD_O_RWLOCK;
	td_point_write(self, is_rw ? TD_RWUNLOCK : TD_UNLOCK, object->address, 0, pc);
	if (object->owner == self) {
		td_released(self, object);
		return;
	}
	object->readers--;
	td_unhold(self, object);
	td_object_changed(object);
	td_record(self, object->readers);
	td_progress(self);
}

static uint64_t unlock(const struct call *call, enum td_object_type type)
{
	struct td_object *object = model(call, type);
	if (object->owner == td_current && object->depth > 1)
		object->depth--;
	else if (td_held_find(td_current, object))
		unlock_model(object, call->pc);
	else
		td_race_release(td_current, model_address(call));
	return call_inside(call);
}

/* The library has locked it when it comes back, but the model may be another thread's by then: so it is unlocked,
 * and locked again in turn. */
static uint64_t wait(const struct call *call)
{
	struct td_fiber *self = td_current;
	struct td_object *object = model(call, TD_O_MUTEX);
	if (object->owner != self)
		return call_inside(call);
	td_cut(TD_CUT_LOCKS, call->pc);
	unlock_model(object, call->pc);
	uint64_t result = call_inside(call);
	inside[self->id] = 1;
	((lock_function *)call->function->unlock)(call->object);
	td_wait(self, model(call, TD_O_MUTEX), TD_LOCK, call->pc, 0);
	td_acquired(self, model(call, TD_O_MUTEX));
	((lock_function *)call->function->lock)(call->object);
	inside[self->id] = 0;
	td_race_acquire(self, model_address(call));
	return result;
}

/* No event: a search does not order the two threads by it, so what they access stays contended. */
static uint64_t acquire(const struct call *call)
{
	uint64_t result = call_real(call);
	td_race_acquire_unordered(td_current, call->object);
	return result;
}

static uint64_t release(const struct call *call)
{
	td_race_release(td_current, call->object);
	return call_real(call);
}

typedef uint64_t once_function(uint64_t argument);

struct once {
	once_function *function;
	uint64_t argument, object;
};

static uint64_t run_once(uint64_t address)
{
	const struct once *self = (const struct once *)address;
	uint64_t result = self->function(self->argument);
	td_race_release(td_current, self->object);
	return result;
}

/* As soon as the function has returned the library may let others see that it has. */
static uint64_t once(const struct call *call)
{
	const uint64_t *given = call->arguments + call->function->row->argument;
	struct once self = {(once_function *)given[0], given[1], call->object};
	uint64_t arguments[TD_LOCK_ARGUMENTS + 2] = {0};
	struct call run = *call;
	td_plain_copy(arguments, call->arguments, TD_LOCK_ARGUMENTS * sizeof *arguments);
	arguments[call->function->row->argument] = (uint64_t)run_once;
	arguments[call->function->row->argument + 1] = (uint64_t)&self;
	run.arguments = arguments;
	return acquire(&run);
}

static uint64_t play(const struct call *call)
{
	switch (call->function->row->role) {
	case TD_LOCK_LOCK: return lock(call, TD_O_MUTEX, TD_LOCK);
	case TD_LOCK_TRY: return try(call, 0);
	case TD_LOCK_TRY_ZERO: return try(call, 1);
	case TD_LOCK_UNLOCK: return unlock(call, TD_O_MUTEX);
	case TD_LOCK_READ: return lock(call, TD_O_RWLOCK, TD_RDLOCK);
	case TD_LOCK_WRITE: return lock(call, TD_O_RWLOCK, TD_WRLOCK);
	case TD_LOCK_UNLOCK_RW: return unlock(call, TD_O_RWLOCK);
	case TD_LOCK_WAIT: return wait(call);
	case TD_LOCK_ACQUIRE: return acquire(call);
	case TD_LOCK_RELEASE: return release(call);
	case TD_LOCK_ONCE: return once(call);
	default: return call_real(call);
	}
}

uint64_t td_library_call(const uint64_t *arguments, const struct td_library_function *function, uint64_t pc)
{
	struct call call = {arguments, function, arguments[function->row->argument - 1], pc};
	return !td_current || !call.object || inside[td_current->id] ? call_real(&call) : play(&call);
}
