#include "matter.h"

#include <stdlib.h>

#include "base/map.h"

enum { LAST_EVENTS = 10, LAST_OF_OTHERS = 4, MOST_ROWS = 60, MOST_ROWS_ROUND = 20, DESCRIPTORS = 1 };

/* How an object is used. */
struct use {
	uint16_t thread;         /* the first that used it */
	bool shared, written;
};

struct uses {
	struct td_map map;
	struct use *items;
	size_t count, room;
};

static bool has_object(enum td_kind kind)
{
	return !td_op_acts_on(kind, TD_ON_NOTHING) && !td_op_acts_on(kind, TD_ON_THREAD) && !td_op_acts_on(kind, TD_ON_BLOCK);
}

/* Initialising and destroying by one thread is no use that others notice. */
static bool is_use(enum td_kind kind)
{
	return has_object(kind) && !td_op_is(kind, TD_OP_LIFE);
}

/* What is written to one descriptor is read from another. */
static uint64_t object_of(const struct td_event *event)
{
	return td_op_acts_on(event->kind, TD_ON_DESCRIPTOR) ? DESCRIPTORS : event->object;
}

static struct use *use_of(struct uses *uses, const struct td_event *event)
{
	uint32_t *slot = td_map_slot(&uses->map, object_of(event));

	if (*slot == TD_MAP_NONE) {
		*slot = uses->count;
		TD_PUSH(uses, ((struct use){ .thread = event->thread }));
	}
	return &uses->items[*slot];
}

static void count_uses(struct uses *uses, const struct td_trace *trace)
{
	for (uint32_t i = 0; i < trace->event_count; i++) {
		const struct td_event *event = &trace->events[i].raw;
		struct use *use;

		if (!is_use(event->kind))
			continue;
		use = use_of(uses, event);
		use->shared |= use->thread != event->thread;
		use->written |= !td_op_is(event->kind, TD_OP_ONLY_LOOKS);
	}
}

/* The life of the block that a heap finding is about. */
static bool is_of_block(const struct td_trace *trace, const struct td_event *event)
{
	return td_op_acts_on(event->kind, TD_ON_BLOCK) && trace->ended.block && event->object == trace->ended.block;
}

/* When the primitive that is misused was initialised and destroyed. */
static bool is_life_of_misused(const struct td_trace *trace, const struct td_event *event)
{
	return trace->ended.end == TD_END_BAD_PRIMITIVE && td_op_is(event->kind, TD_OP_LIFE) &&
	       event->object == trace->ended.object;
}

static void mark_shared(bool *matters, const struct td_trace *trace)
{
	struct uses uses = { 0 };

	count_uses(&uses, trace);
	for (uint32_t i = 0; i < trace->event_count; i++) {
		const struct td_event *event = &trace->events[i].raw;

		if (is_use(event->kind)) {
			const struct use *use = use_of(&uses, event);

			matters[i] = use->shared && use->written;
		} else {
			matters[i] = td_op_is(event->kind, TD_OP_TELLING) || is_of_block(trace, event) ||
				     is_life_of_misused(trace, event);
		}
	}
	td_map_clear(&uses.map);
	free(uses.items);
}

/* That a thread begins is seen from its first row. */
static void mark_neighbours(bool *matters, const struct td_trace *trace)
{
	for (uint32_t i = 1; i < trace->event_count; i++) {
		if (!td_is_switch(trace, i))
			continue;
		matters[i] |= !td_is_quiet(trace->events[i].raw.kind);
		matters[i - 1] |= !td_is_quiet(trace->events[i - 1].raw.kind);
	}
}

static void mark_last(bool *matters, const struct td_trace *trace)
{
	uint32_t *left = td_alloc(trace->thread_count * sizeof *left);

	for (uint32_t i = 0; i < trace->thread_count; i++)
		left[i] = i == trace->ended.thread ? LAST_EVENTS : LAST_OF_OTHERS;
	for (uint32_t i = trace->event_count; i-- > 0;) {
		uint32_t thread = trace->events[i].raw.thread;

		if (left[thread] && !td_is_quiet(trace->events[i].raw.kind) && trace->threads[thread].raw.state != TD_T_DONE) {
			matters[i] = true;
			left[thread]--;
		}
	}
	free(left);
}

/* What the cause is made of. */
static void mark_told(bool *matters, const struct td_trace *trace)
{
	for (uint32_t k = 0; k < trace->told_count; k++)
		for (uint32_t i = 0; i < trace->event_count; i++)
			matters[i] |= td_event_is_told(trace, &trace->events[i], &trace->told[k]);
}

/* Switches take a row of their own, so both are counted.  Where threads go round, a few rounds are enough. */
static void keep_latest(bool *matters, const struct td_trace *trace)
{
	uint32_t rows = 0, most = trace->ended.end == TD_END_ENDLESS ? MOST_ROWS_ROUND : MOST_ROWS;

	for (uint32_t i = trace->event_count; i-- > 0;) {
		if (rows >= most)
			matters[i] = false;
		rows += matters[i] + td_is_switch(trace, i);
	}
}

static void keep_range(bool *matters, const struct td_trace *trace, const struct td_report_options *options)
{
	for (uint32_t i = 0; i < trace->event_count; i++)
		matters[i] &= i + 1 >= options->from && (!options->to || i < options->to);
}

bool *td_matter(const struct td_trace *trace, const struct td_report_options *options)
{
	bool *matters = td_alloc(trace->event_count * sizeof *matters);
	bool ranged = options->from || options->to;

	if (options->all || ranged) {
		for (uint32_t i = 0; i < trace->event_count; i++)
			matters[i] = true;
		keep_range(matters, trace, options);
		return matters;
	}
	mark_shared(matters, trace);
	mark_neighbours(matters, trace);
	mark_last(matters, trace);
	mark_told(matters, trace);
	keep_latest(matters, trace);
	if (trace->ended.end == TD_END_RACE)
		matters[trace->ended.race_event - 1] = true;
	return matters;
}
