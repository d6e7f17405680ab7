#include "misuse.h"

#include "finish.h"
#include "sched.h"
#include "rt/core.h"
#include "rt/state.h"
#include "rt/sys.h"

void td_misuse(const struct td_object *object, uint64_t pc, const char *format)
{
	td_current->pending.object = object->address;
	td_finish_at(TD_END_BAD_PRIMITIVE, pc, (uint64_t)__builtin_frame_address(0), object->address, format,
		     td_object_word(object->type));
}

/* Does a thread wait for it that cannot go on? */
static int is_waited_for(const struct td_object *object)
{
	for (const struct td_fiber *fiber = object->first; fiber; fiber = fiber->wait.next)
		if (!td_available(fiber))
			return 1;
	return 0;
}

static int could_unlock(const struct td_fiber *fiber, const struct td_fiber *but)
{
	return fiber != but && !fiber->done;
}

/* Does a thread hold it, or wait for it, that has not ended?  That `but` holds it does not count. */
static int is_in_use(struct td_object *object, const struct td_fiber *but)
{
	if (object->owner && could_unlock(object->owner, but))
		return 1;
	for (uint32_t i = 0; object->readers && i < td_fiber_count; i++)
		if (could_unlock(td_fiber(i), but) && td_held_find(td_fiber(i), object))
			return 1;
	return is_waited_for(object);
}

/* A thread that waits for what was there before would not be woken by what is done with the new one. */
void td_misuse_check_memory(struct td_object *object, uint64_t pc)
{
	if (likely(!td_object_is_overwritten(object)))
		return;
	if (is_waited_for(object))
		td_misuse(object, pc, "a %s was overwritten while a thread waited for it");
	td_object_renew(object);
}

static int is_on_stack_of(const struct td_fiber *fiber, uint64_t address)
{
	return address >= fiber->stack.low && address < fiber->stack.high;
}

static int is_on_a_stack(uint64_t address)
{
	for (uint32_t i = 0; i < td_fiber_count; i++)
		if (is_on_stack_of(td_fiber(i), address))
			return 1;
	return 0;
}

/* Other primitives may be initialised again when they are not in use.  Of a barrier POSIX says that it must be destroyed
 * before, and threads may still be on their way out of it. */
static void check_barrier(const struct td_object *barrier, uint64_t pc)
{
	if (barrier->first)
		td_misuse(barrier, pc, "a %s is initialised while a thread has still to leave it");
	if (barrier->is_imprinted && !is_on_a_stack(barrier->address))
		td_misuse(barrier, pc, "a %s is initialised again without being destroyed");
}

/* Many programs do not destroy their primitives before they put the memory to a new use: that is no mistake.  What the
 * thread has left locked on its own stack may have belonged to a call that has returned. */
void td_misuse_check_init(struct td_object *object, uint64_t pc)
{
	td_misuse_check_memory(object, pc);
	if (is_in_use(object, is_on_stack_of(td_current, object->address) ? td_current : NULL))
		td_misuse(object, pc, "a %s is initialised while it is in use");
	if (object->type == TD_O_BARRIER)
		check_barrier(object, pc);
}

/* That a thread has not unlocked what it frees harms no other thread. */
void td_misuse_check_free(struct td_object *object, uint64_t pc)
{
	if (!td_object_can_be_overwritten(object) || td_object_is_overwritten(object) || !is_in_use(object, td_current))
		return;
	td_heap_describe(object->address);
	td_misuse(object, pc, "a block is freed while the %s in it is in use");
}

void td_misuse_check_lost(const struct td_object *object, enum td_kind kind, uint64_t pc)
{
	if (*td_shadow(object->address) & TD_SHADOW_NO_ACCESS)
		td_point_write(td_current, kind, object->address, 0, pc); /* ends the execution: use after free */
	if (object->dropped == td_current)
		td_misuse(object, pc, "a %s was overwritten while it was locked");
}
