/* Where the threads stand at the end, the locks they hold, and where heap blocks came from. */
#include <stdlib.h>
#include <string.h>

#include "locks.h"
#include "sections.h"
#include "waits.h"
#include "words.h"

#include "wire/ops.h"

enum { STATE_FRAMES = 3, BLOCKS_TOLD = 8, MOST_STATES = 24 };

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

/* The callers in one line, from the place AT on, which is said already. */
static void print_callers(const struct td_paint *paint, const struct td_trace *trace, const struct td_frame_list *stack,
			  uint32_t at)
{
	uint32_t i = 0, said = 1;

	while (i < stack->count && stack->sites[i] != at)
		i++;
	for (i++; i < stack->count && said <= STATE_FRAMES; i++) {
		const struct td_site *caller = &trace->sites[stack->sites[i]];
		char *site = td_words_site(caller);

		if (td_site_is_own(caller))
			td_paint_format(paint, TD_DIM, " ← %s", said++ < STATE_FRAMES ? site : "…");
		free(site);
	}
}

static void print_state(const struct td_paint *paint, const struct td_trace *trace, uint32_t thread, int width)
{
	const struct td_trace_thread *info = &trace->threads[thread];
	bool failing = fails_here(trace, thread);
	const struct td_frame_list *stack = failing ? &trace->stack : &info->stack;
	uint32_t at = failing ? trace->site : info->site;
	char *state = state_words(trace, thread), *place = td_words_site(&trace->sites[at]);

	td_paint(paint, TD_PLAIN, "    ");
	td_paint(paint, TD_BOLD, info->label);
	td_paint_pad(paint, width - td_text_width(info->label) + 2);
	td_paint(paint, failing ? TD_RED : TD_PLAIN, state);
	if (trace->sites[at].pc) {
		td_paint_format(paint, TD_PLAIN, ", at %s", place);
		if (!failing && thread != trace->ended.thread)
			print_callers(paint, trace, stack, at);
	}
	fputc('\n', paint->out);
	if (trace->sites[at].source && info->raw.state == TD_T_BLOCKED) {
		td_paint_pad(paint, 4 + width + 2);
		td_paint_format(paint, TD_DIM, "%d │ %s", trace->sites[at].line, trace->sites[at].source);
		fputc('\n', paint->out);
	}
	free(state);
	free(place);
}

static void print_ended(const struct td_paint *paint, const struct td_trace *trace)
{
	uint32_t count = 0;

	for (uint32_t i = 0; i < trace->thread_count; i++) {
		if (trace->threads[i].raw.state != TD_T_DONE || fails_here(trace, i) || count++ >= MOST_STATES)
			continue;
		td_paint(paint, TD_DIM, count == 1 ? "    ended: " : ", ");
		td_paint(paint, TD_DIM, trace->threads[i].label);
	}
	if (count > MOST_STATES)
		td_paint_format(paint, TD_DIM, " and %u more", count - MOST_STATES);
	if (count)
		fputc('\n', paint->out);
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
		td_paint_format(paint, TD_DIM, "    … %u more %s", alive - shown, td_counted(alive - shown, "thread", "threads")), fputc('\n', paint->out);
	print_ended(paint, trace);
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

		td_paint(paint, TD_PLAIN, "    ");
		td_paint(paint, TD_BOLD, name);
		td_paint_format(paint, TD_PLAIN, " held by %s, locked in %s", trace->threads[locks.items[i].thread].label, place);
		fputc('\n', paint->out);
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

	td_paint(paint, TD_PLAIN, "    ");
	td_paint(paint, TD_BOLD, trace->names[event->name]);
	td_paint_format(paint, TD_PLAIN, " is %u %s allocated by %s at %s", event->raw.size,
			td_counted(event->raw.size, "byte", "bytes"), trace->threads[event->raw.thread].label, place);
	fputc('\n', paint->out);
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
	char *freed = trace->block_free_site == UINT32_MAX ? NULL : td_words_site(&trace->sites[trace->block_free_site]);

	td_paint(paint, TD_PLAIN, "    ");
	td_paint(paint, TD_BOLD, block_name(trace));
	td_paint_format(paint, TD_PLAIN, " is %llu %s%s%s%s%s", (unsigned long long)trace->ended.block_size,
			td_counted(trace->ended.block_size, "byte", "bytes"), made ? ", allocated at " : "", made ? made : "", freed ? ", freed at " : "", freed ? freed : "");
	fputc('\n', paint->out);
	free(made);
	free(freed);
}

static bool is_on_memory(enum td_kind kind)
{
	return td_op_acts_on(kind, TD_ON_MEMORY) ||
	       ((td_op_acts_on(kind, TD_ON_PRIMITIVE) || td_op_acts_on(kind, TD_ON_QUEUE)) && !td_op_is(kind, TD_OP_LIFE));
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
