/* Barriers. */
#include "imprint.h"
#include "rt/engine.h"
#include "rt/race.h"
#include "rt/loops.h"
#include "rt/core.h"
#include "rt/state.h"
#include "rt/sys.h"

#include <pthread.h>

#define OPEN_BARRIER 0x1800

/* Where glibc keeps the number of threads awaited: the third word. */
static uint32_t count_in(const void *barrier)
{
	return ((const uint32_t *)barrier)[2];
}

int td_barrier_is_overwritten(const struct td_object *self)
{
	return count_in((const void *)self->address) != self->count;
}

/* That number is its imprint: the C library writes it, and it stays as long as the barrier lives. */
static void begin_with(struct td_object *object, uint64_t count)
{
	object->count = count;
	object->is_imprinted = 1;
}

static struct td_object *barrier_of(pthread_barrier_t *barrier, uint64_t pc)
{
	struct td_object *object = td_primitive(barrier, TD_O_BARRIER, pc, 8);
	if (!object->count)
		begin_with(object, count_in(barrier));
	return object;
}

static int wait(pthread_barrier_t *barrier, uint64_t pc)
{
	struct td_fiber *self = td_current;
	barrier_of(barrier, pc);
	td_point_write(self, TD_BARRIER_ARRIVE, (uint64_t)barrier, 0, pc);
	struct td_object *object = barrier_of(barrier, pc);
	object->arrived++;
	td_record(self, object->arrived);
	td_progress(self);
	self->wait.generation = object->generation;
	td_lock_order_provides(self);
	td_lock_order_arrives(self, object);
	td_lock_order_waits(self);
	if (object->arrived == object->count) {
		object->arrived = 0;
		object->generation++;
		for (struct td_fiber *fiber = object->first; fiber; fiber = fiber->wait.next)
			td_order(self, fiber);
		td_object_changed(object);
		td_lock_order_leaves(self, object);
		return PTHREAD_BARRIER_SERIAL_THREAD;
	}
	td_wait(self, object, TD_BARRIER_LEAVE, pc, 0);
	self->pending.writes = 0; /* leaving changes nothing for the others */
	td_record(self, self->wait.generation + 1);
	td_lock_order_leaves(self, object);
	return 0;
}

/* Those for whom the barrier has opened may not have noticed yet when whoever has destroys it; they no longer need it.  They
 * are put where it stays open; low addresses are nobody's but descriptors' (fd.c). */
static void let_leave(pthread_barrier_t *barrier)
{
	struct td_object *object = td_object_find((uint64_t)barrier), *open;
	struct td_fiber *next;
	if (!object || object->type != TD_O_BARRIER || !object->first)
		return;
	open = td_object(OPEN_BARRIER, TD_O_BARRIER);
	open->generation = UINT64_MAX;
	for (struct td_fiber *fiber = object->first; fiber; fiber = next) {
		next = fiber->wait.next;
		if (fiber->pending.kind == TD_BARRIER_LEAVE && fiber->wait.generation != object->generation)
			td_requeue(fiber, open);
	}
}

TD_EXPORT int pthread_barrier_init(pthread_barrier_t *barrier, const pthread_barrierattr_t *attributes, unsigned count)
{
	if (td_current && count) /* without threads it is an error, and nothing is initialised */
		begin_with(td_primitive_init(barrier, TD_O_BARRIER, TD_HERE), count);
	return TD_REAL(pthread_barrier_init)(barrier, attributes, count);
}

TD_EXPORT int pthread_barrier_destroy(pthread_barrier_t *barrier)
{
	if (!td_current)
		return TD_REAL(pthread_barrier_destroy)(barrier);
	let_leave(barrier);
	td_primitive_destroy(barrier, TD_O_BARRIER, TD_HERE, 8);
	return 0;
}

TD_EXPORT int pthread_barrier_wait(pthread_barrier_t *barrier)
{
	return td_current ? wait(barrier, TD_HERE) : TD_REAL(pthread_barrier_wait)(barrier);
}
