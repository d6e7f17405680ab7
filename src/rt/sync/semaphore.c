/* The semaphores of <treadle/sync.h>: as those of POSIX, but a binary one makes posts wait too. */
#include "uncancelled.h"
#include "rt/engine.h"
#include "rt/loops.h"
#include "rt/core.h"
#include "rt/state.h"
#include "rt/sys.h"
#include "wire/sync.h"

static struct td_object *semaphore_of(treadle_semaphore_t *semaphore, uint64_t pc)
{
	struct td_object *object = td_primitive_made(semaphore, TD_O_SEM, pc);
	if (!object->limit) {
		object->kind = 1;
		object->limit = semaphore->limit;
		object->count = semaphore->value;
	}
	return object;
}

static void step(treadle_semaphore_t *semaphore, enum td_kind kind, uint64_t pc)
{
	struct td_fiber *self = td_current;
	struct td_object *object = semaphore_of(semaphore, pc);
	td_wait_uncanceled(self, object, kind, pc);
	object->count += kind == TD_SEM_POST ? 1 : -1ull;
	td_object_changed(object);
	td_record(self, object->count);
	td_progress(self);
}

TD_EXPORT int treadle_rt_is_controlled(void)
{
	return td_current != NULL;
}

TD_EXPORT void treadle_rt_semaphore_init(treadle_semaphore_t *semaphore, unsigned long value, unsigned long limit)
{
	td_primitive_init(semaphore, TD_O_SEM, TD_HERE);
	semaphore->limit = limit;
	semaphore->value = value;
	semaphore_of(semaphore, TD_HERE);
}

TD_EXPORT void treadle_rt_semaphore_destroy(treadle_semaphore_t *semaphore)
{
	semaphore_of(semaphore, TD_HERE);
	td_primitive_destroy(semaphore, TD_O_SEM, TD_HERE, 8);
}

TD_EXPORT void treadle_rt_semaphore_wait(treadle_semaphore_t *semaphore)
{
	step(semaphore, TD_SEM_WAIT, TD_HERE);
}

TD_EXPORT void treadle_rt_semaphore_post(treadle_semaphore_t *semaphore)
{
	step(semaphore, TD_SEM_POST, TD_HERE);
}
