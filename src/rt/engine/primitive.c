#include "primitive.h"

#include "bad_access.h"
#include "misuse.h"
#include "record.h"
#include "sched.h"
#include "stretch.h"
#include "rt/race.h"
#include "rt/loops.h"
#include "rt/core.h"
#include "rt/state.h"
#include "rt/sys.h"

#define UNINITIALISED 0xbebebebebebebebeull
#define DESTROYED 0xdead5eeddead5eedull

static uint64_t mask(uint32_t size)
{
	return size >= 8 ? UINT64_MAX : (1ull << (8 * size)) - 1;
}

_Noreturn void td_primitive_is_not_one(const char *how, void *address, enum td_object_type type, uint64_t pc)
{
	if (td_stack_is_gone((uint64_t)address)) { /* what was there has been overwritten since */
		td_point(td_current, TD_READ, (uint64_t)address, 1, pc);
		td_bad_stack_access(td_current, (uint64_t)address, 1, 0, pc, (uint64_t)__builtin_frame_address(0));
	}
	td_current->pending.object = (uint64_t)address;
	td_finish_at(TD_END_BAD_PRIMITIVE, pc, (uint64_t)__builtin_frame_address(0), (uint64_t)address, "use of %s %s", how,
		     td_object_word(type));
}

static struct td_object *object_at(void *address, enum td_object_type type, uint64_t pc)
{
	struct td_object *object = td_object((uint64_t)address, type);
	uint16_t me = (uint16_t)(td_current->id + 1);
	td_misuse_check_memory(object, pc);
	if (object->user != me)
		object->user = object->user ? TD_USED_BY_MANY : me;
	return object;
}

struct td_object *td_primitive(void *address, enum td_object_type type, uint64_t pc, uint32_t size)
{
	uint64_t mark = 0;
	if (!size) /* the caller has looked */
		return object_at(address, type, pc);
	if (unlikely(!td_peek((uint64_t)address, size, &mark)))
		mark = *(volatile uint8_t *)address; /* the program's crash, as it would be in the C library */
	if (unlikely(mark == (DESTROYED & mask(size))))
		td_primitive_is_not_one("a destroyed", address, type, pc);
	if (unlikely(mark == (UNINITIALISED & mask(size))))
		td_primitive_is_not_one("an uninitialised", address, type, pc);
	return object_at(address, type, pc);
}

struct td_object *td_primitive_made(void *address, enum td_object_type type, uint64_t pc)
{
	uint64_t mark = 0;
	td_peek((uint64_t)address, 8, &mark);
	if (unlikely(!mark))
		td_primitive_is_not_one("an uninitialised", address, type, pc);
	return td_primitive(address, type, pc, 8);
}

struct td_object *td_primitive_init(void *address, enum td_object_type type, uint64_t pc)
{
	struct td_fiber *self = td_current;
	td_point_write(self, TD_INIT, (uint64_t)address, 0, pc);
	struct td_object *object = td_object_find((uint64_t)address);
	if (object && object->type == type)
		td_misuse_check_init(object, pc);
	if (object)
		td_object_forget(object);
	td_record(self, 0);
	td_progress(self);
	object = td_object((uint64_t)address, type);
	object->user = (uint16_t)(self->id + 1);
	return object;
}

void td_primitive_destroy(void *address, enum td_object_type type, uint64_t pc, uint32_t size)
{
	struct td_fiber *self = td_current;
	td_primitive(address, type, pc, size);
	td_point_write(self, TD_DESTROY, (uint64_t)address, 0, pc);
	struct td_object *object = td_primitive(address, type, pc, size);
	if (object->owner || object->readers || object->first)
		td_finish(TD_END_BAD_PRIMITIVE, pc, "a %s is destroyed while it is in use", td_object_word(type));
	td_object_forget(object);
	uint64_t mark = DESTROYED;
	td_plain_copy(address, &mark, size > 8 ? 8 : size);
	td_record(self, 0);
	td_progress(self);
}

void td_hold(struct td_fiber *fiber, struct td_object *object, int shared)
{
	struct td_held *held = td_held_find(fiber, object);
	fiber->locks.have_changed = 1;
	if (!held) {
		if (fiber->locks.held_count == TD_MAX_HELD)
			td_unsupported("a thread holds more than %u locks", (uint64_t)TD_MAX_HELD);
		held = &fiber->held[fiber->locks.held_count++];
		*held = (struct td_held){.object = object, .shared = (uint32_t)shared, .pc = fiber->pending.pc};
		td_lock_order_acquired(fiber);
		td_atomic_held(fiber, object);
	}
	held->depth++;
}

void td_acquired(struct td_fiber *fiber, struct td_object *object)
{
	object->owner = fiber;
	object->depth = 1;
	td_hold(fiber, object, 0);
	td_object_changed(object);
	td_record(fiber, 1);
	td_progress(fiber);
}

void td_released(struct td_fiber *fiber, struct td_object *object)
{
	object->owner = NULL;
	object->depth = 0;
	td_unhold(fiber, object);
	td_object_changed(object);
	td_record(fiber, 0);
	td_progress(fiber);
}
