#include "misuse.h"

#include "finish.h"
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

/* A thread that waits for what was there before would not be woken by what is done with the new one. */
void td_misuse_check_memory(struct td_object *object, uint64_t pc)
{
	if (likely(!td_object_is_overwritten(object)))
		return;
	if (is_waited_for(object))
		td_misuse(object, pc, "a %s was overwritten while a thread waited for it");
	td_object_renew(object);
}

void td_misuse_check_lost(const struct td_object *object, uint64_t pc)
{
	if (object->dropped == td_current)
		td_misuse(object, pc, "a %s was overwritten while it was locked");
}
