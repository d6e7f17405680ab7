#include <stdlib.h>

#include "sections.h"
#include "words.h"

/* The last wait with a limit that gave up; UINT32_MAX: none did. */
static uint32_t last_given_up(const struct td_trace *trace)
{
	for (uint32_t i = trace->event_count; i-- > 0;)
		if (trace->events[i].raw.flags & TD_F_TIMEOUT)
			return i;
	return UINT32_MAX;
}

/* Most libraries that have workers leave them waiting. */
void td_section_daemons(const struct td_paint *paint, const struct td_trace *trace)
{
	if (trace->ended.end != TD_END_LEAKED_THREAD)
		return;
	td_section_head(paint, "threads left behind");
	td_paint_sentence(paint, TD_PLAIN, 0, 4,
			  "    if they are meant to wait until the program ends, as the workers of many libraries are, "
			  "explore with --daemons");
}

void td_section_limits(const struct td_paint *paint, const struct td_trace *trace)
{
	uint32_t i = last_given_up(trace);
	char *place;

	if (i == UINT32_MAX || trace->job.patient || trace->ended.end == TD_END_PASSED)
		return;
	place = td_words_site(&trace->sites[trace->events[i].site]);
	td_section_head(paint, "time limits");
	td_paint_sentence_format(
		paint, TD_PLAIN, 0, 4,
		"    %s gave up waiting, at %s; with --timeouts last it does so only when no thread can "
		"go on",
		trace->threads[trace->events[i].raw.thread].label, place);
	free(place);
}
