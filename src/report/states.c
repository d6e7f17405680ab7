/* Where the threads stand at the end, the locks they hold, and where heap blocks came from. */
#include <stdlib.h>
#include <string.h>

#include "locks.h"
#include "sections.h"
#include "waits.h"
#include "words.h"

#include "wire/ops.h"

enum { STATE_FRAMES = 3, BLOCKS_TOLD = 8, MOST_STATES = 24, INDENT = 4 };

static bool fails_here(const struct td_trace *trace, uint32_t thread)
{
	return thread == trace->ended.thread && td_end_is_finding(trace->ended.end) && !td_is_deadlock(trace) &&
	       trace->ended.end != TD_END_LEAKED_THREAD;
}

static char *state_words(const struct td_trace *trace, uint32_t thread)
{
	const struct td_trace_thread *info = &trace->threads[thread];
	char *what, *text;

	if (fails_here(trace, thread))
		return td_strdup("fails");
	if (info->raw.state == TD_T_BLOCKED)
		return td_waits_words(trace, thread);
	if (thread == trace->ended.thread && !td_is_deadlock(trace))
		return td_strdup("ends the program");
	what = td_words_next(info->raw.pending, trace->names[info->name]);
	text = td_format(info->raw.state == TD_T_TIMED ? "%s, or times out" : "can go on: %s", what);
	free(what);
	return text;
}

/* The callers of the place AT, which is said already: " ← caller (a.c:3) ← …".  Takes TEXT over. */
static char *with_callers(char *text, const struct td_trace *trace, const struct td_frame_list *stack, uint32_t at)
{
	uint32_t i = 0, said = 1;

	while (i < stack->count && stack->sites[i] != at)
		i++;
	for (i++; i < stack->count && said <= STATE_FRAMES; i++) {
		const struct td_site *caller = &trace->sites[stack->sites[i]];

		if (!td_site_is_own(caller))
			continue;
		char *site = said++ < STATE_FRAMES ? td_words_site(caller) : td_strdup("…");
		char *longer = td_format("%s ← %s", text, site);

		free(site);
		free(text);
		text = longer;
	}
	return text;
}

/* What a thread does, and where. */
static char *standing_words(const struct td_trace *trace, uint32_t thread)
{
	const struct td_trace_thread *info = &trace->threads[thread];
	bool failing = fails_here(trace, thread);
	uint32_t at = failing ? trace->site : info->site;
	char *state = state_words(trace, thread), *place, *text;

	if (!trace->sites[at].pc)
		return state;
	place = td_words_site(&trace->sites[at]);
	text = td_format("%s, at %s", state, place);
	free(place);
	free(state);
	return failing || thread == trace->ended.thread ? text : with_callers(text, trace, &info->stack, at);
}

static void print_state(const struct td_paint *paint, const struct td_trace *trace, uint32_t thread, int width)
{
	const struct td_trace_thread *info = &trace->threads[thread];
	const struct td_site *site = &trace->sites[info->site];
	char *words = standing_words(trace, thread);
	int at = INDENT + width + 2;

	td_paint_pad(paint, INDENT);
	td_paint(paint, TD_BOLD, info->label);
	td_paint_pad(paint, width - td_text_width(info->label) + 2);
	td_paint_sentence(paint, fails_here(trace, thread) ? TD_RED : TD_PLAIN, at, at, words);
	if (site->source && info->raw.state == TD_T_BLOCKED && !fails_here(trace, thread)) {
		td_paint_pad(paint, at);
		td_paint_format(paint, TD_DIM, "%d │ %s", site->line, site->source);
		fputc('\n', paint->out);
	}
	free(words);
}

static void print_ended(const struct td_paint *paint, const struct td_trace *trace)
{
	char *text = td_strdup("ended:"), *longer;
	uint32_t count = 0;

	for (uint32_t i = 0; i < trace->thread_count; i++) {
		if (trace->threads[i].raw.state != TD_T_DONE || fails_here(trace, i) || count++ >= MOST_STATES)
			continue;
		longer = td_format("%s%s %s", text, count > 1 ? "," : "", trace->threads[i].label);
		free(text);
		text = longer;
	}
	td_paint_pad(paint, count ? INDENT : 0);
	if (count > MOST_STATES)
		td_paint_sentence_format(paint, TD_DIM, INDENT, 2 * INDENT, "%s and %u more", text,
					 count - MOST_STATES);
	else if (count)
		td_paint_sentence(paint, TD_DIM, INDENT, 2 * INDENT, text);
	free(text);
}

void td_section_threads(const struct td_paint *paint, const struct td_trace *trace)
{
	int width = 0;
	uint32_t shown = 0, alive = 0;

	if (trace->thread_count < 2 || trace->ended.end == TD_END_PASSED)
		return;
	td_section_head(paint, "threads");
	for (uint32_t i = 0; i < trace->thread_count; i++) {
		int own = td_text_width(trace->threads[i].label);

		if (trace->threads[i].raw.state != TD_T_DONE || fails_here(trace, i))
			width = own > width ? own : width;
	}
	for (uint32_t i = 0; i < trace->thread_count; i++) {
		if (trace->threads[i].raw.state == TD_T_DONE && !fails_here(trace, i))
			continue;
		alive++;
		if (fails_here(trace, i) || shown < MOST_STATES)
			print_state(paint, trace, i, width), shown++;
	}
	if (alive > shown)
		td_paint_sentence_format(paint, TD_DIM, 0, 0, "    … %u more %s", alive - shown,
					 td_counted(alive - shown, "thread", "threads"));
	print_ended(paint, trace);
}

/* A line about a thing; takes WORDS over. */
static void print_about(const struct td_paint *paint, const char *name, char *words)
{
	td_paint_pad(paint, INDENT);
	td_paint(paint, TD_BOLD, name);
	td_paint_sentence_format(paint, TD_PLAIN, INDENT + td_text_width(name), 2 * INDENT, " %s", words);
	free(words);
}

void td_section_locks(const struct td_paint *paint, const struct td_trace *trace)
{
	struct td_locks locks = { 0 };

	for (uint32_t i = 0; i < trace->event_count; i++)
		td_locks_step(&locks, trace, i);
	if (locks.count && trace->ended.end != TD_END_PASSED)
		td_section_head(paint, "locks held");
	for (size_t i = 0; i < locks.count && trace->ended.end != TD_END_PASSED; i++) {
		const struct td_trace_event *event = &trace->events[locks.items[i].event];
		const char *name = trace->names[event->raw.kind == TD_COND_WAKE ? event->other : event->name];
		char *place = td_words_site(&trace->sites[event->site]);

		print_about(paint, name, td_format("held by %s, locked in %s",
						   trace->threads[locks.items[i].thread].label, place));
		free(place);
	}
	free(locks.items);
}

/* The allocation of the block that an event's object lies in, UINT32_MAX if none. */
static uint32_t allocation_of(const struct td_trace *trace, uint32_t i)
{
	uint64_t object = trace->events[i].raw.object;

	while (i-- > 0) {
		const struct td_event *event = &trace->events[i].raw;

		if (event->kind == TD_ALLOC && object >= event->object && object - event->object < event->size)
			return i;
	}
	return UINT32_MAX;
}

static void print_block(const struct td_paint *paint, const struct td_trace *trace, uint32_t i)
{
	const struct td_trace_event *event = &trace->events[i];
	char *place = td_words_site(&trace->sites[event->site]);

	print_about(paint, trace->names[event->name],
		    td_format("is %u %s allocated by %s at %s", event->raw.size,
			      td_counted(event->raw.size, "byte", "bytes"), trace->threads[event->raw.thread].label,
			      place));
	free(place);
}

/* What the block that a heap finding is about is called, if its allocation was seen. */
static const char *block_name(const struct td_trace *trace)
{
	for (uint32_t i = trace->event_count; i-- > 0;)
		if (trace->events[i].raw.kind == TD_ALLOC && trace->events[i].raw.object == trace->ended.block)
			return trace->names[trace->events[i].name];
	return "the block";
}

static void print_misused(const struct td_paint *paint, const struct td_trace *trace)
{
	char *made = trace->block_site == UINT32_MAX ? NULL : td_words_site(&trace->sites[trace->block_site]);
	char *freed =
		trace->block_free_site == UINT32_MAX ? NULL : td_words_site(&trace->sites[trace->block_free_site]);

	print_about(paint, block_name(trace),
		    td_format("is %llu %s%s%s%s%s", (unsigned long long)trace->ended.block_size,
			      td_counted(trace->ended.block_size, "byte", "bytes"), made ? ", allocated at " : "",
			      made ? made : "", freed ? ", freed at " : "", freed ? freed : ""));
	free(made);
	free(freed);
}

static bool is_on_memory(enum td_kind kind)
{
	return td_op_acts_on(kind, TD_ON_MEMORY) ||
	       ((td_op_acts_on(kind, TD_ON_PRIMITIVE) || td_op_acts_on(kind, TD_ON_QUEUE)) &&
		!td_op_is(kind, TD_OP_LIFE));
}

/* A block may also be freed while a primitive in it is in use. */
static bool is_about_block(enum td_end end)
{
	return end == TD_END_BAD_PRIMITIVE || (end >= TD_END_USE_AFTER_FREE && end <= TD_END_HEAP_OVERFLOW);
}

void td_section_blocks(const struct td_paint *paint, const struct td_trace *trace, const struct td_rows *rows)
{
	uint32_t told[BLOCKS_TOLD], count = 0;
	bool misused = is_about_block(trace->ended.end) && trace->ended.block_size;

	if (misused) {
		td_section_head(paint, "heap");
		print_misused(paint, trace);
	}
	for (size_t i = 0; i < rows->count && count < BLOCKS_TOLD; i++) {
		const struct td_row *row = &rows->items[i];
		uint32_t at = UINT32_MAX, seen = 0;

		if (row->kind == TD_ROW_EVENT && is_on_memory(trace->events[row->event].raw.kind))
			at = allocation_of(trace, row->event);
		while (seen < count && told[seen] != at)
			seen++;
		if (at == UINT32_MAX || seen < count || (misused && trace->events[at].raw.object == trace->ended.block))
			continue;
		if (!count && !misused)
			td_section_head(paint, "heap");
		told[count++] = at;
		print_block(paint, trace, at);
	}
}
