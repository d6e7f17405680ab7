#include "repeats.h"

#include <stdbool.h>
#include <stdlib.h>

enum { LONGEST = 12 /* events of a round */, LEAST_SAVED = 3 };

/* The events of one thread that count, in order. */
struct sequence {
	uint32_t *items;
	size_t count, room;
};

static bool is_same(const struct td_trace_event *a, const struct td_trace_event *b)
{
	return a->raw.kind == b->raw.kind && a->raw.object == b->raw.object && a->raw.value == b->raw.value &&
	       a->raw.flags == b->raw.flags && a->raw.aux == b->raw.aux && a->site == b->site && a->name == b->name;
}

static bool repeats(const struct td_trace *trace, const uint8_t *role, const struct sequence *events, size_t at,
		    size_t period)
{
	return role[events->items[at]] != TD_ROUND_STANDS &&
	       is_same(&trace->events[events->items[at]], &trace->events[events->items[at - period]]);
}

/* How many events from AT on repeat the PERIOD before, in whole rounds. */
static size_t length(const struct td_trace *trace, const uint8_t *role, const struct sequence *events, size_t at,
		     size_t period)
{
	size_t end = at;

	while (end < events->count && repeats(trace, role, events, end, period))
		end++;
	return (end - at) / period * period;
}

static void mark(const struct td_trace *trace, const uint8_t *role, const struct sequence *events, uint8_t *period)
{
	for (size_t at = 1; at < events->count; at++)
		for (size_t p = 1; p <= LONGEST && p <= at; p++) {
			size_t again = length(trace, role, events, at, p);

			if (again < LEAST_SAVED)
				continue;
			for (size_t k = at; k < at + again; k++)
				period[events->items[k]] = (uint8_t)p;
			at += again - 1;
			break;
		}
}

void td_repeats_find(const struct td_trace *trace, const uint8_t *role, uint8_t *period)
{
	struct sequence *of = td_alloc(trace->thread_count * sizeof *of);

	for (uint32_t i = 0; i < trace->event_count; i++)
		if (role[i] != TD_ROUND_SKIPS)
			TD_PUSH(&of[trace->events[i].raw.thread], i);
	for (uint32_t i = 0; i < trace->thread_count; i++) {
		mark(trace, role, &of[i], period);
		free(of[i].items);
	}
	free(of);
}
