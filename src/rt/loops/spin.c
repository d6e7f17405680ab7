#include "spin.h"

#include "missed_wakeup.h"
#include "spin_assume.h"
#include "watch.h"
#include "rt/core.h"
#include "rt/code.h"
#include "rt/state.h"
#include "rt/sys.h"

enum { PATIENCE = 16, FIRST_PATIENCE = 256 };

/* A write may be of more than what was read, or of a part of it. */
static int is_hit(const struct td_read_memory *memory, const struct td_pending *write)
{
	return memory->object == write->object ||
	       (memory->object < write->object + write->size && write->object < memory->object + memory->size);
}

uint32_t td_last_look_at(struct td_fiber *fiber, const struct td_pending *write)
{
	uint32_t last = fiber->loop.forgotten;
	for (uint32_t i = 0; i < td_read_count(fiber); i++) {
		struct td_read_memory *memory = &fiber->lists.reads[i];
		if (!is_hit(memory, write))
			continue;
		memory->is_written = 1;
		last = memory->look > last ? memory->look : last;
	}
	return last;
}

/* Any of several writes may be what ends a loop, if they come before the thread has gone on; a search has to know them. */
static void note_waker(struct td_fiber *fiber, uint32_t step)
{
	if (fiber->loop.waker_count < TD_MOST_WAKERS)
		fiber->lists.wakers[fiber->loop.waker_count++] = step;
	else
		td_cut(TD_CUT_SPIN, fiber->pending.pc);
}

void td_spin_written(struct td_fiber *fiber, const struct td_pending *write)
{
	struct td_fiber_loop *loop = &fiber->loop;
	if (loop->spin_assumed) {
		td_spin_assume_written(fiber, write);
		return;
	}
	uint32_t look = td_last_look_at(fiber, write), step = td_step_under_way(td_current);
	loop->written = look > loop->written ? look : loop->written;
	if (look && step != TD_NO_STEP)
		fiber->lists.hits[loop->hit_count++ % TD_MOST_WAKERS] = (struct td_hit){.step = step, .look = look};
	if (look <= loop->round_before || !(loop->spinning || (loop->waker_count && loop->looks == loop->spun_at)))
		return;
	if (step != TD_NO_STEP)
		note_waker(fiber, step);
	loop->spinning = loop->spins_for_sure = 0;
}

/* It would have spun since that look, but for what has been written in the round. */
static void as_if_woken(struct td_fiber *fiber, uint32_t round_before)
{
	struct td_fiber_loop *loop = &fiber->loop;
	uint32_t first = loop->hit_count > TD_MOST_WAKERS ? loop->hit_count - TD_MOST_WAKERS : 0;
	loop->waker_count = 0;
	loop->has_come_round = 1;
	loop->round_before = round_before;
	loop->spun_at = loop->looks;
	for (uint32_t i = first; i < loop->hit_count; i++)
		if (fiber->lists.hits[i % TD_MOST_WAKERS].look > round_before)
			note_waker(fiber, fiber->lists.hits[i % TD_MOST_WAKERS].step);
	if (first && loop->waker_count == TD_MOST_WAKERS)
		td_cut(TD_CUT_SPIN, fiber->pending.pc);
}

/* What is known of this place's reading this object, or NULL. */
static struct td_read_memory *memory_of(struct td_fiber *fiber)
{
	const struct td_pending *op = &fiber->pending;
	for (uint32_t i = 0; i < td_read_count(fiber); i++)
		if (fiber->lists.reads[i].pc == op->pc && fiber->lists.reads[i].object == op->object)
			return &fiber->lists.reads[i];
	return NULL;
}

/* Where something new can be remembered; if there is no room, something else is forgotten. */
static struct td_read_memory *new_memory(struct td_fiber *fiber)
{
	const struct td_pending *op = &fiber->pending;
	uint32_t count = td_read_count(fiber);
	fiber->loop.reads_stamp = fiber->counts.stamp;
	if (count < TD_READ_MEMORY) {
		fiber->loop.read_count = (uint8_t)(count + 1);
		return &fiber->lists.reads[count];
	}
	struct td_read_memory *memory = &fiber->lists.reads[(op->pc ^ op->pc >> 4 ^ op->object >> 3) % TD_READ_MEMORY];
	fiber->loop.forgotten = memory->look > fiber->loop.forgotten ? memory->look : fiber->loop.forgotten;
	return memory;
}

const struct td_read_memory *td_looked_before(struct td_fiber *fiber)
{
	const struct td_read_memory *memory = memory_of(fiber);
	return memory && memory->part == fiber->transfer.part ? memory : NULL;
}

static int is_known(const struct td_read_memory *memory, const struct td_fiber *fiber, uint64_t value)
{
	return memory->part == fiber->transfer.part && memory->value == value && !memory->is_written;
}

static void spin(struct td_fiber *fiber, uint32_t round_before)
{
	struct td_fiber_loop *loop = &fiber->loop;
	td_spins(fiber);
	loop->spins_for_sure = loop->has_come_round = round_before != 0;
	loop->round_before = round_before;
	loop->spun_at = loop->looks;
	loop->waker_count = 0;
	loop->hit_count = 0;
}

void td_spin_suspect(struct td_fiber *fiber, const struct td_read_memory *but)
{
	for (uint32_t i = 0; i < td_read_count(fiber); i++)
		if (&fiber->lists.reads[i] != but)
			fiber->lists.reads[i].is_written = 1;
	td_suspect(fiber, 1);
}

/* Is the thread just as it was at its last look at this?  If it has looked at a clock in between, that was not. */
static int is_as_before(struct td_fiber *fiber, struct td_read_memory *memory)
{
	uint64_t before = memory->state, state = td_local_state(fiber);
	memory->state = state ? td_mix(state, fiber->time.looks) | 1 : 0;
	if (!fiber->loop.suspect)
		td_spin_suspect(fiber, memory);
	return before && memory->state == before;
}

/* A loop is known by the code in it that looks, which is no thread's data: that it does not end by itself is noted where what is shared is. */
static int is_out_of_patience(const struct td_read_memory *memory)
{
	int seems_endless = *td_shadow(memory->pc) & TD_SHADOW_SHARED;
	if (memory->rounds == FIRST_PATIENCE && !seems_endless && td_channel->job.learn)
		td_shadow_learn(memory->pc);
	return memory->rounds >= (seems_endless ? PATIENCE : FIRST_PATIENCE);
}

/* It has looked at this before, and found the same. */
static void looked_again(struct td_fiber *fiber, struct td_read_memory *memory)
{
	uint32_t before = memory->look;
	int is_patient = td_mode.is_patient, is_written = fiber->loop.written > before;
	int is_round = is_patient && is_as_before(fiber, memory);
	td_channel->done.incomparable |= !td_mode.is_systematic;
	memory->look = ++fiber->loop.looks;
	memory->rounds = is_written ? 0 : memory->rounds + 1;
	/* A loop that gives up after a few rounds must not be taken for one that spins. */
	if (!is_written && (is_round || !is_patient || is_out_of_patience(memory)))
		spin(fiber, is_round ? before : 0);
	else if (is_round)
		as_if_woken(fiber, before);
}

static void depend_on(struct td_fiber *fiber, const struct td_read_memory *memory, uint64_t what)
{
	struct td_touch touch = {.address = memory->object, .size = memory->size};
	td_fingerprint(fiber, memory->object, memory->size, 0, what);
	if (td_strategy->is_by_trace)
		td_strategy->touch(fiber, &touch);
}

void td_spin_depend(struct td_fiber *fiber, uint64_t what)
{
	const struct td_pending *op = &fiber->pending;
	fiber->loop.has_come_round = 0;
	for (uint32_t i = 0; i < td_read_count(fiber); i++) {
		const struct td_read_memory *memory = &fiber->lists.reads[i];
		int is_own = memory->object == op->object && memory->size == op->size;
		if (memory->look > fiber->loop.round_before && !is_own)
			depend_on(fiber, memory, what);
	}
	if (fiber->loop.forgotten > fiber->loop.round_before)
		td_missed_wakeup_add(fiber, 0, 0, 0, fiber->loop.waker_count ? fiber->lists.wakers[0] : TD_NO_STEP);
}

void td_looked(struct td_fiber *fiber, uint64_t value)
{
	const struct td_pending *op = &fiber->pending;
	struct td_read_memory *memory = memory_of(fiber);
	if (unlikely(td_channel->job.reduce & TD_REDUCE_SPINS) && memory && memory->part == fiber->transfer.part)
		td_spin_assume_looked_again(op->pc);
	if (memory && is_known(memory, fiber, value)) {
		looked_again(fiber, memory);
	} else {
		memory = memory ? memory : new_memory(fiber);
		*memory = (struct td_read_memory){.pc = op->pc, .object = op->object, .value = value, .size = op->size,
						  .part = fiber->transfer.part, .look = ++fiber->loop.looks};
	}
	memory->arrival = fiber->loop.arrival;
	fiber->loop.arrival = 0;
}
