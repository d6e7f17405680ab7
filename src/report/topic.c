#include "topic.h"

#include <stdlib.h>
#include <string.h>

#include "locks.h"
#include "lost.h"
#include "waits.h"

#include "base/map.h"

#include "wire/ops.h"

/* How many reads are taken for what decides: on the line that fails, before it if it has none, and before a wait. */
enum { READS_THERE = 8, READS_BEFORE = 3, READS_WAITING = 8, FARTHEST_READ = 1000 };

static void add_name(struct td_topic *self, uint32_t name)
{
	self->names[name] = name != 0;
}

static void add_thread(struct td_topic *self, const struct td_trace *trace, uint32_t thread)
{
	if (thread < trace->thread_count)
		self->threads[thread] = true;
}

static void add_part(struct td_topic *self, uint32_t i, enum td_part_of_topic part)
{
	if (self->events[i] < part)
		self->events[i] = part;
}

static void add_event(struct td_topic *self, const struct td_trace *trace, uint32_t i, enum td_part_of_topic part)
{
	const struct td_trace_event *event = &trace->events[i];

	add_part(self, i, part);
	add_thread(self, trace, event->raw.thread);
	if (!td_op_acts_on(event->raw.kind, TD_ON_THREAD))
		add_name(self, event->name);
}

static bool reads(const struct td_event *event)
{
	return event->kind == TD_READ || event->kind == TD_RMW;
}

/* The occurrences that are meant, which count all that the thread does at the place. */
static bool add_occurrence(struct td_topic *self, const struct td_trace *trace, const struct td_told_event *told)
{
	struct td_map numbers = {0};
	bool found = false;

	for (uint32_t i = 0; i < trace->event_count; i++) {
		const struct td_event *event = &trace->events[i].raw;
		uint32_t *number = td_map_slot(&numbers, event->pc << 16 ^ event->thread);

		*number = *number == TD_MAP_NONE ? 1 : *number + 1;
		if (*number != told->number || !td_event_is_told(trace, &trace->events[i], told))
			continue;
		add_event(self, trace, i, TD_PART);
		found = true;
	}
	td_map_clear(&numbers);
	return found;
}

/* If the execution that was looked into had others, all of that place. */
static void add_told(struct td_topic *self, const struct td_trace *trace, const struct td_told_event *told)
{
	if (add_occurrence(self, trace, told))
		return;
	for (uint32_t i = 0; i < trace->event_count; i++)
		if (td_event_is_told(trace, &trace->events[i], told))
			add_event(self, trace, i, TD_PART);
}

static void add_race(struct td_topic *self, const struct td_trace *trace)
{
	if (trace->ended.race_event && trace->ended.race_event <= trace->event_count)
		add_event(self, trace, trace->ended.race_event - 1, TD_SAID);
	if (trace->event_count)
		add_event(self, trace, trace->event_count - 1, TD_SAID);
}

static bool is_same_line(const struct td_site *a, const struct td_site *b)
{
	return a->file && b->file && a->line == b->line && !strcmp(a->file, b->file);
}

/* Written in the program's own text, and not inside a call of the C++ library. */
static bool is_direct(const struct td_trace *trace, const struct td_trace_event *event)
{
	const struct td_frame_list *stack = &trace->stacks[event->stack];

	return stack->count && td_site_is_own(&trace->sites[stack->sites[0]]);
}

/* The write that event I, a read, has its value from; its thread need not be one that the sentence names. */
static void add_source(struct td_topic *self, const struct td_trace *trace, uint32_t i)
{
	uint64_t object = trace->events[i].raw.object;

	while (i-- > 0) {
		const struct td_event *event = &trace->events[i].raw;

		if (event->object == object && (event->kind == TD_WRITE || event->kind == TD_RMW)) {
			add_part(self, i, TD_PART);
			return;
		}
	}
}

static void add_value(struct td_topic *self, const struct td_trace *trace, uint32_t i)
{
	add_event(self, trace, i, TD_PART);
	add_source(self, trace, i);
}

/* The thread's last reads on the line that fails, if IS_THERE, else the last ones elsewhere; false if there are none.
 */
static bool add_reads(struct td_topic *self, const struct td_trace *trace, bool is_there, uint32_t most)
{
	const struct td_site *failing = &trace->sites[trace->site];
	uint32_t left = most;

	for (uint32_t i = trace->event_count; left && i-- > 0;) {
		const struct td_trace_event *event = &trace->events[i];

		if (event->raw.thread != trace->ended.thread || !reads(&event->raw))
			continue;
		if (is_there ? is_same_line(&trace->sites[event->site], failing) : is_direct(trace, event)) {
			add_value(self, trace, i);
			left--;
		} else if (is_there) {
			break;
		}
	}
	return left < most;
}

/* If the thread was woken where it locked last, what it had waited for. */
static void add_wake_up(struct td_topic *self, const struct td_trace *trace)
{
	for (uint32_t i = trace->event_count; i-- > 0;) {
		const struct td_trace_event *event = &trace->events[i];

		if (event->raw.thread != trace->ended.thread)
			continue;
		if (event->raw.kind == TD_COND_WAKE)
			add_name(self, event->name);
		if (td_op_is(event->raw.kind, TD_OP_LOCKS) || event->raw.kind == TD_COND_WAKE)
			return;
	}
}

/* What flows into a condition that has failed: what its line has read, else what the thread has read last, unless the
 * orderings that explain it say more. */
static void add_condition(struct td_topic *self, const struct td_trace *trace)
{
	if (!trace->told_count)
		add_wake_up(self, trace);
	if (!add_reads(self, trace, true, READS_THERE) && !trace->told_count)
		add_reads(self, trace, false, READS_BEFORE);
}

static bool is_told_as_blocked(const struct td_trace *trace, uint32_t thread)
{
	const struct td_thread_info *info = &trace->threads[thread].raw;

	if (info->state != TD_T_BLOCKED || info->pending == TD_JOIN)
		return false;
	return !trace->ended.cycle_count || td_in_cycle(trace, thread);
}

/* Has another thread changed what event I reads since its thread began? */
static bool is_changed_by_others(const struct td_trace *trace, uint32_t i)
{
	const struct td_event *event = &trace->events[i].raw;
	uint32_t k = 0;

	while (trace->events[k].raw.thread != event->thread)
		k++;
	for (; k < trace->event_count; k++) {
		const struct td_event *other = &trace->events[k].raw;

		if (other->thread != event->thread && other->object == event->object &&
		    !td_op_is(other->kind, TD_OP_ONLY_LOOKS))
			return true;
	}
	return false;
}

/* The condition that a thread waits for is what it has read since it locked. */
static void add_waited_for(struct td_topic *self, const struct td_trace *trace, uint32_t thread)
{
	uint32_t left = READS_WAITING;

	for (uint32_t i = trace->event_count; left && i-- > 0;) {
		const struct td_trace_event *event = &trace->events[i];

		if (event->raw.thread != thread)
			continue;
		if (td_op_is(event->raw.kind, TD_OP_LOCKS) || event->raw.kind == TD_COND_WAKE)
			return;
		if (!reads(&event->raw))
			continue;
		left--;
		if (is_changed_by_others(trace, i))
			add_name(self, event->name);
	}
}

/* Where what THREAD wants was locked. */
static void add_holders(struct td_topic *self, const struct td_trace *trace, const struct td_locks *locks,
			uint32_t thread)
{
	for (size_t k = 0; k < locks->count; k++)
		if (locks->items[k].object == trace->threads[thread].raw.object && locks->items[k].thread != thread)
			add_event(self, trace, locks->items[k].event, TD_PART);
}

static void add_blocked(struct td_topic *self, const struct td_trace *trace)
{
	struct td_locks locks = {0};
	struct td_lost lost;

	for (uint32_t i = 0; i < trace->event_count; i++)
		td_locks_step(&locks, trace, i);
	for (uint32_t i = 0; i < trace->thread_count; i++) {
		const struct td_trace_thread *thread = &trace->threads[i];

		if (!is_told_as_blocked(trace, i))
			continue;
		add_thread(self, trace, i);
		add_name(self, thread->name);
		add_holders(self, trace, &locks, i);
		if (thread->raw.pending == TD_COND_WAKE || thread->raw.pending == TD_FUTEX_WAKE_UP)
			add_waited_for(self, trace, i);
		if (td_lost_by(trace, i, &lost))
			add_event(self, trace, lost.event, TD_PART);
	}
	free(locks.items);
}

/* The block's life since it was allocated last. */
static void add_block(struct td_topic *self, const struct td_trace *trace)
{
	uint64_t block = trace->ended.block;

	for (uint32_t i = 0; i < trace->event_count; i++)
		if (trace->events[i].raw.kind == TD_ALLOC && trace->events[i].raw.object == block)
			self->born = i;
	self->low = block;
	self->high = block + trace->ended.block_size;
	for (uint32_t i = self->born; i < trace->event_count; i++) {
		const struct td_event *event = &trace->events[i].raw;

		if (td_op_acts_on(event->kind, TD_ON_BLOCK) && event->object == block)
			add_event(self, trace, i, TD_PART);
	}
}

static bool is_pointer_access(const struct td_event *event)
{
	return td_op_acts_on(event->kind, TD_ON_MEMORY) && event->size == sizeof(void *) &&
	       !(event->flags & TD_F_RANGE);
}

/* Where pointers into the block were kept. */
static void add_pointers(struct td_topic *self, const struct td_trace *trace)
{
	for (uint32_t i = self->born; i < trace->event_count; i++) {
		const struct td_event *event = &trace->events[i].raw;

		if (is_pointer_access(event) && event->value >= self->low && event->value < self->high)
			add_name(self, trace->events[i].name);
	}
}

/* What each thread that goes round has read last: in the last round one of them may only have given way. */
static void add_last_reads(struct td_topic *self, const struct td_trace *trace)
{
	bool *has_read = td_alloc(trace->thread_count * sizeof *has_read);
	uint32_t left = FARTHEST_READ;

	for (uint32_t i = trace->event_count; i-- > 0 && left; left--) {
		uint32_t thread = trace->events[i].raw.thread;

		if (has_read[thread] || !self->threads[thread] || !reads(&trace->events[i].raw))
			continue;
		has_read[thread] = true;
		add_value(self, trace, i);
	}
	free(has_read);
}

/* Threads that go round: the last round, and what had written what they look at. */
static void add_round(struct td_topic *self, const struct td_trace *trace)
{
	uint32_t left = trace->ended.status > 0 ? (uint32_t)trace->ended.status : READS_BEFORE;

	for (uint32_t i = 0; i < trace->thread_count; i++)
		self->threads[i] |= trace->threads[i].raw.state == TD_T_RUNNABLE;
	for (uint32_t i = trace->event_count; i-- > 0 && left; left--) {
		add_part(self, i, TD_PART);
		if (reads(&trace->events[i].raw))
			add_source(self, trace, i);
	}
	add_last_reads(self, trace);
}

/* Of a block, who has freed it and who still points to it matters, and not what was in it. */
static void add_ended(struct td_topic *self, const struct td_trace *trace)
{
	add_thread(self, trace, trace->ended.thread);
	if (!trace->ended.block) {
		add_name(self, trace->name);
		return;
	}
	add_block(self, trace);
	add_pointers(self, trace);
}

static void add_finding(struct td_topic *self, const struct td_trace *trace)
{
	switch (trace->ended.end) {
	case TD_END_DEADLOCK:
	case TD_END_CYCLE:
	case TD_END_LEAKED_THREAD: add_blocked(self, trace); break;
	case TD_END_ENDLESS:
	case TD_END_HANG: add_round(self, trace); break;
	case TD_END_RACE: add_race(self, trace); break;
	case TD_END_ASSERT:
	case TD_END_ABORT:
	case TD_END_CRASH:
	case TD_END_EXIT_CODE:
		add_condition(self, trace);
		/* fall through */
	default: add_ended(self, trace); break;
	}
}

struct td_topic td_topic_make(const struct td_trace *trace)
{
	struct td_topic self = {.events = td_alloc(trace->event_count),
				.names = td_alloc(trace->name_count * sizeof(bool)),
				.threads = td_alloc(trace->thread_count * sizeof(bool))};

	for (uint32_t i = 0; i < trace->told_count; i++)
		add_told(&self, trace, &trace->told[i]);
	if (td_end_is_finding(trace->ended.end))
		add_finding(&self, trace);
	return self;
}

void td_topic_clear(struct td_topic *self)
{
	free(self->events);
	free(self->names);
	free(self->threads);
	*self = (struct td_topic){0};
}

bool td_topic_has_object(const struct td_topic *self, const struct td_trace *trace, uint32_t i)
{
	const struct td_trace_event *event = &trace->events[i];

	if (td_op_acts_on(event->raw.kind, TD_ON_THREAD) || td_op_acts_on(event->raw.kind, TD_ON_NOTHING))
		return false;
	return self->names[event->name] ||
	       (i >= self->born && event->raw.object >= self->low && event->raw.object < self->high);
}
