#include "symmetry.h"

#include "search.h"
#include "rt/code.h"
#include "rt/state.h"
#include "rt/sys.h"

#include <pthread.h>
#include <threads.h>

enum { JOINERS = 1 << 10 };

/* In memory that forked executions share. */
static uint64_t TD_STATE *starts;  /* likeness at the start, by name number */
static uint64_t TD_STATE *joiners; /* threads in a state in which they join all of several that are alike, see is_joining_all */

void td_symmetry_setup(void)
{
	starts = td_pool_table(TD_MAX_THREADS * sizeof *starts);
	joiners = td_pool_table(JOINERS * sizeof *joiners);
}

int td_symmetry_is_used(void)
{
	return unlikely(td_channel->job.reduce & TD_REDUCE_SYMMETRY) && !td_channel->asymmetric && td_job_is_systematic(&td_channel->job);
}

/* Which thread is which matters: what was left out so far may have been something else. */
static void give_up(uint64_t pc)
{
	if (!td_symmetry_is_used())
		return;
	td_channel->asymmetric = 1;
	td_channel->asymmetric_pc = pc;
	td_channel->done.grown = 1;
}

uint64_t td_likeness_at_start(uint32_t name_number)
{
	return starts[name_number];
}

void td_symmetry_begin(struct td_fiber *first)
{
	first->likeness = td_symmetry_is_used(); /* it is like no other thread, but what it has seen matters (is_joining_all) */
}

static int are_twins(const struct td_fiber *a, const struct td_fiber *b)
{
	return a != b && a->symmetry.start_likeness && a->symmetry.start_likeness == b->symmetry.start_likeness;
}

static int has_twin(const struct td_fiber *fiber)
{
	for (uint32_t i = 0; i < td_fiber_count; i++)
		if (are_twins(fiber, td_fiber(i)))
			return 1;
	return 0;
}

void td_symmetry_created(struct td_fiber *fiber)
{
	uint64_t start = td_mix((uint64_t)fiber->origin.start, (uint64_t)fiber->origin.argument);
	if (!td_symmetry_is_used())
		return;
	fiber->likeness = fiber->symmetry.start_likeness =
		td_mix(start, td_fiber(fiber->origin.creator)->origin.lineage + fiber->life.detached) | 1;
	starts[fiber->name_number] = fiber->likeness;
	if (!td_channel->alike)
		td_channel->alike = (uint32_t)has_twin(fiber);
}

/* A thread that has joined some of several that are alike, and not all, knows which. */
static int knows_which(const struct td_fiber *self)
{
	for (uint32_t i = 0; self->symmetry.joining && i < td_fiber_count; i++)
		if (td_fiber(i)->symmetry.start_likeness == self->symmetry.joining && !td_fiber(i)->life.joined)
			return 1;
	return 0;
}

static uint64_t joiner_of(const struct td_fiber *self, const struct td_fiber *fiber)
{
	return self->likeness ? td_mix(self->likeness, fiber->symmetry.start_likeness) | 1 : 0;
}

/* When a thread waits for the end of one of several that are alike, and another one has ended, what will it do?  If it joins that
 * one next, and so on, which of them ends first makes no difference.  This is known if it was seen to, in this very state. */
static int is_joining_all(const struct td_fiber *self, const struct td_fiber *fiber)
{
	uint64_t joiner = joiner_of(self, fiber);
	return joiner && joiners[joiner % JOINERS] == joiner;
}

static int is_handle_of_twin(uint64_t value)
{
	const struct td_fiber *fiber = td_fiber_of_handle(value);
	return fiber && has_twin(fiber);
}

/* Nothing that others could notice, or that depends on them. */
static int is_own_affair(const struct td_pending *op)
{
	return td_op_is(op->kind, TD_OP_PRIVATE) || (op->unshared && op->size);
}

/* Does the operation tell its thread anything, and is it all in `value`? */
static int tells(const struct td_pending *op)
{
	return td_op_is(op->kind, TD_OP_TELLS_VALUE);
}

static int is_hashed(const struct td_pending *op)
{
	return td_op_is(op->kind, TD_OP_HASHED) && !(td_op_acts_on(op->kind, TD_ON_MEMORY) && op->size > 8);
}

static uint64_t state_of(const struct td_fiber *fiber)
{
	uint64_t state = td_local_state(fiber);
	for (uint32_t i = 0; state && i < fiber->locks.held_count; i++)
		state = td_mix(state, fiber->held[i].object->address + fiber->held[i].depth) | 1;
	return state;
}

/* A thread that waits for a condition again, just as it was when it did so before, has forgotten what lies between. */
static void forget_rounds(struct td_fiber *fiber)
{
	uint64_t state = state_of(fiber);
	for (uint32_t i = 0; state && i < fiber->symmetry.wait_count && i < TD_WAIT_MEMORY; i++)
		if (fiber->lists.waits[i].state == state &&
		    fiber->lists.waits[i].own_changes == fiber->counts.own_changes) {
			fiber->likeness = fiber->lists.waits[i].likeness;
			return;
		}
	fiber->lists.waits[fiber->symmetry.wait_count++ % TD_WAIT_MEMORY] =
		(struct td_wait_memory){state, fiber->likeness, fiber->counts.own_changes};
}

void td_symmetry_did(struct td_fiber *fiber, uint64_t value)
{
	const struct td_pending *op = &fiber->pending;
	fiber->counts.own_changes += op->kind == TD_ALLOC || op->kind == TD_FREE;
	if (is_own_affair(op))
		return;
	if ((op->kind == TD_READ || op->kind == TD_RMW) && op->size == 8 &&
	    is_handle_of_twin(op->kind == TD_RMW ? fiber->atomic.found : value))
		give_up(op->pc);
	if (op->kind != TD_JOIN && knows_which(fiber))
		give_up(op->pc);
	if (!fiber->likeness || op->kind == TD_JOIN || (op->kind == TD_CREATE && !fiber->symmetry.start_likeness))
		return;
	uint64_t told = op->kind == TD_RMW ? fiber->atomic.found : tells(op) ? value : 0;
	uint64_t what = op->kind + ((uint64_t)op->flags << 8) + (op->object << 16);
	fiber->likeness = is_hashed(op) ? td_mix(td_mix(fiber->likeness, what), told) | 1 : 0;
	if (op->kind == TD_COND_WAIT && fiber->likeness)
		forget_rounds(fiber);
}

static int is_own_memory(const struct td_fiber *fiber, uint64_t address)
{
	return (address >= fiber->stack.low && address < fiber->stack.high) || td_heap_is_of(fiber, address) ||
	       (address >= fiber->fs - td_tls_size() && address < fiber->fs + 4096);
}

void td_symmetry_wrote(struct td_fiber *fiber, const struct td_footprint *footprint)
{
	for (uint32_t i = 0; i < footprint->count; i++) {
		const struct td_touch *touch = &td_touches(footprint)[i];
		uint64_t value = 0;
		if (touch->writes && touch->size == 8 && (!td_peek(touch->address, 8, &value) || is_own_memory(fiber, value)))
			fiber->likeness = 0;
	}
}

void td_symmetry_joined(struct td_fiber *self, const struct td_fiber *fiber, int wants_result)
{
	if (!td_symmetry_is_used() || !has_twin(fiber))
		return;
	self->symmetry.joining = fiber->symmetry.start_likeness;
	if (!knows_which(self))
		joiners[joiner_of(self, fiber) % JOINERS] = joiner_of(self, fiber);
	for (uint32_t i = 0; i < td_fiber_count; i++) {
		const struct td_fiber *twin = td_fiber(i);
		if (are_twins(fiber, twin) && twin->life.joined &&
		    (twin->life.joiner != fiber->life.joiner ||
		     (wants_result && twin->end.result != fiber->end.result)))
			give_up(self->pending.pc);
	}
}

void td_symmetry_named(const struct td_fiber *fiber, uint64_t pc)
{
	if (td_symmetry_is_used() && has_twin(fiber))
		give_up(pc);
}

static int has_ended_twin(const struct td_fiber *fiber)
{
	for (uint32_t i = 0; i < td_fiber_count; i++)
		if (td_fiber(i)->done && are_twins(fiber, td_fiber(i)))
			return 1;
	return 0;
}

/* Would it have made a difference to this one, which cannot go on, if threads that are alike had changed places? */
static int would_know_which(const struct td_fiber *self)
{
	if (self->pending.kind != TD_JOIN)
		return knows_which(self);
	const struct td_fiber *fiber = self->wait.object ? self->wait.object->owner : NULL;
	return fiber && has_ended_twin(fiber) && !is_joining_all(self, fiber);
}

void td_symmetry_ended(void)
{
	for (uint32_t i = 0; td_symmetry_is_used() && i < td_fiber_count; i++)
		if (!td_fiber(i)->done && would_know_which(td_fiber(i)))
			give_up(td_fiber(i)->pending.pc);
}

void td_symmetry_leaving(struct td_fiber *fiber, uint64_t pc)
{
	if (td_symmetry_is_used() && knows_which(fiber))
		give_up(pc);
}

static uint64_t own_handle(uint64_t pc)
{
	uint64_t handle;
	if (td_current)
		td_symmetry_named(td_current, pc);
	__asm__("mov %%fs:16, %0" : "=r"(handle));
	return handle;
}

TD_EXPORT pthread_t pthread_self(void)
{
	return own_handle(TD_HERE);
}

TD_EXPORT thrd_t thrd_current(void)
{
	return own_handle(TD_HERE);
}
