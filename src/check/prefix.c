#include "prefix.h"

/* Choices are taken in the order of steps. */
static uint32_t choices_before(const struct td_steps *steps, uint32_t event)
{
	uint32_t count = 0;

	for (uint32_t i = 0; i < steps->happened && steps->items[i].event < event; i++)
		if (steps->items[i].choice_count)
			count = steps->items[i].choice + steps->items[i].choice_count;
	return count;
}

struct td_schedule *td_prefix(const struct td_steps *steps, uint32_t event)
{
	return td_schedule_cut(steps->trace, event, choices_before(steps, event));
}

static void add_step(struct td_schedule *schedule, const struct td_steps *steps, const struct td_trace_step *step)
{
	struct td_segment *last = schedule->segment_count ? &schedule->segments[schedule->segment_count - 1] : NULL;
	uint64_t until = (uint64_t)step->last_op + 1;

	if (last && last->thread == step->thread)
		last->until = until;
	else
		schedule->segments[schedule->segment_count++] =
			(struct td_segment){.thread = step->thread, .until = until};
	for (uint32_t i = step->choice; i < step->choice + step->choice_count; i++)
		schedule->choices[schedule->choice_count++] =
			i < steps->trace->choice_count ? steps->trace->choices[i] : 0;
}

struct td_schedule *td_schedule_in_order(const struct td_steps *steps, const uint32_t *order, uint32_t count)
{
	struct td_schedule *schedule;
	size_t choices = 0;

	for (uint32_t i = 0; i < count; i++)
		choices += steps->items[order[i]].choice_count;
	if (steps->trace->choice_count && !steps->knows_choices)
		return NULL;
	schedule = td_alloc(sizeof *schedule);
	schedule->segments = td_alloc(((size_t)count + 1) * sizeof *schedule->segments);
	schedule->choices = td_alloc((choices + 1) * sizeof *schedule->choices);
	for (uint32_t i = 0; i < count; i++)
		add_step(schedule, steps, &steps->items[order[i]]);
	return schedule;
}
