#include "follow.h"

#include <stdlib.h>
#include <string.h>

static void add_segment(struct td_schedule *schedule, uint32_t thread, uint64_t until)
{
	struct td_segment *last = schedule->segment_count ? &schedule->segments[schedule->segment_count - 1] : NULL;

	if (last && last->thread == thread && until)
		last->until = until;
	else
		schedule->segments[schedule->segment_count++] = (struct td_segment){ .thread = thread, .until = until };
}

static void add_choices(struct td_schedule *schedule, const struct td_trace *trace, const struct td_trace_step *step)
{
	for (uint32_t i = 0; i < step->choice_count; i++) {
		uint32_t at = step->choice + i;

		schedule->choices[schedule->choice_count++] = at < trace->choice_count ? trace->choices[at] : 0;
	}
}

/* A changed step comes after all that has choices: what it chooses then is the default. */
static struct td_schedule *schedule_of(const struct td_variants *variants, const struct td_variant *variant)
{
	const struct td_steps *steps = variants->steps;
	struct td_schedule *schedule = td_alloc(sizeof *schedule);

	schedule->segments = td_alloc(((size_t)variant->step_count + TD_MAX_THREADS) * sizeof *schedule->segments);
	schedule->choices = td_alloc(((size_t)steps->trace->event_count + 1) * sizeof *schedule->choices);
	for (uint32_t i = 0; i < variant->step_count; i++) {
		const struct td_trace_step *step = &steps->items[variant->steps[i]];

		add_segment(schedule, step->thread, (uint64_t)step->last_op + 1);
		if (!(variant->kept[i].flags & TD_KEPT_CHANGED))
			add_choices(schedule, steps->trace, step);
	}
	return schedule;
}

/* Segments of no length name those who go last: who is barred, and behind them who has gone too far before. */
static void add_last_ones(struct td_schedule *schedule, const struct td_variant *variant, const bool *tried)
{
	for (uint32_t i = 0; i < variant->kept_count; i++)
		if (variant->kept[i].flags & TD_KEPT_BARRED && !tried[variant->kept[i].thread])
			add_segment(schedule, variant->kept[i].thread, 0);
	for (uint32_t i = 0; i < TD_MAX_THREADS; i++)
		if (tried[i])
			add_segment(schedule, i, 0);
}

static void keep_lineage(struct td_trace *trace, const struct td_variant *variant)
{
	trace->kept = td_alloc((variant->kept_count + 1) * sizeof *trace->kept);
	memcpy(trace->kept, variant->kept, variant->kept_count * sizeof *trace->kept);
	trace->kept_count = variant->kept_count;
}

/* The first event that a barred thread should have left to others, from 1; 0 if there is none. */
static uint32_t limit_of(const struct td_trace *trace)
{
	struct td_steps *steps = td_steps_make(trace, UINT32_MAX, true);
	struct td_lineage *lineage = td_lineage_make(steps);
	uint32_t step = td_first_trespass(lineage), limit = step == TD_NO_STEP ? 0 : steps->items[step].event + 1;

	td_lineage_free(lineage);
	td_steps_free(steps);
	return limit;
}

static struct td_trace *try(const struct td_trace *from, struct td_schedule *schedule, const struct td_variant *variant,
			    const bool *tried, double watchdog)
{
	uint32_t length = schedule->segment_count;
	struct td_trace *trace;

	add_last_ones(schedule, variant, tried);
	trace = td_replay_capture(&from->command, &from->job, schedule, watchdog);
	schedule->segment_count = length;
	if (trace) {
		keep_lineage(trace, variant);
		trace->event_limit = limit_of(trace);
	}
	return trace;
}

/* All that happened before the limit was right, so it becomes part of the schedule. */
static void go_on(struct td_schedule *schedule, const struct td_trace *trace)
{
	size_t room = (size_t)trace->event_limit + TD_MAX_THREADS;

	schedule->segments = td_grow(schedule->segments, room * sizeof *schedule->segments);
	schedule->segment_count = 0;
	for (uint32_t i = 0; i + 1 < trace->event_limit; i++)
		add_segment(schedule, trace->events[i].raw.thread, (uint64_t)trace->events[i].raw.op + 1);
}

/* A thread that takes a place which is not for it is sent to the back, and all other threads may go first. */
static struct td_trace *go_far(const struct td_trace *from, struct td_schedule *schedule, const struct td_variant *variant,
			       double watchdog)
{
	bool tried[TD_MAX_THREADS] = { 0 };
	uint32_t furthest = 0;
	struct td_trace *trace;

	while ((trace = try(from, schedule, variant, tried, watchdog)) && trace->event_limit) {
		uint32_t thread = trace->events[trace->event_limit - 1].raw.thread;

		if (trace->event_limit > furthest)
			memset(tried, 0, sizeof tried);
		else if (tried[thread])
			break;
		furthest = trace->event_limit;
		tried[thread] = true;
		go_on(schedule, trace);
		td_trace_free(trace);
	}
	return trace;
}

struct td_trace *td_follow(const struct td_variants *variants, const struct td_variant *variant, double watchdog)
{
	struct td_schedule *schedule = schedule_of(variants, variant);
	struct td_trace *trace = go_far(variants->steps->trace, schedule, variant, watchdog);

	td_schedule_free(schedule);
	return trace;
}
