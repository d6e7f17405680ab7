#include "lock_polling.h"

#include "missed_wakeup.h"
#include "watch.h"
#include "rt/core.h"
#include "rt/code.h"
#include "rt/state.h"
#include "rt/sys.h"

static uint8_t TD_STATE in_use; /* a thread has come round in this process: what others do has to be looked at */

/* What decides how the thread goes on, if it reads the same again; 0 if it cannot be found out. */
static uint64_t state_of(const struct td_fiber *fiber)
{
	uint64_t hash = td_local_state(fiber);
	if (!hash)
		return 0;
	for (uint32_t i = 0; i < fiber->locks.held_count; i++)
		hash = td_mix(hash, fiber->held[i].object->address + fiber->held[i].depth);
	hash = td_hash_words(hash, fiber->fs - td_tls_size(), fiber->fs);
	return td_mix(hash, fiber->time.looks) | 1;
}

static void begin(struct td_fiber *fiber)
{
	struct td_round *round = &fiber->loop.round;
	*round = (struct td_round){.pc = fiber->pending.pc, .lock = fiber->pending.object,
				  .held = fiber->locks.held_count, .rest = round->rest,
				  .others_most = round->others_most};
}

static void forget(struct td_fiber *fiber)
{
	fiber->loop.round = (struct td_round){.rest = fiber->loop.round.rest};
	td_watch_own_memory(fiber);
}

/* Another lock than that with which the round began is part of it, unless the thread does not come back there. */
static void arrive_elsewhere(struct td_fiber *fiber)
{
	struct td_round *round = &fiber->loop.round;
	if (fiber->locks.held_count > round->held || ++round->others <= round->others_most)
		return;
	round->others_most = (uint8_t)(2 * round->others_most + 1);
	begin(fiber);
	td_watch_own_memory(fiber);
}

/* Any of several steps may be what ends the wait.  With the lock held, each is a step that the next round may come right after. */
static void note_waker(struct td_fiber *fiber, const struct td_round_hit *hit)
{
	struct td_round *round = &fiber->loop.round;
	int is_first = !round->is_woken, is_locked = hit->is_locked && (is_first || fiber->loop.waker_count);
	if (is_locked && fiber->loop.waker_count < TD_MOST_WAKERS)
		fiber->lists.wakers[fiber->loop.waker_count++] = hit->step;
	else if (is_first)
		td_strategy->order_step(hit->step, fiber);
	else if (fiber->loop.waker_count || round->waker != hit->by)
		td_cut(TD_CUT_SPIN, fiber->pending.pc);
	if (is_first) {
		round->waker = hit->by;
		round->waker_step = hit->step;
	}
	round->is_woken = 1;
}

/* Had those steps come later, it would wait here. */
static void as_if_woken(struct td_fiber *fiber)
{
	fiber->loop.waker_count = 0;
	for (uint32_t i = 0; i < fiber->loop.round.hit_count; i++)
		note_waker(fiber, &fiber->lists.round_hits[i]);
	if (fiber->loop.round.hit_count == TD_MOST_WAKERS)
		td_cut(TD_CUT_SPIN, fiber->pending.pc);
}

/* Who reads nothing waits for nothing, and need not be looked at, which takes a while. */
static void come_round(struct td_fiber *fiber)
{
	struct td_round *round = &fiber->loop.round;
	uint64_t before = round->state;
	round->state = round->read_count ? state_of(fiber) : 0;
	round->others = 0;
	in_use |= round->state != 0;
	td_watch_own_memory(fiber);
	if (!before || round->state != before || round->is_too_long)
		return;
	if (round->is_changed) {
		as_if_woken(fiber);
		return;
	}
	round->waits = 1;
	td_some_quiet = 1;
	fiber->loop.waker_count = 0;
	td_channel->done.incomparable = 1; /* with executions that have more rounds */
}

void td_lock_polling_arrive(struct td_fiber *fiber)
{
	struct td_round *round = &fiber->loop.round;
	if (!td_mode.is_systematic || td_strategy->is_by_reads_from)
		return;
	if (!round->pc || fiber->locks.held_count < round->held)
		begin(fiber);
	else if (round->pc != fiber->pending.pc || round->lock != fiber->pending.object)
		arrive_elsewhere(fiber);
	else
		come_round(fiber);
}

/* What belongs to a round. */
static int is_harmless(const struct td_pending *op)
{
	switch (op->kind) {
	case TD_READ: return !(op->flags & TD_F_FAILED); /* a swap that fails is one that might not */
	case TD_LOCK:
	case TD_UNLOCK: return !(op->flags & (TD_F_TRY | TD_F_FAILED)) && !op->timed;
	case TD_YIELD:
	case TD_SLEEP: return 1;
	default: return 0;
	}
}

static void note_read(struct td_fiber *fiber, const struct td_pending *op)
{
	struct td_round *round = &fiber->loop.round;
	struct td_round_read *reads = fiber->lists.round_reads;
	for (uint32_t i = 0; i < round->read_count; i++)
		if (reads[i].address == op->object && reads[i].size == op->size)
			return;
	if (round->read_count == TD_ROUND_READS)
		round->is_too_long = 1;
	else
		reads[round->read_count++] = (struct td_round_read){op->object, op->size};
}

static void begin_next(struct td_fiber *fiber)
{
	struct td_round *round = &fiber->loop.round;
	for (uint32_t i = 0; round->is_woken && i < round->read_count; i++)
		td_missed_wakeup_add(fiber, fiber->lists.round_reads[i].address, fiber->lists.round_reads[i].size,
				     round->lock, round->waker_step);
	round->read_count = round->is_changed = round->is_too_long = round->waits = round->is_woken = round->hit_count = 0;
}

static void go_on(struct td_fiber *fiber)
{
	struct td_round *round = &fiber->loop.round;
	const struct td_pending *op = &fiber->pending;
	if (!is_harmless(op))
		forget(fiber);
	else if (op->kind == TD_READ)
		note_read(fiber, op);
	else if (op->kind == TD_LOCK && op->object == round->lock && op->pc == round->pc)
		begin_next(fiber);
	else if (op->kind == TD_LOCK)
		note_read(fiber, op); /* others may find that taken, too */
}

static int is_hit(const struct td_fiber *fiber, const struct td_pending *op)
{
	const struct td_round *round = &fiber->loop.round;
	if (op->object == round->lock)
		return !is_harmless(op);
	if (op->kind == TD_CANCEL) /* perhaps of this thread, and it may go on differently then */
		return 1;
	for (uint32_t i = 0; i < round->read_count; i++) {
		const struct td_round_read *read = &fiber->lists.round_reads[i];
		if (read->size ? op->writes && read->address < op->object + op->size && op->object < read->address + read->size
			       : read->address == op->object && !is_harmless(op))
			return 1;
	}
	return 0;
}

static int has_lock(const struct td_fiber *fiber, uint64_t lock)
{
	for (uint32_t i = 0; i < fiber->locks.held_count; i++)
		if (fiber->held[i].object->address == lock)
			return 1;
	return fiber->pending.object == lock;
}

static void hit(struct td_fiber *fiber, const struct td_fiber *by, uint32_t step)
{
	struct td_round *round = &fiber->loop.round;
	struct td_round_hit hit = {.step = step, .by = by->name_number, .is_locked = (uint8_t)has_lock(by, round->lock)};
	if (round->waits || round->is_woken)
		note_waker(fiber, &hit);
	else if (round->hit_count < TD_MOST_WAKERS)
		fiber->lists.round_hits[round->hit_count++] = hit;
}

static void notice(struct td_fiber *fiber, const struct td_fiber *by)
{
	struct td_round *round = &fiber->loop.round;
	if (!round->state || fiber->done || !is_hit(fiber, &by->pending))
		return;
	uint32_t step = td_step_under_way(by);
	if (step != TD_NO_STEP)
		hit(fiber, by, step);
	else if (!round->is_woken)
		round->waker_step = TD_NO_STEP;
	round->is_woken |= round->waits;
	round->waits = 0;
	round->is_changed = 1;
}

void td_lock_polling_did(struct td_fiber *fiber)
{
	for (uint32_t i = 0; in_use && i < td_fiber_count; i++)
		if (td_fiber(i) != fiber)
			notice(td_fiber(i), fiber);
	if (unlikely(td_missed_wakeup_is_used))
		td_missed_wakeup_did(fiber);
	if (fiber->loop.round.pc)
		go_on(fiber);
}

/* It comes after all that has been done, for that is why it is run. */
static void run_again(struct td_fiber *fiber, uint64_t rest)
{
	fiber->loop.round.waits = fiber->loop.spinning = fiber->loop.spin_assumed = 0;
	fiber->loop.round.rest = rest;
	for (uint32_t i = 0; i < td_fiber_count && td_strategy->is_by_trace; i++)
		if (td_fiber(i) != fiber)
			td_strategy->order(td_fiber(i), fiber);
}

int td_lock_polling_once_more(void)
{
	int again = 0;
	uint64_t rest = td_mix(td_putback_hash(), td_heap_hash()) | 1;
	for (uint32_t i = 0; i < td_enabled_count; i++)
		again |= td_enabled[i]->loop.round.rest != rest;
	for (uint32_t i = 0; again && i < td_enabled_count; i++)
		run_again(td_enabled[i], rest);
	return again;
}

void td_lock_polling_changed(struct td_fiber *fiber)
{
	if (fiber->loop.round.pc)
		forget(fiber);
}
