#include "object.h"

#include "lock_order.h"
#include "mark.h"
#include "sched.h"
#include "shadow.h"

enum { TABLE = 1 << 18 };

static struct td_object TD_STATE *table;
static uint32_t TD_STATE epoch;
static uint32_t TD_STATE *in_use;         /* places in the table, in the order in which they were taken */
static uint32_t TD_EXECUTION used;
static uint32_t TD_STATE used_at_most;    /* by this execution, also before it went back to a mark */

void td_objects_setup(void)
{
	table = td_map(TABLE * sizeof *table);
	in_use = td_map(TABLE * sizeof *in_use);
	epoch = 1;
}

void td_objects_reset(void)
{
	epoch++;
	used = used_at_most = 0;
}

void td_objects_mark(void)
{
	for (uint32_t i = 0; i < used; i++)
		td_mark_keep(&table[in_use[i]], sizeof *table);
}

void td_objects_back(void)
{
	while (used_at_most > used)
		table[in_use[--used_at_most]].epoch = 0;
}

static void use(struct td_object *object)
{
	if (used == TABLE / 4 * 3)
		td_unsupported("more than %u synchronisation objects in one execution", (uint64_t)(TABLE / 4 * 3));
	in_use[used++] = (uint32_t)(object - table);
	used_at_most = used;
}

static uint32_t slot_of(uint64_t address)
{
	return (uint32_t)((address * 0x9e3779b97f4a7c15ull) >> 46);
}

struct td_object *td_object_find(uint64_t address)
{
	for (uint32_t i = slot_of(address);; i = (i + 1) % TABLE) {
		struct td_object *object = &table[i];
		if (object->epoch != epoch)
			return NULL;
		if (object->address == address)
			return object->type == TD_O_NONE ? NULL : object;
	}
}

static struct td_object *place_of(uint64_t address)
{
	for (uint32_t i = slot_of(address);; i = (i + 1) % TABLE)
		if (table[i].epoch != epoch || table[i].address == address)
			return &table[i];
}

/* Whoever held what is no more there does not hold what comes in its place. */
static void drop_holds(struct td_object *object)
{
	for (uint32_t i = 0; i < td_fiber_count; i++)
		while (td_unhold(td_fiber(i), object) == 0)
			;
}

struct td_object *td_object(uint64_t address, enum td_object_type type)
{
	struct td_object *object = place_of(address);
	if (likely(object->epoch == epoch && object->type == type))
		return object;
	if (object->epoch == epoch)
		drop_holds(object);
	else
		use(object);
	td_plain_set(object, 0, sizeof *object);
	object->address = address;
	object->epoch = epoch;
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
