#include "record.h"

#include "cancel.h"
#include "cut.h"
#include "flow.h"
#include "frames.h"
#include "host.h"
#include "mark.h"
#include "object.h"
#include "pick.h"
#include "race.h"
#include "readsfrom_print.h"
#include "rounds.h"
#include "search.h"
#include "shadow.h"
#include "symmetry.h"

/* For the fingerprint: what has happened so far to each of eight bytes, as hashes of the events that did it.  A
 * synchronisation object is the byte at its address. */
struct cell {
	uint64_t granule;
	uint32_t epoch;
	uint64_t last_write[8];
	uint64_t reads[8];   /* since then; a sum, for their order does not matter */
};

/* A range so large that marking each of its cells would take longer than the rest of the execution: a block of a megabyte that is
 * freed.  Whoever comes after it looks here, and it looks at those cells that there are. */
struct range {
	uint64_t start, end, hash;
	int writes;
};

enum { LARGE = 4096, MAX_RANGES = 64 };
enum { CELLS = 1 << 16, STACK_HEADS = 1 << 12, EVENT_LIMIT = TD_MAX_EVENTS - 16, BEAT = 4096 };

uint32_t TD_EXECUTION td_event_count;
uint64_t TD_EXECUTION td_op_hash;
static struct cell TD_STATE *cells;
static uint32_t TD_STATE *in_use;       /* places in the table, in the order in which they were taken */
static uint32_t TD_EXECUTION used;
static uint32_t TD_STATE used_at_most;  /* by this execution, also before it went back to a mark */
static struct range TD_STATE ranges[MAX_RANGES];
static uint32_t TD_EXECUTION range_count;
static uint32_t TD_STATE epoch;
static uint32_t TD_STATE *stack_heads;
static uint32_t TD_EXECUTION ran_last;      /* the thread of the last event */
static uint8_t TD_EXECUTION preempted;      /* it could have gone on when it was left */

void td_record_setup(void)
{
	cells = td_map(CELLS * sizeof *cells);
	in_use = td_map(CELLS * sizeof *in_use);
	stack_heads = td_map(STACK_HEADS * sizeof *stack_heads);
	epoch = 1;
}

void td_record_reset(void)
{
	epoch++;
	used = used_at_most = range_count = 0;
	td_event_count = 0;
	td_op_hash = 0;
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
	td_mark_keep(&ended->segment_count, sizeof ended->segment_count);
	td_mark_keep(&ended->choice_count, sizeof ended->choice_count);
}

void td_record_mark(void)
{
	mark_end();
	td_mark_keep(ranges, range_count * sizeof *ranges);
	for (uint32_t i = 0; i < used; i++)
		td_mark_keep(&cells[in_use[i]], sizeof *cells);
}

void td_record_back(void)
{
	while (used_at_most > used)
		cells[in_use[--used_at_most]].epoch = 0;
}

static struct cell *cell_of(uint64_t granule)
{
	uint32_t i = (uint32_t)((granule * 0x9e3779b97f4a7c15ull) >> 48);
	for (uint32_t tries = 0; tries < 64; tries++, i = (i + 1) % CELLS) {
		struct cell *cell = &cells[i];
		if (cell->epoch != epoch) {
			*cell = (struct cell){.granule = granule, .epoch = epoch};
			in_use[used++] = i;
			used_at_most = used;
			return cell;
		}
		if (cell->granule == granule)
			return cell;
	}
	return &cells[i]; /* crowded: two granules share a cell, and classes may be told apart that are the same */
}

/* What depends on a large range need not be the last that did: the order of all that depend on each other is the same wherever
 * the classes are. */
static uint64_t past_of_ranges(uint64_t object, uint64_t end, int writes)
{
	uint64_t past = 0;
	for (uint32_t i = 0; i < range_count; i++)
		if (ranges[i].start < end && object < ranges[i].end && (writes || ranges[i].writes))
			past += ranges[i].hash;
	return past;
}

static uint64_t past_of_large(uint64_t object, uint64_t end, int writes)
{
	uint64_t past = 0;
	for (uint32_t i = 0; i < used; i++) {
		const struct cell *cell = &cells[in_use[i]];
		if (cell->granule < object >> 3 || cell->granule > (end - 1) >> 3)
			continue;
		for (uint64_t at = cell->granule << 3; at < (cell->granule + 1) << 3; at++)
			if (at >= object && at < end)
				past += cell->last_write[at & 7] + (writes ? cell->reads[at & 7] : 0);
	}
	return past;
}

static uint64_t past_of(uint64_t object, uint64_t end, int writes)
{
	uint64_t past = 0;
	for (uint64_t at = object; at < end; at++) {
		const struct cell *cell = cell_of(at >> 3);
		do
			past += cell->last_write[at & 7] + (writes ? cell->reads[at & 7] : 0);
		while ((at & 7) != 7 && ++at < end);
	}
	return past;
}

static void leave_mark(uint64_t object, uint64_t end, int writes, uint64_t hash)
{
	for (uint64_t at = object; at < end; at++) {
		struct cell *cell = cell_of(at >> 3);
		do {
			cell->last_write[at & 7] = writes ? hash : cell->last_write[at & 7];
			cell->reads[at & 7] = writes ? 0 : cell->reads[at & 7] + hash;
		} while ((at & 7) != 7 && ++at < end);
	}
}

/* Who depends on one of them depends on what has overwritten it since, and that has their hashes in its own. */
static void forget_covered(uint64_t object, uint64_t end)
{
	uint32_t kept = 0;
	for (uint32_t i = 0; i < range_count; i++)
		if (ranges[i].start < object || ranges[i].end > end)
			ranges[kept++] = ranges[i];
	range_count = kept;
}

/* As below, for the usual case: within one granule, and no large range is in the way. */
static void fingerprint_in_granule(struct td_fiber *fiber, uint64_t object, uint32_t size, int writes, uint64_t what)
{
	struct cell *cell = cell_of(object >> 3);
	uint64_t *last_write = cell->last_write + (object & 7), *reads = cell->reads + (object & 7), past = 0;
	for (uint32_t i = 0; i < size; i++)
		past += last_write[i] + (writes ? reads[i] : 0);
	uint64_t hash = fiber->hash = td_mix(td_mix(fiber->hash + what, object), past);
	for (uint32_t i = 0; i < size; i++) {
		last_write[i] = writes ? hash : last_write[i];
		reads[i] = writes ? 0 : reads[i] + hash;
	}
}

static void fingerprint(struct td_fiber *fiber, uint64_t object, uint32_t size, int writes, uint64_t what)
{
	uint64_t end = object + (size ? size : 1);
	if (likely((object & 7) + (end - object) <= 8 && !range_count)) {
		fingerprint_in_granule(fiber, object, (uint32_t)(end - object), writes, what);
		return;
	}
	uint64_t past = size > LARGE ? past_of_large(object, end, writes) : past_of(object, end, writes);
	past += past_of_ranges(object, end, writes);
	fiber->hash = td_mix(td_mix(fiber->hash + what, object), past);
	if (size > LARGE && writes)
		forget_covered(object, end);
	if (size > LARGE && range_count < MAX_RANGES)
		ranges[range_count++] = (struct range){object, end, fiber->hash, writes};
	else
		leave_mark(object, end, writes, fiber->hash);
}

/* A try that has failed would have written in another order; what an operation depends on must not depend on the order, or
 * continuations could not be compared.  Of a compare-and-swap it can be foretold (td_reverse). */
static int conflicts_with_reads(const struct td_pending *op)
{
	return op->writes || ((!op->size || op->kind == TD_FUTEX_WAIT) && (op->flags & TD_F_FAILED));
}

static int could_wait(const struct td_pending *op)
{
	return !op->timed && !op->never_waits && !(op->flags & (TD_F_TRY | TD_F_TIMEOUT | TD_F_FAILED | TD_F_SPURIOUS));
}

/* Whether the order of this operation and others makes no difference to anybody. */
static int depends_on_nothing(const struct td_fiber *fiber)
{
	const struct td_pending *op = &fiber->pending;
	switch (op->kind) {
	case TD_CREATE: case TD_BEGIN: case TD_DETACH: case TD_NOTE: case TD_YIELD: case TD_SLEEP: case TD_BARRIER_LEAVE:
	case TD_CHOOSE: case TD_ALLOC: case TD_ATOMIC_BEGIN: case TD_FENCE: return 1;
	case TD_JOIN: return could_wait(op); /* waiting for the end is ordered after it anyhow; to look whether it has come is not */
	case TD_EXIT: return td_search_is_silent(fiber);
	default: return op->unshared;
	}
}

/* A plain write has been announced only: memory is still as it was. */
static void describe_values(const struct td_fiber *fiber, struct td_touch *touch)
{
	int atomic = fiber->pending.flags & TD_F_ATOMIC;
	touch->is_swap = atomic && fiber->is_swap;
	touch->expected = fiber->expected;
	touch->found = fiber->found;
	touch->knows_found = atomic && touch->size <= 8;
	if (!atomic && touch->writes && touch->size <= 8 && !(touch->size & (touch->size - 1)))
		touch->knows_found = (uint8_t)td_peek(touch->address, touch->size, &touch->found);
}

/* Who looks at the count of a semaphore (a try, a wait with a limit, its value) is in the way of posts and waits alike; and which of several posts a
 * wait has had then matters to what can be seen.  So with such a semaphore, from the next execution on, nothing changes places. */
static int is_looked_at(const struct td_fiber *fiber, uint64_t semaphore)
{
	int is_known = *td_shadow(semaphore) & TD_SHADOW_SHARED, is_look = !could_wait(&fiber->pending);
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
	else if (is_in_granule && fiber->pending.kind == TD_RMW && (reduce & TD_REDUCE_ADDS) && fiber->adds)
		*touch = (struct td_touch){.address = touch->address, .size = touch->size, .writes = 1, .kind = touch->kind,
					   .group = TD_GROUP_ADDS, .with = fiber->added};
	else if (is_in_granule && fiber->pending.kind == TD_WRITE && touch->writes && (reduce & TD_REDUCE_SAME) && touch->knows_found)
		touch->group = TD_GROUP_SAME;
}

/* What an operation on descriptors does to each of their flows. */
static void touch_flows(const struct td_fiber *fiber)
{
	const struct td_pending *op = &fiber->pending;
	struct td_uses uses;
	td_flow_uses(fiber, &uses);
	for (uint32_t i = 0; i < uses.count; i++) {
		const struct td_use *use = &uses.items[i];
		struct td_touch touch = {.address = use->place, .writes = use->writes, .joint = uses.count > 1 ? uses.joint : TD_JOINT_NO};
		if (could_wait(op) && !td_channel->job.by_reads_from)
			touch.kind = use->kind;
		td_pick_touch(fiber, &touch);
	}
}

static void fingerprint_flows(struct td_fiber *fiber, uint64_t what)
{
	struct td_uses uses;
	td_flow_uses(fiber, &uses);
	for (uint32_t i = 0; i < uses.count; i++)
		fingerprint(fiber, uses.items[i].place, 0, uses.items[i].writes, what);
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
	td_pick_touch(fiber, touch);
	td_pick_touch(fiber, &(struct td_touch){.address = use.place, .kind = use.kind, .joint = touch->joint});
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
	struct td_touch touch = {.address = op->object, .size = op->size, .writes = (uint8_t)conflicts_with_reads(op)};
	if (could_wait(op) && op->kind != TD_COND_WAKE)
		touch.kind = op->kind;
	if (op->size)
		describe_values(fiber, &touch);
	if (unlikely(td_channel->job.reduce))
		find_group(fiber, &touch);
	if (unlikely(op->is_cancel_point) && touch_cancelable(fiber, &touch))
		return;
	td_pick_touch(fiber, &touch);
}

/* Flows say so themselves. */
static void fingerprint_cancelable(struct td_fiber *fiber, uint64_t what)
{
	struct td_use use;
	if (!td_is_on_descriptor(fiber->pending.kind) && !td_channel->job.by_reads_from && td_cancel_use(fiber, &use))
		fingerprint(fiber, use.place, 0, 0, what);
}

static void touch_also(struct td_fiber *fiber, uint64_t object, enum td_kind kind)
{
	if (td_pick_is_tracing())
		td_pick_touch(fiber, &(struct td_touch){.address = object, .writes = 1, .kind = (uint8_t)kind});
	fingerprint(fiber, object, 0, 1, fiber->pending.kind);
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

uint64_t td_record_fingerprint(void)
{
	uint64_t sum = 0;
	if (td_channel->job.by_reads_from)
		return td_rf_print_sum();
	for (uint32_t i = 0; i < td_fiber_count; i++)
		sum += td_mix(td_fiber(i)->hash, td_fiber(i)->lineage);
	return sum;
}

void td_record_op(const struct td_fiber *fiber, uint64_t object, uint64_t pc)
{
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

struct td_event *td_record(struct td_fiber *fiber, uint64_t value)
{
	const struct td_pending *op = &fiber->pending;
	struct td_event *event = &td_channel->events[td_event_count];
	uint8_t flags = op->flags;
	if (fiber->id != ran_last) {
		flags |= (uint8_t)(TD_F_SWITCH | (preempted ? TD_F_PREEMPT : 0));
		ran_last = fiber->id;
	}
	*event = (struct td_event){.object = op->object, .value = value, .pc = op->pc, .op = (uint32_t)fiber->op,
				   .size = op->size, .thread = fiber->id, .kind = op->kind, .flags = flags};
	uint64_t what = op->kind + ((uint64_t)op->flags << 8);
	int depends = !depends_on_nothing(fiber);
	if (unlikely(td_is_on_descriptor(op->kind)))
		fingerprint_flows(fiber, what);
	else if (depends)
		fingerprint(fiber, op->object, op->size, conflicts_with_reads(op), what);
	if (unlikely(op->is_cancel_point) && depends)
		fingerprint_cancelable(fiber, what);
	if (!op->unshared)
		fiber->stops = 0;
	if (unlikely(td_channel->job.by_reads_from) && !op->unshared)
		td_rf_print(fiber);
	if (depends && td_pick_is_tracing())
		touch(fiber);
	if (td_symmetry_is_used())
		td_symmetry_did(fiber, value);
	if (unlikely(td_channel->job.detail))
		td_channel->event_stacks[td_event_count] = stack_number(fiber);
	if (unlikely(td_channel->job.hash_all))
		td_op_hash = td_mix(td_op_hash + op->kind, op->object + value);
	if (likely(td_event_count < EVENT_LIMIT))
		td_event_count++;
	if (unlikely(td_event_count % BEAT == 0))
		td_channel->done.beat++;
	td_pick_done(event);
	if (unlikely(td_race_is_awaited))
		td_race_await(fiber);
	if (likely(td_race_is_on))
		td_race_event(fiber);
	td_rounds_did(fiber);
	return event;
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
