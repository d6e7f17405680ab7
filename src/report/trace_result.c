#include "data_race.h"
#include "trace_result.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "places.h"
#include "report.h"
#include "rows.h"
#include "rules.h"
#include "sections.h"
#include "words.h"

#include "wire/ops.h"

static char *copy(const char *text)
{
	return text ? td_strdup(text) : NULL;
}

/* Takes the message over. */
static struct td_location location_of(const struct td_trace *trace, uint32_t index, char *message)
{
	const struct td_site *site = &trace->sites[index];

	return (struct td_location){ .file = copy(site->file), .directory = copy(site->directory), .line = site->line,
				     .column = site->column, .source = copy(site->source), .message = message,
				     .function = site->function[0] == '?' ? NULL : td_strdup(site->function) };
}

/* The program's own functions. */
static struct td_locations stack_of(const struct td_trace *trace, const struct td_frame_list *list)
{
	struct td_locations stack = { 0 };

	for (uint32_t i = 0; i < list->count; i++)
		if (td_site_is_own(&trace->sites[list->sites[i]]))
			TD_PUSH(&stack, location_of(trace, list->sites[i], NULL));
	return stack;
}

/* Where nothing else is known, it is the program that fails: readers want a file. */
static void set_place(struct td_result *result, const struct td_trace *trace, const struct td_places *places)
{
	const struct td_place *primary = &places->primary;

	result->place = location_of(trace, primary->site, copy(primary->words));
	if (!result->place.file)
		result->place.file = td_strdup(trace->command.program);
	if (primary->site == trace->site && trace->excerpt) {
		result->excerpt = td_strdup(trace->excerpt);
		result->excerpt_line = (int)trace->excerpt_line;
	}
	for (size_t i = 0; i < places->count; i++)
		TD_PUSH(&result->related, location_of(trace, places->items[i].site, copy(places->items[i].words)));
}

static int by_text(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Sorted, so that it does not matter which of two threads came first. */
static void add_functions(struct td_result *result, const struct td_trace *trace, const struct td_places *places)
{
	size_t first = result->identity.count;

	TD_PUSH(&result->identity, td_strdup(trace->sites[places->primary.site].function));
	for (size_t i = 0; i < places->count; i++)
		if (places->items[i].identifies)
			TD_PUSH(&result->identity, td_strdup(trace->sites[places->items[i].site].function));
	qsort(result->identity.items + first, result->identity.count - first, sizeof *result->identity.items, by_text);
}

/* For the others it is only what the thread happened to touch last, or there are several. */
static bool is_about_object(enum td_end end)
{
	switch (end) {
	case TD_END_ASSERT:
	case TD_END_ABORT:
	case TD_END_CRASH:
	case TD_END_EXIT_CODE:
	case TD_END_DEADLOCK:
	case TD_END_CYCLE:
	case TD_END_LEAKED_THREAD:
	case TD_END_ENDLESS:
	case TD_END_HANG:
		return false;
	default:
		return true;
	}
}

static void set_identity(struct td_result *result, const struct td_trace *trace, const struct td_places *places)
{
	add_functions(result, trace, places);
	if (is_about_object(trace->ended.end))
		TD_PUSH(&result->identity, td_words_without_numbers(trace->names[trace->name]));
	if (trace->ended.end == TD_END_ASSERT)
		TD_PUSH(&result->identity, td_strdup(trace->ended.message));
}

static enum td_step_kind step_kind(const struct td_trace *trace, const struct td_row *row)
{
	const struct td_event *event;

	if (row->kind != TD_ROW_EVENT)
		return row->kind == TD_ROW_END ? TD_STEP_END : TD_STEP_SWITCH;
	event = &trace->events[row->event].raw;
	if (event->kind == TD_FAIL)
		return TD_STEP_END;
	if (td_op_is(event->kind, TD_OP_UNLOCKS))
		return TD_STEP_RELEASE;
	if (!td_op_is(event->kind, TD_OP_LOCKS) || event->flags & (TD_F_FAILED | TD_F_TIMEOUT))
		return TD_STEP_PLAIN;
	return event->kind == TD_RESUME ? TD_STEP_PLAIN : TD_STEP_ACQUIRE;
}

/* Where a row's thread is: at the event, where it stands in the end, or still where it was seen last. */
static uint32_t site_of(const struct td_trace *trace, const struct td_row *row, const uint32_t *last)
{
	uint32_t site = last[row->thread];

	if (row->kind == TD_ROW_EVENT)
		site = trace->events[row->event].site;
	else if (row->kind == TD_ROW_END)
		site = trace->threads[row->thread].raw.state == TD_T_BLOCKED ? trace->threads[row->thread].site
									     : trace->site;
	return trace->sites[site].file ? site : last[row->thread];
}

static struct td_flow *flow_of(struct td_flows *flows, const char *thread)
{
	for (size_t i = 0; i < flows->count; i++)
		if (!strcmp(flows->items[i].thread, thread))
			return &flows->items[i];
	TD_PUSH(flows, ((struct td_flow){ .thread = td_strdup(thread) }));
	return &flows->items[flows->count - 1];
}

/* Steps without a place in the source are left out: no viewer could show them. */
static void add_step(struct td_flows *flows, const struct td_trace *trace, const struct td_row *row, uint32_t *last,
		     uint32_t *order)
{
	const char *thread = trace->threads[row->thread].label;
	uint32_t site = site_of(trace, row, last);
	struct td_step step = { .kind = step_kind(trace, row) };

	if (!trace->sites[site].file)
		return;
	last[row->thread] = site;
	step.order = ++*order;
	step.location = location_of(trace, site, td_strdup(row->text));
	TD_PUSH(flow_of(flows, thread), step);
}

static void set_flows(struct td_result *result, const struct td_trace *trace)
{
	struct td_report_options options = { 0 };
	struct td_rows rows = td_rows_make(trace, &options);
	uint32_t *last = td_alloc(trace->thread_count * sizeof *last), order = 0;

	for (uint32_t i = 0; i < trace->thread_count; i++)
		last[i] = trace->threads[i].create_site;
	for (size_t i = 0; i < rows.count; i++)
		if (rows.items[i].kind != TD_ROW_FOLD && rows.items[i].thread < trace->thread_count)
			add_step(&result->flows, trace, &rows.items[i], last, &order);
	free(last);
	td_rows_clear(&rows);
}

/* Whether this thread is the one that something happened to, rather than one of those that wait. */
static bool has_failed(const struct td_trace *trace, uint32_t thread)
{
	return thread == trace->ended.thread && td_end_is_finding(trace->ended.end) && !td_is_deadlock(trace) &&
	       trace->ended.end != TD_END_LEAKED_THREAD;
}

static struct td_standing standing_of(const struct td_trace *trace, uint32_t i)
{
	static const char *const states[] = {[TD_T_RUNNABLE] = "runnable",
					     [TD_T_BLOCKED] = "blocked",
					     [TD_T_TIMED] = "timed",
					     [TD_T_DONE] = "ended"};
	const struct td_trace_thread *thread = &trace->threads[i];
	struct td_standing standing = { .thread = td_strdup(thread->label), .state = states[thread->raw.state] };

	if (has_failed(trace, i)) {
		standing.state = "failed";
		standing.location = location_of(trace, trace->site, NULL);
		standing.stack = stack_of(trace, &trace->stack);
	} else if (thread->raw.state != TD_T_DONE) {
		bool blocked = thread->raw.state == TD_T_BLOCKED;

		standing.location = location_of(trace, thread->site, blocked ? td_words_blocked(trace, i)
				       : td_words_next(thread->raw.pending, trace->names[thread->name]));
		standing.stack = stack_of(trace, &thread->stack);
	}
	return standing;
}

/* One line, whatever the program's own messages have in them. */
static char *headline_of(const struct td_trace *trace)
{
	char *headline = td_report_headline(trace);

	for (char *at = headline; *at; at++)
		if (iscntrl((unsigned char)*at))
			*at = ' ';
	return headline;
}

/* What is wrong, without the name of the program, and why. */
static char *message_of(const struct td_trace *trace, const char *headline)
{
	const char *what = headline + strlen(td_words_program(trace)) + 2;
	char *note = trace->ended.end == TD_END_RACE ? td_race_note(trace) : NULL;
	char *text = note           ? td_format("%s; %s", what, note)
		     : trace->cause ? td_format("%s. Cause: %s.", what, trace->cause)
				    : td_strdup(what);

	free(note);
	return text;
}

static char *text_of(const struct td_trace *trace, const char *replay_command)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	if (!out)
		die("out of memory");
	td_report_text(trace, replay_command, out);
	fclose(out);
	return text;
}

struct td_result td_trace_result(const struct td_trace *trace, const char *replay_file, const char *replay_command)
{
	struct td_result result = { .rule = td_rule_of(td_end_word(trace->ended.end)) };
	struct td_places places = td_places_of(trace);

	result.level =
		trace->ended.end == TD_END_RACE && !trace->ended.race_adjacent ? TD_LEVEL_WARNING : result.rule->level;
	result.headline = headline_of(trace);
	result.message = message_of(trace, result.headline);
	result.cause = copy(trace->cause);
	set_place(&result, trace, &places);
	if (!td_is_deadlock(trace) && trace->ended.end != TD_END_LEAKED_THREAD)
		result.stack = stack_of(trace, &trace->stack);
	set_flows(&result, trace);
	for (uint32_t i = 0; i < trace->thread_count; i++)
		TD_PUSH(&result.threads, standing_of(trace, i));
	set_identity(&result, trace, &places);
	result.text = text_of(trace, replay_command);
	result.unconfirmed = copy(trace->unconfirmed);
	result.replay_file = copy(replay_file);
	result.replay_command = copy(replay_command);
	td_places_clear(&places);
	return result;
}
