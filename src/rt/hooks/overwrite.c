#include "overwrite.h"

#include "rt/engine.h"
#include "rt/state.h"
#include "rt/sys.h"

/* On the thread's own stack the primitive may be one of a call that has returned, and other variables lie there now. */
void td_overwrite_learn(const struct td_fiber *fiber, uint64_t address, uint64_t size)
{
	uint64_t end = address + size;
	if (address >= fiber->stack.low && address < fiber->stack.high)
		return;
	for (uint64_t at = td_object_next(address & ~7ull, end); at < end; at = td_object_next(at + 4, end))
		if (td_object_can_be_overwritten(td_object_find(at)) && td_object_find(at)->user != fiber->id + 1)
			td_shadow_learn_contended(address > at ? address : at);
}

void td_overwrite_touch(struct td_fiber *fiber, uint64_t address, uint64_t size)
{
	uint64_t end = address + size;
	if (fiber->pending.unshared)
		return;
	for (uint64_t at = td_object_next(address & ~7ull, end); at < end; at = td_object_next(at + 4, end))
		if (td_object_can_be_overwritten(td_object_find(at)))
			td_record_also(fiber, at);
}
