#include "object.h"

#include "annotate.h"
#include "index.h"
#include "lock_order.h"
#include "mark.h"
#include "sched.h"
#include "shadow.h"

static struct td_index TD_STATE index;
static struct td_object TD_STATE *objects;
static uint32_t TD_EXECUTION object_count;

void td_objects_setup(void)
{
	td_index_setup(&index);
	objects = td_map(TD_INDEX_MOST * sizeof *objects);
}

void td_objects_reset(void)
{
	td_index_reset(&index);
	object_count = 0;
}

void td_objects_mark(void)
{
	td_mark_keep(objects, object_count * sizeof *objects);
}

void td_objects_back(void)
{
	td_index_back(&index, object_count);
}

struct td_object *td_object_find(uint64_t address)
{
	const struct td_index_slot *slot = td_index_slot(&index, address);
	if (td_index_is_empty(&index, slot) || objects[slot->number].type == TD_O_NONE)
		return NULL;
	return &objects[slot->number];
}

static struct td_object *new_object(struct td_index_slot *slot, uint64_t address)
{
	if (object_count == TD_INDEX_MOST)
		td_unsupported("more than %u synchronisation objects in one execution", (uint64_t)object_count);
	return &objects[td_index_add(&index, slot, address, &object_count)];
}

/* Whoever held what is no more there does not hold what comes in its place. */
static void drop_holds(struct td_object *object)
{
	for (uint32_t i = 0; i < td_fiber_count; i++)
		while (td_unhold(td_fiber(i), object) == 0)
			;
}

/* Where it is to lie; if there is an object of another type already, that goes. */
static struct td_object *place_for(uint64_t address)
{
	struct td_index_slot *slot = td_index_slot(&index, address);
	if (td_index_is_empty(&index, slot))
		return new_object(slot, address);
	drop_holds(&objects[slot->number]);
	return &objects[slot->number];
}

struct td_object *td_object(uint64_t address, enum td_object_type type)
{
	struct td_object *object = td_object_find(address);
	if (likely(object && object->type == type))
		return object;
	object = place_for(address);
	td_plain_set(object, 0, sizeof *object);
	object->address = address;
	object->type = (uint8_t)type;
	*td_shadow(address) |= TD_SHADOW_PRIMITIVE;
	return object;
}

void td_object_forget(struct td_object *object)
{
	drop_holds(object);
	object->type = TD_O_NONE;
}

const char *td_object_word(enum td_object_type type)
{
	static const char *const words[] = {
		[TD_O_NONE] = "object", [TD_O_MUTEX] = "mutex", [TD_O_SPIN] = "spin lock", [TD_O_RWLOCK] = "read-write lock",
		[TD_O_COND] = "condition variable", [TD_O_SEM] = "semaphore", [TD_O_BARRIER] = "barrier", [TD_O_ONCE] = "once",
		[TD_O_THREAD] = "thread", [TD_O_FUTEX] = "futex", [TD_O_FD] = "descriptor", [TD_O_FILE] = "stream",
		[TD_O_MONITOR] = "monitor", [TD_O_PORT] = "port", [TD_O_MQ] = "message queue",
	};
	return words[type];
}

struct td_held *td_held_find(struct td_fiber *fiber, struct td_object *object)
{
	for (uint32_t i = fiber->held_count; i-- > 0;)
		if (fiber->held[i].object == object)
			return &fiber->held[i];
	return NULL;
}

void td_hold(struct td_fiber *fiber, struct td_object *object, int shared)
{
	struct td_held *held = td_held_find(fiber, object);
	fiber->locks_changed = 1;
	if (!held) {
		if (fiber->held_count == TD_MAX_HELD)
			td_unsupported("a thread holds more than %u locks", (uint64_t)TD_MAX_HELD);
		held = &fiber->held[fiber->held_count++];
		*held = (struct td_held){.object = object, .shared = (uint32_t)shared, .pc = fiber->pending.pc};
		td_lock_order_acquired(fiber);
		td_atomic_held(fiber, object);
	}
	held->depth++;
}

int td_unhold(struct td_fiber *fiber, struct td_object *object)
{
	struct td_held *held = td_held_find(fiber, object);
	if (!held)
		return -1;
	fiber->locks_changed = 1;
	if (--held->depth == 0)
		*held = fiber->held[--fiber->held_count];
	return 0;
}
