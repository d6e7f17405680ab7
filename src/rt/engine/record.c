#include "record.h"

#include "constrain.h"
#include "rt/race.h"
#include "rt/search.h"
#include "rt/loops.h"
#include "rt/core.h"
#include "rt/state.h"
#include "rt/sys.h"

enum { STACK_HEADS = 1 << 12, EVENT_LIMIT = TD_MAX_EVENTS - 16, BEAT = 4096 };

uint64_t TD_EXECUTION td_op_hash;
static uint32_t TD_STATE *stack_heads;
static uint8_t TD_STATE records_more;       /* than most jobs want */
static uint32_t TD_EXECUTION ran_last;      /* the thread of the last event */
static uint8_t TD_EXECUTION preempted;      /* it could have gone on when it was left */

void td_record_setup(void)
{
	td_fingerprint_setup();
	stack_heads = td_map(STACK_HEADS * sizeof *stack_heads);
}

void td_record_reset(void)
{
	const struct td_job *job = &td_channel->job;
	records_more = job->by_reads_from || job->detail || job->hash_all || (job->reduce & TD_REDUCE_SYMMETRY);
	td_fingerprint_reset();
	td_event_count = 0;
	td_op_hash = 0;
	td_channel->hashed_count = 0;
	ran_last = 0;
	preempted = 0;
	if (td_channel->job.by_reads_from)
		td_rf_print_reset();
	td_channel->ended.segment_count = 0;
	td_channel->ended.choice_count = 0;
	if (td_channel->job.detail) {
		td_plain_set(stack_heads, 0, STACK_HEADS * sizeof *stack_heads);
		td_channel->stack_count = 1; /* 0 means none */
	}
}

/* A search lets the others go on when the program ends: then it is known already how the execution will have ended. */
static void mark_end(void)
{
	const struct td_ended *ended = &td_channel->ended;
	if (ended->end != TD_END_RUNNING) {
		td_mark_keep(ended, sizeof *ended);
		return;
	}
	td_mark_keep(&ended->segment_count, sizeof ended->segment_count + sizeof ended->choice_count);
}

void td_record_mark(void)
{
	mark_end();
	td_fingerprint_mark();
}

/* A try that has failed would have written in another order; what an operation depends on must not depend on the order, or
 * continuations could not be compared.  Of a compare-and-swap it can be foretold (td_reverse). */
static int conflicts_with_reads(const struct td_pending *op)
{
	return op->writes || (!op->size && (op->flags & TD_F_FAILED));
}

/* One whose limit is past does not. */
static int could_wait(const struct td_fiber *fiber)
{
	const struct td_pending *op = &fiber->pending;
	return !(op->timed && fiber->time.is_late) && !op->never_waits &&
	       !(op->flags & (TD_F_TRY | TD_F_TIMEOUT | TD_F_FAILED | TD_F_SPURIOUS));
}

/* Whether the order of this operation and others makes no difference to anybody. */
static int depends_on_nothing(const struct td_fiber *fiber)
{
	const struct td_pending *op = &fiber->pending;
	if (op->kind == TD_JOIN) /* waiting for the end is ordered after it anyhow; to look whether it has come is not */
		return could_wait(fiber);
	if (op->kind == TD_EXIT)
		return td_is_invisible(fiber);
	return op->unshared || td_op_is(op->kind, TD_OP_INDEPENDENT);
}

/* A plain write has been announced only: memory is still as it was. */
static void describe_values(const struct td_fiber *fiber, struct td_touch *touch)
{
	int atomic = fiber->pending.flags & TD_F_ATOMIC;
	touch->is_swap = atomic && fiber->atomic.is_swap;
	touch->expected = fiber->atomic.expected;
	touch->found = fiber->atomic.found;
	touch->knows_found = atomic && touch->size <= 8;
	if (!atomic && touch->writes && touch->size <= 8 && !(touch->size & (touch->size - 1)))
		touch->knows_found = (uint8_t)td_peek(touch->address, touch->size, &touch->found);
}

/* Who looks at the count of a semaphore (a try, a wait with a limit, its value) is in the way of posts and waits alike; and which of several posts a
 * wait has had then matters to what can be seen.  So with such a semaphore, from the next execution on, nothing changes places. */
static int is_looked_at(const struct td_fiber *fiber, uint64_t semaphore)
{
	int is_known = *td_shadow(semaphore) & TD_SHADOW_SHARED, is_look = !could_wait(fiber);
	if (is_look && !is_known && td_channel->job.learn)
		td_shadow_learn(semaphore);
	return is_look || is_known;
}

static void find_group_of_semaphore(const struct td_fiber *fiber, struct td_touch *touch)
{
	const struct td_object *object = td_object_find(touch->address);
	if (!object || object->type != TD_O_SEM)
		return;
	touch->writes = 1;
	if (object->limit || is_looked_at(fiber, touch->address))
		return;
	if (fiber->pending.kind == TD_SEM_POST)
		touch->group = TD_GROUP_POSTS;
	else if (fiber->pending.kind == TD_SEM_WAIT)
		touch->group = TD_GROUP_TAKES;
}

/* With which other operations this one may change places, by the reductions that are wanted. */
static void find_group(const struct td_fiber *fiber, struct td_touch *touch)
{
	uint8_t reduce = td_channel->job.reduce;
	int is_in_granule = touch->size && (touch->address & 7) + touch->size <= 8;
	if (!touch->size && (reduce & TD_REDUCE_PV))
		find_group_of_semaphore(fiber, touch);
	else if (is_in_granule && fiber->pending.kind == TD_RMW && (reduce & TD_REDUCE_ADDS) && fiber->atomic.adds)
		*touch = (struct td_touch){.address = touch->address, .size = touch->size, .writes = 1, .kind = touch->kind,
					   .group = TD_GROUP_ADDS, .with = fiber->atomic.added};
	else if (is_in_granule && fiber->pending.kind == TD_WRITE && touch->writes && (reduce & TD_REDUCE_SAME) && touch->knows_found)
		touch->group = TD_GROUP_SAME;
}

/* What an operation on descriptors does to each of their flows. */
static void touch_flows(const struct td_fiber *fiber)
{
	struct td_uses uses;
	td_flow_uses(fiber, &uses);
	for (uint32_t i = 0; i < uses.count; i++) {
		const struct td_use *use = &uses.items[i];
		struct td_touch touch = {.address = use->place, .writes = use->writes, .joint = uses.count > 1 ? uses.joint : TD_JOINT_NO};
		if (could_wait(fiber) && !td_channel->job.by_reads_from)
			touch.kind = use->kind;
		td_strategy->touch(fiber, &touch);
	}
}

static void fingerprint_flows(struct td_fiber *fiber, uint64_t what)
{
	struct td_uses uses;
	td_flow_uses(fiber, &uses);
	for (uint32_t i = 0; i < uses.count; i++)
		td_fingerprint(fiber, uses.items[i].place, 0, uses.items[i].writes, what);
}

static void touch_futex(const struct td_fiber *fiber)
{
	const struct td_pending *op = &fiber->pending;
	if (op->kind == TD_FUTEX_WAIT)
		td_strategy->touch(fiber, &(struct td_touch){.address = op->object, .size = op->size});
	td_strategy->touch(fiber, &(struct td_touch){.address = td_futex_list(op->object), .writes = 1});
}

static void fingerprint_futex(struct td_fiber *fiber, uint64_t what)
{
	const struct td_pending *op = &fiber->pending;
	if (op->kind == TD_FUTEX_WAIT)
		td_fingerprint(fiber, op->object, op->size, 0, what);
	td_fingerprint(fiber, td_futex_list(op->object), 0, 1, what);
}

/* A wait in which the thread may be cancelled: what it waits for is enough, or that.  To leave a condition variable without a
 * signal it has to be cancelled. */
static int touch_cancelable(const struct td_fiber *fiber, struct td_touch *touch)
{
	struct td_use use;
	if (td_channel->job.by_reads_from || !td_cancel_use(fiber, &use))
		return 0;
	touch->joint = fiber->pending.kind == TD_COND_WAKE ? TD_JOINT_ALL : TD_JOINT_ANY;
	touch->group = TD_GROUP_NONE;
	td_strategy->touch(fiber, touch);
	td_strategy->touch(fiber, &(struct td_touch){.address = use.place, .kind = use.kind, .joint = touch->joint});
	return 1;
}

/* For a systematic search: what the operation depends on. */
static void touch(const struct td_fiber *fiber)
{
	const struct td_pending *op = &fiber->pending;
	if (td_is_on_descriptor(op->kind)) {
		touch_flows(fiber);
		return;
	}
	if (td_is_on_futex(op->kind)) {
		touch_futex(fiber);
		return;
	}
	struct td_touch touch = {.address = op->object, .size = op->size, .writes = (uint8_t)conflicts_with_reads(op)};
	if (could_wait(fiber) && op->kind != TD_COND_WAKE)
		touch.kind = op->kind;
	if (op->size)
		describe_values(fiber, &touch);
	if (unlikely(td_channel->job.reduce))
		find_group(fiber, &touch);
	if (unlikely(op->is_cancel_point) && touch_cancelable(fiber, &touch))
		return;
	td_strategy->touch(fiber, &touch);
}

/* Flows say so themselves. */
static void fingerprint_cancelable(struct td_fiber *fiber, uint64_t what)
{
	struct td_use use;
	if (!td_is_on_descriptor(fiber->pending.kind) && !td_channel->job.by_reads_from && td_cancel_use(fiber, &use))
		td_fingerprint(fiber, use.place, 0, 0, what);
}

static void touch_also(struct td_fiber *fiber, uint64_t object, enum td_kind kind)
{
	if (td_is_traced())
		td_strategy->touch(fiber, &(struct td_touch){.address = object, .writes = 1, .kind = (uint8_t)kind});
	td_fingerprint(fiber, object, 0, 1, fiber->pending.kind);
	if (unlikely(td_channel->job.by_reads_from))
		td_rf_print_also(fiber, object);
}

void td_record_also(struct td_fiber *fiber, uint64_t object)
{
	touch_also(fiber, object, fiber->pending.kind);
}

void td_record_beside(struct td_fiber *fiber, uint64_t object)
{
	touch_also(fiber, object, TD_RESUME);
}

void td_record_ends_wait(struct td_fiber *fiber, const struct td_fiber *waiter)
{
	struct td_use use;
	if (td_channel->job.by_reads_from || !td_cancel_use(waiter, &use))
		return;
	if (td_is_traced())
		td_strategy->touch(fiber, &(struct td_touch){.address = use.place});
	td_fingerprint(fiber, use.place, 0, 0, fiber->pending.kind);
}

uint64_t td_record_fingerprint(void)
{
	uint64_t sum = 0;
	if (td_channel->job.by_reads_from)
		return td_rf_print_sum();
	for (uint32_t i = 0; i < td_fiber_count; i++)
		sum += td_mix(td_fiber(i)->hash, td_fiber(i)->origin.lineage);
	return sum;
}

static void list(const struct td_fiber *fiber, struct td_hashed_op op)
{
	uint64_t number = td_channel->hashed_count++;
	op.thread = fiber->id;
	if (number < TD_MAX_HASHED)
		td_channel->hashed[number] = op;
}

static uint64_t word_around(uint64_t address)
{
	uint64_t word = 0;
	td_peek(address & ~7ull, sizeof word, &word);
	return word;
}

void td_record_op(const struct td_fiber *fiber, uint64_t object, uint64_t pc)
{
	if (td_channel->job.hash_all == TD_HASH_LIST)
		list(fiber, (struct td_hashed_op){.pc = pc, .object = object, .value = word_around(object)});
	td_op_hash = td_mix(td_op_hash + fiber->id, object ^ pc << 1);
}

static uint32_t stack_number(const struct td_fiber *fiber)
{
	struct td_stack *new = &td_channel->stacks[td_channel->stack_count];
	new->count = td_frames(fiber, fiber->pending.pc, 0, (uint64_t)__builtin_frame_address(0), new->frames, new->cfa);
	uint64_t hash = new->count;
	for (uint32_t i = 0; i < new->count; i++)
		hash = td_mix(hash, new->frames[i] + new->cfa[i]);
	uint32_t *head = &stack_heads[hash % STACK_HEADS];
	for (uint32_t i = *head; i; i = td_channel->stacks[i].next) {
		struct td_stack *old = &td_channel->stacks[i];
		if (old->count == new->count && !td_plain_compare(old->frames, new->frames, new->count * sizeof *new->frames) &&
		    !td_plain_compare(old->cfa, new->cfa, new->count * sizeof *new->cfa))
			return i;
	}
	if (td_channel->stack_count == TD_MAX_STACKS - 1)
		return 0;
	new->next = *head;
	return *head = td_channel->stack_count++;
}

static void record_hash(const struct td_fiber *fiber, uint64_t value)
{
	const struct td_pending *op = &fiber->pending;
	if (td_channel->job.hash_all == TD_HASH_LIST)
		list(fiber, (struct td_hashed_op){.pc = op->pc, .object = op->object, .value = value, .kind = (uint16_t)op->kind});
	td_op_hash = td_mix(td_op_hash + op->kind, op->object + value);
}

/* What only some jobs ask for. */
static void record_more(struct td_fiber *fiber, uint64_t value)
{
	const struct td_pending *op = &fiber->pending;
	if (td_channel->job.by_reads_from && !op->unshared)
		td_rf_print(fiber);
	if (td_symmetry_is_used())
		td_symmetry_did(fiber, value);
	if (td_channel->job.detail)
		td_channel->event_stacks[td_event_count] = stack_number(fiber);
	if (td_channel->job.hash_all)
		record_hash(fiber, value);
}

/* What the operation depends on, for the fingerprint and for a search. */
static void record_dependence(struct td_fiber *fiber)
{
	const struct td_pending *op = &fiber->pending;
	uint64_t what = op->kind + ((uint64_t)op->flags << 8);
	if (unlikely(td_is_on_descriptor(op->kind)))
		fingerprint_flows(fiber, what);
	else if (unlikely(td_is_on_futex(op->kind)))
		fingerprint_futex(fiber, what);
	else
		td_fingerprint(fiber, op->object, op->size, conflicts_with_reads(op), what);
	if (unlikely(op->is_cancel_point))
		fingerprint_cancelable(fiber, what);
	if (td_is_traced())
		touch(fiber);
	if (unlikely(fiber->loop.has_come_round) && !td_channel->job.by_reads_from)
		td_spin_depend(fiber, what);
}

struct td_event *td_record(struct td_fiber *fiber, uint64_t value)
{
	const struct td_pending *op = &fiber->pending;
	struct td_event *event = &td_channel->events[td_event_count];
	uint8_t flags = op->flags;
	if (fiber->id != ran_last) {
		flags |= (uint8_t)(TD_F_SWITCH | (preempted ? TD_F_PREEMPT : 0));
		ran_last = fiber->id;
	}
	*event = (struct td_event){.object = op->object,
				   .value = value,
				   .pc = op->pc,
				   .op = (uint32_t)fiber->op,
				   .size = op->size,
				   .thread = fiber->id,
				   .kind = op->kind,
				   .flags = flags,
				   .aux = (uint32_t)op->order << 24};
	if (!depends_on_nothing(fiber))
		record_dependence(fiber);
	if (!op->unshared)
		fiber->turn.stops = 0;
	if (unlikely(records_more))
		record_more(fiber, value);
	if (likely(td_event_count < EVENT_LIMIT))
		td_event_count++;
	if (unlikely(td_event_count % BEAT == 0))
		td_channel->done.beat++;
	if (td_strategy->done)
		td_strategy->done(event);
	if (unlikely(td_constrain_is_on))
		td_constrain_done(event);
	if (unlikely(td_race_is_awaited))
		td_race_await(fiber);
	if (likely(td_race_is_on))
		td_race_event(fiber);
	td_lock_polling_did(fiber);
	return event;
}

/* A primitive that no thread has used yet is no part of what freeing its block touches: its memory is. */
void td_record_wrong(struct td_fiber *fiber)
{
	if (depends_on_nothing(fiber))
		return;
	record_dependence(fiber);
	if (!fiber->pending.size && td_is_traced())
		td_strategy->touch(fiber, &(struct td_touch){.address = fiber->pending.object, .size = 1, .writes = 1});
}

void td_record_value_later(struct td_fiber *fiber)
{
	if (td_channel->job.detail)
		fiber->patch = td_event_count;
}

void td_record_look(struct td_fiber *fiber)
{
	if (likely(!fiber->patch))
		return;
	struct td_event *event = &td_channel->events[fiber->patch - 1];
	unsigned size = event->size > 8 ? 8 : event->size;
	td_peek(event->object, size, &event->value);
	fiber->patch = 0;
}

void td_record_segment(const struct td_fiber *fiber, uint64_t until, int could_go_on)
{
	uint32_t *count = &td_channel->ended.segment_count;
	preempted = (uint8_t)could_go_on;
	td_channel->done.switches++;
	if (*count < TD_MAX_SEGMENTS && !td_end_is_finding(td_channel->ended.end))
		td_channel->segments[(*count)++] = (struct td_segment){.thread = fiber->id, .until = until};
}
