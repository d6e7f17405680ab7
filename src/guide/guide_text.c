#include "guide_text.h"

#include "report/report.h"
#include "report/words.h"

#include <stdlib.h>

static char *sequence_words(const struct td_waypoints *waypoints)
{
	char *words = td_strdup(waypoints->items[0].text);

	for (size_t i = 1; i < waypoints->count; i++) {
		char *longer = td_format("%s, %s", words, waypoints->items[i].text);

		free(words);
		words = longer;
	}
	return words;
}

char *td_guidance_line(const struct td_guidance *self, const struct td_waypoints *waypoints)
{
	char *words = sequence_words(waypoints), *line;
	bool must_fail = self->must_fail;

	if (self->verdict == TD_GUIDED_REACHED)
		line = td_format("reached: %s (%llu execution%s)", words, (unsigned long long)self->executions,
				 td_counted(self->executions, "", "s"));
	else if (self->verdict == TD_GUIDED_IMPOSSIBLE)
		line = td_format("impossible in this test: %s%s (none of all %llu orders comes there%s)", words,
				 must_fail ? ", and a failure" : "", (unsigned long long)self->classes,
				 must_fail ? " and fails" : "");
	else
		line = td_format("not reached: %s%s (%u of %zu places; %llu executions in %.1f s)", words,
				 must_fail ? ", and a failure" : "", self->furthest, waypoints->count,
				 (unsigned long long)self->executions, self->seconds);
	free(words);
	return line;
}

/* An event of the trace, or what the thread at the waypoint waits for at the end. */
static void print_arrival(const struct td_guidance *self, const struct td_waypoints *waypoints, size_t i, FILE *out)
{
	const struct td_trace *trace = self->trace;
	const struct td_trace_event *event;
	char *words, *place;

	if (self->events[i] == UINT32_MAX) {
		fprintf(out, "  %zu  %s: what a thread waits for at the end\n", i + 1, waypoints->items[i].text);
		return;
	}
	event = &trace->events[self->events[i]];
	words = td_words_event(trace, event);
	place = td_words_site(&trace->sites[event->site]);
	fprintf(out, "  %zu  event %u  %s: %s  at %s\n", i + 1, self->events[i] + 1,
		trace->threads[event->raw.thread].label, words, place);
	free(words);
	free(place);
}

static void print_after(const struct td_guidance *self, FILE *out)
{
	char *headline = td_report_headline(self->trace);

	fprintf(out, "then: %s\n", headline);
	if (self->after)
		fprintf(out, "of %llu ways to go on from there, %llu fail%s\n", (unsigned long long)self->after,
			(unsigned long long)self->failing_after, td_counted(self->failing_after, "s", ""));
	free(headline);
}

void td_guidance_text(const struct td_guidance *self, const struct td_waypoints *waypoints, const char *file, FILE *out)
{
	char *line = td_guidance_line(self, waypoints);

	fprintf(out, "%s\n", line);
	for (size_t i = 0; self->trace && i < waypoints->count; i++)
		print_arrival(self, waypoints, i, out);
	if (self->trace)
		print_after(self, out);
	else if (self->failed)
		fprintf(out, "%llu executions failed without coming there: treadle explore says how\n",
			(unsigned long long)self->failed);
	if (!self->trace && self->passed_there)
		fprintf(out, "%llu execution%s came there and did not fail\n", (unsigned long long)self->passed_there,
			td_counted(self->passed_there, "", "s"));
	if (file)
		fprintf(out, "trace: %s\n", file);
	free(line);
}
