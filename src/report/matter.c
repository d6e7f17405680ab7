#include "matter.h"

#include <stdlib.h>

#include "library_call.h"

/* Rows that a report has room for; if the execution passed, and nothing else is to be told; if threads go round, of
 * which a few rounds are enough.  Of what the sentence does not name there are fewer, unless all of it fits. */
enum { ROOM = 24, ROOM_PASSED = 60, ROOM_ROUND = 20, ROOM_BESIDE = 16 };

struct chooser {
	const struct td_trace *trace;
	const uint8_t *relevance;
	struct td_matter *matter;
};

/* Where a call that begins with event I ends, if it is told as one: before an event that the sentence names. */
static uint32_t call_end(const struct td_trace *trace, const uint8_t *relevance, uint32_t i)
{
	uint32_t end = td_library_call_end(trace, i), at = i;

	while (at < end && relevance[at] != TD_MENTIONED)
		at++;
	return at - i >= TD_CALL_LEAST ? at : i;
}

static void find_calls(const struct td_trace *trace, const uint8_t *relevance, uint32_t *call)
{
	for (uint32_t i = 0; i < trace->event_count;) {
		uint32_t end = call_end(trace, relevance, i);

		call[i] = end;
		for (i++; i < end; i++)
			call[i] = i;
	}
}

/* Shows what is more relevant than LEVEL, and what is just so relevant from event FROM on; a call is told as a
 * whole. */
static void show(const struct chooser *chooser, enum td_relevance level, uint32_t from)
{
	const struct td_matter *matter = chooser->matter;

	for (uint32_t i = 0; i < chooser->trace->event_count; i++)
		matter->shown[i] = chooser->relevance[i] < level || (chooser->relevance[i] == level && i >= from);
	for (uint32_t i = 0; i < chooser->trace->event_count; i++) {
		bool any = false;

		for (uint32_t k = i; k < matter->call[i]; k++)
			any |= matter->shown[k];
		for (uint32_t k = i; k < matter->call[i]; k++)
			matter->shown[k] = any;
	}
}

/* Switches next to what is shown, and stretches that are left out, take a row of their own. */
static uint32_t count_rows(const struct chooser *chooser)
{
	const struct td_trace *trace = chooser->trace;
	const bool *shown = chooser->matter->shown;
	uint32_t rows = 0;
	bool is_hiding = false;

	for (uint32_t i = 0; i < trace->event_count; i++) {
		uint32_t end = shown[i] ? chooser->matter->call[i] : i;
		bool hides = !shown[i] && !td_is_quiet(trace->events[i].raw.kind);

		if (td_is_switch(trace, i) && (shown[i] || shown[i - 1])) {
			rows++;
			is_hiding = false;
		}
		rows += shown[i] || (hides && !is_hiding);
		is_hiding = !shown[i] && (hides || is_hiding);
		if (end > i)
			i = end - 1;
	}
	return rows;
}

static uint32_t rows_if(const struct chooser *chooser, enum td_relevance level, uint32_t from)
{
	show(chooser, level, from);
	return count_rows(chooser);
}

/* Of what is less relevant than all that fits, the latest. */
static void choose(const struct chooser *chooser, uint32_t room)
{
	uint32_t low = 0, high = chooser->trace->event_count;
	enum td_relevance level = TD_MENTIONED;

	while (level < TD_OTHER && rows_if(chooser, level + 1, high) <= room)
		level++;
	if (level > TD_TOPIC && room == ROOM && rows_if(chooser, level, 0) > room)
		room = ROOM_BESIDE;
	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (rows_if(chooser, level, middle) <= room)
			high = middle;
		else
			low = middle + 1;
	}
	show(chooser, level, low);
}

static uint32_t room_of(const struct td_trace *trace)
{
	if (!td_end_is_finding(trace->ended.end))
		return ROOM_PASSED;
	return trace->ended.end == TD_END_ENDLESS ? ROOM_ROUND : ROOM;
}

static void keep_range(bool *shown, const struct td_trace *trace, const struct td_report_options *options)
{
	for (uint32_t i = 0; i < trace->event_count; i++)
		shown[i] = i + 1 >= options->from && (!options->to || i < options->to);
}

struct td_matter td_matter_make(const struct td_trace *trace, const struct td_report_options *options)
{
	struct td_matter self = {.shown = td_alloc(trace->event_count * sizeof(bool)),
				 .call = td_alloc(trace->event_count * sizeof(uint32_t))};
	struct td_relevances relevances;

	if (options->all || options->from || options->to) {
		self.period = td_alloc(trace->event_count);
		for (uint32_t i = 0; i < trace->event_count; i++)
			self.call[i] = i;
		keep_range(self.shown, trace, options);
		return self;
	}
	relevances = td_relevances_make(trace);
	find_calls(trace, relevances.of, self.call);
	choose(&(struct chooser){trace, relevances.of, &self}, room_of(trace));
	if (trace->ended.end == TD_END_RACE)
		self.shown[trace->ended.race_event - 1] = true;
	self.period = relevances.period;
	free(relevances.of);
	return self;
}

void td_matter_clear(struct td_matter *self)
{
	free(self->shown);
	free(self->period);
	free(self->call);
	*self = (struct td_matter){0};
}
