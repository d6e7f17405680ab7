#include "bad_access.h"

#include "record.h"
#include "rt/state.h"
#include "rt/sys.h"

static const char *plural(uint64_t count)
{
	return count == 1 ? "" : "s";
}

void td_heap_bad_access(struct td_fiber *fiber, uint64_t address, uint32_t size, int write, uint64_t pc, uint64_t frame)
{
	struct td_block *block = td_heap_block(address);
	const char *what = write ? "write" : "read";
	td_record_wrong(fiber);
	td_heap_learn_shared(address);
	fiber->pending.object = address;
	if (block && block->state == TD_BLOCK_FREED && address >= (uint64_t)block + TD_BLOCK_HEADER) {
		td_heap_describe_block(block);
		td_finish_at(TD_END_USE_AFTER_FREE, pc, frame, address, "%s of %u byte%s in a freed block of %u byte%s", what,
			     (uint64_t)size, plural(size), block->size, plural(block->size));
	}
	/* In a header: most likely behind the end of the block before. */
	struct td_block *before = td_heap_block(address - TD_BLOCK_HEADER);
	if (before && address < (uint64_t)block + TD_BLOCK_HEADER)
		block = before;
	if (block)
		td_heap_describe_block(block);
	td_finish_at(TD_END_HEAP_OVERFLOW, pc, frame, address, "%s of %u byte%s outside of a heap block", what, (uint64_t)size,
		     plural(size));
}

void td_bad_stack_access(struct td_fiber *fiber, uint64_t address, uint32_t size, int write, uint64_t pc, uint64_t frame)
{
	const struct td_fiber *owner = td_stack_owner(address);
	td_record_wrong(fiber);
	td_heap_learn_shared(address);
	fiber->pending.object = address;
	td_channel->ended.status = owner->id;
	td_finish_at(TD_END_USE_AFTER_RETURN, pc, frame, address, "%s of %u bytes of a variable whose %s", write ? "write" : "read",
		     (uint64_t)size, owner->done || owner->end.gave_up ? "thread has ended" : "function has returned");
}
