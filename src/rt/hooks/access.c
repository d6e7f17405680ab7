/* Every hook for a plain access builds one operation and comes through td_access. */
#include "access.h"

#include "overwrite.h"
#include "protected_access.h"
#include "rt/engine.h"
#include "rt/race.h"
#include "rt/loops.h"
#include "rt/core.h"
#include "rt/state.h"
#include "rt/sys.h"

enum { MANY_BYTES = 128 }; /* of these it pays to look at all granules at once */

/* A granule that is not known to be shared. */
static void note_owner(const struct td_fiber *fiber, uint16_t *entry, uint64_t address)
{
	uint16_t owner = *entry & TD_SHADOW_OWNER, me = (uint16_t)(fiber->id + 1);
	if (owner == me || owner == TD_SHADOW_MANY || !td_channel->job.learn)
		return;
	if (!owner)
		*entry |= me;
	else
		td_shadow_learn(address);
}

static int see_granule(const struct td_fiber *fiber, uint64_t address)
{
	uint16_t *entry = td_shadow(address);
	if (*entry & (TD_SHADOW_SHARED | TD_SHADOW_NO_ACCESS)) /* what is wrong with it is found when it has its turn */
		return 1;
	note_owner(fiber, entry, address);
	return td_sees_all() || fiber->loop.watched || td_stack_is_gone(address);
}

void td_access_by_kernel(const struct td_fiber *fiber, uint64_t address)
{
	uint16_t *entry = td_shadow(address);
	if (!(*entry & TD_SHADOW_SHARED))
		note_owner(fiber, entry, address);
}

/* Of this thread alone, or of nobody until now. */
static int is_own_range(const struct td_fiber *fiber, uint64_t start, uint64_t end)
{
	uint16_t me = (uint16_t)(fiber->id + 1), any = td_shadow_any(start, end);
	if (!any && td_channel->job.learn)
		td_shadow_mark(start, end, me, 0);
	return !any || (any == me && td_shadow_all(start, end, me));
}

/* An access may reach into a second granule, a range into many. */
static int see(const struct td_fiber *fiber, uint64_t address, uint64_t size)
{
	int shared = 0;
	if (size > MANY_BYTES && is_own_range(fiber, address, address + size))
		return td_sees_all() || fiber->loop.watched;
	for (uint64_t at = address; at < address + size; at = (at | 7) + 1)
		shared |= see_granule(fiber, at);
	return shared;
}

int td_is_shared(uint64_t address, uint64_t size)
{
	if (size > MANY_BYTES)
		return (td_shadow_any(address, address + size) & TD_SHADOW_SHARED) != 0;
	for (uint64_t at = address; at < address + size; at = (at | 7) + 1)
		if (*td_shadow(at) & TD_SHADOW_SHARED)
			return 1;
	return 0;
}

/* What is touched at a place that is asked for is an event from the next execution on. */
static void learn_at_place(uint64_t address, uint64_t size, uint64_t pc)
{
	if (!td_places_have(address, size, pc))
		return;
	for (uint64_t at = address; at < address + size; at = (at | 7) + 1)
		if (!(*td_shadow(at) & TD_SHADOW_SHARED))
			td_shadow_learn(at);
}

/* What some jobs do with each access, whether it is an event or not. */
static void look_at_each(const struct td_fiber *fiber, uint64_t address, uint64_t size, uint64_t pc)
{
	if (td_channel->job.hash_all)
		td_record_op(fiber, address, pc);
	if (td_channel->job.learns_places && td_channel->job.learn)
		learn_at_place(address, size, pc);
}

int td_is_private(struct td_fiber *fiber, uint64_t address, uint32_t size, uint64_t pc)
{
	fiber->op++;
	if (unlikely(fiber->op >= fiber->stop_at))
		td_stop_here(fiber, pc);
	if (unlikely(td_channel->job.hash_all | td_channel->job.learns_places))
		look_at_each(fiber, address, size, pc);
	return !see(fiber, address, size);
}

void td_access_check(struct td_fiber *fiber, uint64_t address, uint64_t size, int write, uint64_t pc)
{
	if (td_stack_is_gone(address))
		td_bad_stack_access(fiber, address, (uint32_t)size, write, pc, (uint64_t)__builtin_frame_address(0));
	if (size > MANY_BYTES && !(td_shadow_any(address, address + size) & TD_SHADOW_NO_ACCESS))
		return;
	for (uint64_t at = address; at < address + size; at = (at | 7) + 1)
		if (unlikely(*td_shadow(at) & TD_SHADOW_NO_ACCESS))
			td_heap_bad_access(fiber, at, (uint32_t)size, write, pc, (uint64_t)__builtin_frame_address(0));
}

static int is_on_own_stack(const struct td_fiber *fiber, uint64_t address)
{
	return address >= fiber->stack.low && address < fiber->stack.high;
}

void td_access_own(struct td_fiber *fiber, uint64_t address)
{
	if (unlikely(fiber->loop.suspect || fiber->loop.glance.pc || fiber->likeness || fiber->loop.round.state) &&
	    !is_on_own_stack(fiber, address))
		td_changed_own_memory(fiber);
}

/* The thread's own stack: what compilers keep there between two looks at something shared is no change of anything. */
static int is_own_scratch(const struct td_fiber *fiber, uint64_t address)
{
	return fiber->pending.unshared && is_on_own_stack(fiber, address);
}

/* To others: it is an event only because all are, or all of this thread. */
static uint8_t changes_nothing(uint64_t address, uint64_t size)
{
	return !td_is_shared(address, size) || (unlikely(td_protected_is_on) && td_protected_has(address, size));
}

static void touch_overwritten(struct td_fiber *fiber, uint64_t address, uint64_t size)
{
	if (td_overwrite_may_be(address, size))
		td_overwrite_touch(fiber, address, size);
}

static void read_event(struct td_fiber *fiber, uint64_t address, uint64_t size, uint64_t pc, uint8_t flags,
		       uint8_t order)
{
	uint64_t value = 0;
	td_point(fiber, TD_READ, address, (uint32_t)size, pc);
	fiber->pending.flags = flags;
	fiber->pending.order = order;
	fiber->pending.unshared = changes_nothing(address, size);
	td_access_check(fiber, address, size, 0, pc);
	td_peek(address, size >= 8 ? 8 : size >= 4 ? 4 : (unsigned)size, &value);
	td_record(fiber, value);
	td_looked(fiber, value);
}

static void write_event(struct td_fiber *fiber, uint64_t address, uint64_t size, uint64_t pc, uint8_t flags,
			uint8_t order)
{
	td_point_write(fiber, TD_WRITE, address, (uint32_t)size, pc);
	fiber->pending.flags = flags;
	fiber->pending.order = order;
	fiber->pending.unshared = changes_nothing(address, size);
	td_access_check(fiber, address, size, 1, pc);
	td_record(fiber, 0);
	touch_overwritten(fiber, address, size);
	td_record_value_later(fiber);
	if (!is_own_scratch(fiber, address))
		td_progress(fiber);
}

/* No program has memory there: gcc 12 announces what is in the thread's own segment by its offset, which is small or negative. */
static int is_nowhere(uint64_t address)
{
	return address >> 47 != 0 || address >> 12 == 0;
}

/* The pointer to the virtual functions, which a destructor often writes again as it is: then that is a look at it, and races with no
 * other look.  Which of the two it is shows when the thread has its turn; in another order it might be the other one, so that to a
 * search by traces it always writes. */
static void update_event(struct td_fiber *fiber, void **address, void *value, uint64_t pc)
{
	td_point_write(fiber, TD_WRITE, (uint64_t)address, 8, pc);
	fiber->pending.unshared = changes_nothing((uint64_t)address, 8);
	td_access_check(fiber, (uint64_t)address, 8, 1, pc);
	if (*address == value) {
		fiber->pending.kind = TD_READ;
		fiber->pending.writes = !td_channel->job.by_reads_from;
		td_record(fiber, (uint64_t)value);
		td_looked(fiber, (uint64_t)value);
		return;
	}
	td_record(fiber, 0);
	td_record_value_later(fiber);
	td_progress(fiber);
}

static int guards(const struct td_fiber *fiber, uint64_t address, uint64_t size)
{
	return unlikely(td_protected_is_on) && td_protected_has(address, size) && !fiber->loop.watched && !td_sees_all() &&
	       !td_protected_is_target(fiber);
}

/* The op has been counted by the hook; a visible one is counted by its scheduling point instead. */
static int is_event(struct td_fiber *fiber, uint64_t address, uint64_t size, int write, uint64_t pc)
{
	if (unlikely(td_channel->job.hash_all | td_channel->job.learns_places))
		look_at_each(fiber, address, size, pc);
	int is_seen = likely(!is_nowhere(address)) && see(fiber, address, size), is_protected = is_seen && guards(fiber, address, size);
	if (write && likely(!is_nowhere(address)) && td_overwrite_may_be(address, size))
		td_overwrite_learn(fiber, address, size);
	if (is_seen && !is_protected) {
		fiber->op--;
		return 1;
	}
	if (write && !is_protected)
		td_access_own(fiber, address);
	if (unlikely(fiber->op >= fiber->stop_at))
		td_stop_here(fiber, pc);
	if (is_protected)
		td_protected_access(fiber, address, size, write, pc);
	return 0;
}

static void access(struct td_fiber *fiber, uint64_t address, uint64_t size, int write, uint64_t pc, uint8_t flags,
		   uint8_t order)
{
	if (!is_event(fiber, address, size, write, pc))
		return;
	if (write)
		write_event(fiber, address, size, pc, flags, order);
	else
		read_event(fiber, address, size, pc, flags, order);
}

/* Not inline: the fast way of the hooks would save registers for it that it does not need. */
__attribute__((noinline)) void td_access(struct td_fiber *fiber, uint64_t address, uint32_t size, int write, uint64_t pc)
{
	td_cancel_any_moment(fiber);
	access(fiber, address, size, write, pc, 0, 0);
}

__attribute__((noinline)) static void volatile_access(struct td_fiber *fiber, uint64_t address, uint32_t size,
						      int write, uint64_t pc)
{
	td_cancel_any_moment(fiber);
	access(fiber, address, size, write, pc, 0, TD_ORDER_VOLATILE);
}

void td_access_range(uint64_t address, uint64_t size, int write, uint64_t pc)
{
	struct td_fiber *fiber = td_current;
	if (!fiber || !size)
		return;
	fiber->op++;
	access(fiber, address, size, write, pc, size > 8 ? TD_F_RANGE : 0, 0);
}

/* Who polls in a loop, and finds what was found before, has changed nothing: that is a look, though it races like a write. */
static void give_event(struct td_fiber *fiber, uint64_t to, const void *from, uint64_t size, uint64_t pc)
{
	uint64_t value = 0;
	td_point_write(fiber, TD_WRITE, to, (uint32_t)size, pc);
	fiber->pending.flags = size > 8 ? TD_F_RANGE : 0;
	fiber->pending.unshared = changes_nothing(to, size);
	td_access_check(fiber, to, size, 1, pc);
	td_record(fiber, 0);
	touch_overwritten(fiber, to, size);
	td_record_value_later(fiber);
	if (is_own_scratch(fiber, to))
		return;
	if (td_plain_compare((const void *)to, from, size)) {
		td_progress(fiber);
		return;
	}
	td_plain_copy(&value, from, size < sizeof value ? size : sizeof value);
	td_looked(fiber, value);
}

int td_works_for_program(uint64_t pc)
{
	return td_current && td_pc_is_woven(pc);
}

void td_access_of_caller(const void *start, uint64_t size, int write, uint64_t pc)
{
	if (td_works_for_program(pc))
		td_access_range((uint64_t)start, size, write, pc);
}

void td_access_text_of_caller(const char *text, size_t most, uint64_t pc)
{
	if (td_works_for_program(pc))
		td_access_text(text, most, pc);
}

void td_access_give(void *to, const void *from, uint64_t size, uint64_t pc)
{
	struct td_fiber *fiber = td_current;
	if (!size)
		return;
	fiber->op++;
	if (is_event(fiber, (uint64_t)to, size, td_plain_compare(to, from, size) != 0, pc))
		give_event(fiber, (uint64_t)to, from, size, pc);
	td_plain_copy(to, from, size);
}

/* A second half of an operation: recorded without a scheduling point. */
static void record_along(struct td_fiber *fiber, uint64_t address, uint64_t size, int write, uint64_t pc)
{
	uint64_t value = 0;
	if (guards(fiber, address, size)) {
		td_protected_access(fiber, address, size, write, pc);
		return;
	}
	td_record_look(fiber);
	fiber->pending = (struct td_pending){.object = address, .pc = pc, .size = (uint32_t)size, .writes = (uint8_t)write,
					     .kind = write ? TD_WRITE : TD_READ, .flags = size > 8 ? TD_F_RANGE : 0,
					     .unshared = changes_nothing(address, size)};
	td_access_check(fiber, address, size, write, pc);
	if (!write)
		td_peek(address, size >= 8 ? 8 : size >= 4 ? 4 : (unsigned)size, &value);
	td_record(fiber, value);
	if (write) {
		touch_overwritten(fiber, address, size);
		td_record_value_later(fiber);
		td_progress(fiber);
	}
}

/* It has no turn of its own.  But where the first half was no event, it had one, and the schedule that is followed may have a switch
 * there. */
static void second_half(struct td_fiber *fiber, uint64_t address, uint64_t size, int write, uint64_t pc)
{
	fiber->op++;
	if (unlikely(fiber->op >= fiber->stop_at) && td_mode.is_following)
		td_stop_here(fiber, pc);
	if (write && td_overwrite_may_be(address, size))
		td_overwrite_learn(fiber, address, size);
	if (see(fiber, address, size))
		record_along(fiber, address, size, write, pc);
}

void td_access_copy(uint64_t to, uint64_t from, uint64_t size, uint64_t pc)
{
	struct td_fiber *fiber = td_current;
	if (!fiber || !size)
		return;
	uint32_t before = td_event_count;
	td_access_range(from, size, 0, pc);
	if (td_event_count == before) { /* nobody else's memory is read: only the writing matters */
		td_access_range(to, size, 1, pc);
		return;
	}
	second_half(fiber, to, size, 1, pc);
}

/* The fast way: memory that only this thread has touched, and the schedule has no switch here.  SLOW is the other. */
static inline __attribute__((always_inline)) void hook_or(void (*slow)(struct td_fiber *, uint64_t, uint32_t, int,
								       uint64_t),
							  void *address, uint32_t size, int write, uint64_t pc)
{
	struct td_fiber *fiber = td_current;
	if (unlikely(!fiber))
		return;
	fiber->op++;
	uint64_t at = (uint64_t)address;
	uint16_t *leaf = td_shadow_top[at << 17 >> (17 + TD_SHADOW_LEAF_BITS)];
	if (likely(leaf && leaf[at >> 3 & ((1u << (TD_SHADOW_LEAF_BITS - 3)) - 1)] == fiber->tag) &&
	    likely(fiber->op < fiber->stop_at) && likely((at & 7) + size <= 8))
		return;
	slow(fiber, at, size, write, pc);
}

static inline __attribute__((always_inline)) void hook(void *address, uint32_t size, int write, uint64_t pc)
{
	hook_or(td_access, address, size, write, pc);
}

static inline __attribute__((always_inline)) void volatile_hook(void *address, uint32_t size, int write, uint64_t pc)
{
	hook_or(volatile_access, address, size, write, pc);
}

TD_EXPORT void __tsan_read1(void *address) { hook(address, 1, 0, TD_HERE); }
TD_EXPORT void __tsan_read2(void *address) { hook(address, 2, 0, TD_HERE); }
TD_EXPORT void __tsan_read4(void *address) { hook(address, 4, 0, TD_HERE); }
TD_EXPORT void __tsan_read8(void *address) { hook(address, 8, 0, TD_HERE); }
TD_EXPORT void __tsan_read16(void *address) { hook(address, 16, 0, TD_HERE); }
TD_EXPORT void __tsan_write1(void *address) { hook(address, 1, 1, TD_HERE); }
TD_EXPORT void __tsan_write2(void *address) { hook(address, 2, 1, TD_HERE); }
TD_EXPORT void __tsan_write4(void *address) { hook(address, 4, 1, TD_HERE); }
TD_EXPORT void __tsan_write8(void *address) { hook(address, 8, 1, TD_HERE); }
TD_EXPORT void __tsan_write16(void *address) { hook(address, 16, 1, TD_HERE); }
TD_EXPORT void __tsan_unaligned_read2(void *address) { hook(address, 2, 0, TD_HERE); }
TD_EXPORT void __tsan_unaligned_read4(void *address) { hook(address, 4, 0, TD_HERE); }
TD_EXPORT void __tsan_unaligned_read8(void *address) { hook(address, 8, 0, TD_HERE); }
TD_EXPORT void __tsan_unaligned_read16(void *address) { hook(address, 16, 0, TD_HERE); }
TD_EXPORT void __tsan_unaligned_write2(void *address) { hook(address, 2, 1, TD_HERE); }
TD_EXPORT void __tsan_unaligned_write4(void *address) { hook(address, 4, 1, TD_HERE); }
TD_EXPORT void __tsan_unaligned_write8(void *address) { hook(address, 8, 1, TD_HERE); }
TD_EXPORT void __tsan_unaligned_write16(void *address) { hook(address, 16, 1, TD_HERE); }
TD_EXPORT void __tsan_volatile_read1(void *address)
{
	volatile_hook(address, 1, 0, TD_HERE);
}
TD_EXPORT void __tsan_volatile_read2(void *address)
{
	volatile_hook(address, 2, 0, TD_HERE);
}
TD_EXPORT void __tsan_volatile_read4(void *address)
{
	volatile_hook(address, 4, 0, TD_HERE);
}
TD_EXPORT void __tsan_volatile_read8(void *address)
{
	volatile_hook(address, 8, 0, TD_HERE);
}
TD_EXPORT void __tsan_volatile_read16(void *address)
{
	volatile_hook(address, 16, 0, TD_HERE);
}
TD_EXPORT void __tsan_volatile_write1(void *address)
{
	volatile_hook(address, 1, 1, TD_HERE);
}
TD_EXPORT void __tsan_volatile_write2(void *address)
{
	volatile_hook(address, 2, 1, TD_HERE);
}
TD_EXPORT void __tsan_volatile_write4(void *address)
{
	volatile_hook(address, 4, 1, TD_HERE);
}
TD_EXPORT void __tsan_volatile_write8(void *address)
{
	volatile_hook(address, 8, 1, TD_HERE);
}
TD_EXPORT void __tsan_volatile_write16(void *address)
{
	volatile_hook(address, 16, 1, TD_HERE);
}
TD_EXPORT void __tsan_vptr_read(void *address) { hook(address, 8, 0, TD_HERE); }

TD_EXPORT void __tsan_vptr_update(void *address, void *value)
{
	struct td_fiber *fiber = td_current;
	if (!fiber)
		return;
	fiber->op++;
	if (is_event(fiber, (uint64_t)address, 8, 1, TD_HERE))
		update_event(fiber, address, value, TD_HERE);
}

/* gcc announces the copy of a struct as a write and then a read, and only then copies: the two belong together. */
TD_EXPORT void __tsan_read_range(void *address, unsigned long size)
{
	struct td_fiber *fiber = td_current;
	if (fiber && fiber->transfer.copy_op == fiber->op && fiber->transfer.copy_size == size) {
		second_half(fiber, (uint64_t)address, size, 0, TD_HERE);
		return;
	}
	td_access_range((uint64_t)address, size, 0, TD_HERE);
}

TD_EXPORT void __tsan_write_range(void *address, unsigned long size)
{
	uint32_t before = td_event_count;
	td_access_range((uint64_t)address, size, 1, TD_HERE);
	if (td_current && td_event_count != before) {
		td_current->transfer.copy_op = td_current->op;
		td_current->transfer.copy_size = size;
	}
}

TD_EXPORT void __tsan_init(void) {}
