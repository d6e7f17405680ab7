#include "object.h"

#include "fiber.h"
#include "mark.h"
#include "shadow.h"
#include "touch.h"
#include "rt/sys.h"

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

/* All primitives of POSIX lie at multiples of four. */
uint64_t td_object_next(uint64_t at, uint64_t end)
{
	at = (at + 3) & ~3ull;
	for (uint64_t granule = td_shadow_first(at, end); granule < end; granule = td_shadow_first(granule + 8, end))
		for (uint64_t half = granule < at ? at : granule; half < end && half < granule + 8; half += 4)
			if ((*td_shadow(half) & TD_SHADOW_PRIMITIVE) && td_object_find(half))
				return half;
	return end;
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
	object->is_imprinted = 0;
}

/* Neither memory that was freed nor a lock of a library is written to. */
void td_object_imprint(struct td_object *object)
{
	const struct td_object_row *row = &td_object_rows[object->type];
	if (row->imprint && !object->is_foreign && !(*td_shadow(object->address) & TD_SHADOW_NO_ACCESS))
		row->imprint(object);
}

void td_object_renew(struct td_object *object)
{
	struct td_object new = {.address = object->address, .type = object->type,
				.first = object->first, .last = object->last};
	for (uint32_t i = 0; i < td_fiber_count && new.dropped != td_current; i++)
		if (td_held_find(td_fiber(i), object))
			new.dropped = td_fiber(i);
	drop_holds(object);
	*object = new;
}

uint8_t td_could_before(uint64_t place)
{
	if (place == TD_FD_ELSEWHERE)
		return TD_COULD_TAKE | TD_COULD_POST; /* not known; an order that cannot be followed is given up */
	if (place >= TD_FLOW_FIRST && place < TD_FLOW_LAST)
		return td_object_rows[TD_O_FD].could(NULL, place);
	const struct td_object *object = td_object_find(place), *port = object ? NULL : td_object_find(place - 1);
	if (port && port->type == TD_O_PORT) /* its receivers' side */
		return td_object_rows[TD_O_PORT].could(port, place);
	if (!object)
		return TD_COULD_LOCK | TD_COULD_READ_LOCK | TD_COULD_TAKE | TD_COULD_BEGIN | TD_COULD_POST;
	return td_object_rows[object->type].could(object, place);
}

struct td_held *td_held_find(struct td_fiber *fiber, struct td_object *object)
{
	for (uint32_t i = fiber->locks.held_count; i-- > 0;)
		if (fiber->held[i].object == object)
			return &fiber->held[i];
	return NULL;
}

int td_unhold(struct td_fiber *fiber, struct td_object *object)
{
	struct td_held *held = td_held_find(fiber, object);
	if (!held)
		return -1;
	fiber->locks.have_changed = 1;
	if (--held->depth == 0)
		*held = fiber->held[--fiber->locks.held_count];
	return 0;
}
