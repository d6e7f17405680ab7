#include "once.h"

#include "rt/engine.h"
#include "rt/race.h"
#include "rt/loops.h"
#include "rt/core.h"
#include "rt/state.h"
#include "rt/sys.h"

enum { ONCE_NEW, ONCE_RUNNING, ONCE_DONE };

struct running_once {
	struct td_object *object;
	pthread_once_t *once;
	uint64_t pc;
	int returned;
};

void td_once_end(struct td_object *object, int is_done, uint64_t pc)
{
	struct td_fiber *self = td_current;
	td_point_write(self, TD_ONCE_END, object->address, 0, pc);
	object->kind = is_done ? ONCE_DONE : ONCE_NEW;
	object->owner = NULL;
	td_unhold(self, object);
	td_object_changed(object);
	td_record(self, (uint64_t)is_done);
	td_progress(self);
}

/* Also when the function throws or the thread is cancelled in it: then somebody else may try. */
static void end_once(struct running_once *running)
{
	td_once_end(running->object, running->returned, running->pc);
	*running->once = running->returned ? 2 : 0; /* as the C library has it */
}

static void run_once(struct td_object *object, pthread_once_t *once, void (*function)(void), uint64_t pc)
{
	__attribute__((cleanup(end_once))) struct running_once running = {object, once, pc, 0};
	function();
	running.returned = 1;
}

int td_once_begin(struct td_object *object, int is_done, uint64_t pc)
{
	struct td_fiber *self = td_current;
	if (is_done)
		object->kind = ONCE_DONE;
	td_wait(self, object, TD_ONCE_BEGIN, pc, 0);
	int first = object->kind == ONCE_NEW;
	self->pending.writes = (uint8_t)first;
	if (first) {
		object->kind = ONCE_RUNNING;
		object->owner = self;
		td_hold(self, object, 0);
		td_object_changed(object);
	} else {
		td_lock_order_passed(self, object);
	}
	td_record(self, (uint64_t)first);
	if (first)
		td_progress(self);
	return first;
}

int td_once(pthread_once_t *once, void (*function)(void), uint64_t pc)
{
	struct td_object *object = td_object((uint64_t)once, TD_O_ONCE);
	if (object->kind == ONCE_DONE && *once == PTHREAD_ONCE_INIT)
		object->kind = ONCE_NEW; /* somebody has written that, or it is another one at the same place of a stack */
	if (td_once_begin(object, *once == 2, pc))
		run_once(object, once, function, pc);
	return 0;
}

TD_EXPORT int pthread_once(pthread_once_t *once, void (*function)(void))
{
	return td_current ? td_once(once, function, TD_HERE) : TD_REAL(pthread_once)(once, function);
}
