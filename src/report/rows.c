#include "rows.h"

#include <stdlib.h>

#include "fold.h"
#include "library_call.h"
#include "locks.h"
#include "matter.h"
#include "words.h"

struct maker {
	const struct td_trace *trace;
	const struct td_matter *matter;
	struct td_rows rows;
	struct td_locks locks;
	uint32_t *next;          /* of each event: the next one of its thread, UINT32_MAX if none */
	struct td_fold fold;     /* what was left out since the last row */
};

static uint32_t *link_events(const struct td_trace *trace)
{
	uint32_t *next = td_alloc(trace->event_count * sizeof *next);
	uint32_t *last = td_alloc(trace->thread_count * sizeof *last);

	for (uint32_t i = 0; i < trace->thread_count; i++)
		last[i] = UINT32_MAX;
	for (uint32_t i = trace->event_count; i-- > 0;) {
		uint32_t thread = trace->events[i].raw.thread;

		next[i] = last[thread];
		last[thread] = i;
	}
	free(last);
	return next;
}

static void push_event(struct maker *maker, uint32_t i)
{
	const struct td_trace_event *event = &maker->trace->events[i];
	const struct td_site *site = &maker->trace->sites[event->site];
	bool inner = event->raw.kind == TD_BEGIN || event->raw.kind == TD_EXIT; /* may start in a library */

	TD_PUSH(&maker->rows, ((struct td_row){ .kind = TD_ROW_EVENT, .thread = event->raw.thread, .event = i,
						.place = inner && !site->file ? td_strdup("") : td_words_place(site),
						.text = td_words_event(maker->trace, event) }));
}

/* One row for what the library does in a call. */
static void push_call(struct maker *maker, uint32_t first, uint32_t end)
{
	const struct td_trace_event *event = &maker->trace->events[first];

	TD_PUSH(&maker->rows, ((struct td_row){ .kind = TD_ROW_EVENT, .thread = event->raw.thread, .event = first,
						.place = td_words_place(&maker->trace->sites[event->site]),
						.text = td_library_call_words(maker->trace, first, end) }));
}

static void flush_fold(struct maker *maker)
{
	const struct td_fold *fold = &maker->fold;

	if (!fold->count)
		return;
	if (fold->count == 1) /* takes as much room as a row that says so */
		push_event(maker, fold->last);
	else
		TD_PUSH(&maker->rows, ((struct td_row){ .kind = TD_ROW_FOLD, .thread = td_fold_thread(fold, maker->trace),
							.text = td_fold_words(fold, maker->trace) }));
	td_fold_forget(&maker->fold, maker->trace);
}

/* What a thread would have done next when event I, its last before the switch, had happened. */
struct next {
	enum td_kind kind;
	const char *name;
	uint64_t object;
};

static struct next next_of(const struct maker *maker, uint32_t i)
{
	const struct td_trace *trace = maker->trace;
	uint32_t at = maker->next[i];

	if (at != UINT32_MAX) {
		const struct td_trace_event *event = &trace->events[at];

		return (struct next){ event->raw.kind, trace->names[event->name], event->raw.object };
	}
	const struct td_trace_thread *thread = &trace->threads[trace->events[i].raw.thread];

	return (struct next){ thread->raw.pending, trace->names[thread->name], thread->raw.object };
}

static char *wait_words(const struct maker *maker, const struct next *next, uint32_t thread)
{
	const struct td_held *held = td_locks_holder(&maker->locks, next->object, thread);
	char *what = td_words_wait(next->kind, next->name, held ? maker->trace->threads[held->thread].label : NULL);
	char *text = td_format("blocked: %s", what);

	free(what);
	return text;
}

/* NULL where the event before says it already. */
static char *switch_words(const struct maker *maker, uint32_t i)
{
	const struct td_event *last = &maker->trace->events[i - 1].raw;
	struct next next = next_of(maker, i - 1);
	char *what, *text;

	if (last->kind == TD_EXIT || last->kind == TD_YIELD || last->kind == TD_SLEEP || last->kind == TD_COND_WAIT)
		return NULL;
	if (next.kind == TD_NONE ||
	    (maker->trace->threads[last->thread].raw.state == TD_T_DONE && maker->next[i - 1] == UINT32_MAX))
		return NULL;
	/* A schedule may hold a thread back that could go on, which no flag tells. */
	if (td_ops[next.kind].waits && !(maker->trace->events[i].raw.flags & TD_F_PREEMPT))
		return wait_words(maker, &next, last->thread);
	what = td_words_next(next.kind, next.name);
	text = td_format("preempted before %s", what);
	free(what);
	return text;
}

/* A switch between two events that are both left out is left out too. */
static void add_switch(struct maker *maker, uint32_t i)
{
	char *text;

	if (!maker->matter->shown[i] && !maker->matter->shown[i - 1])
		return;
	text = switch_words(maker, i);
	if (!text)
		return;
	flush_fold(maker);
	TD_PUSH(&maker->rows, ((struct td_row){ .kind = TD_ROW_SWITCH, .thread = maker->trace->events[i - 1].raw.thread,
						.text = text }));
}

static void add_end(struct maker *maker, uint32_t thread, uint32_t site, char *text)
{
	TD_PUSH(&maker->rows, ((struct td_row){ .kind = TD_ROW_END, .thread = thread,
						.place = td_words_place(&maker->trace->sites[site]), .text = text }));
}

/* Of a deadlock, every thread that takes part in it. */
static void add_blocked(struct maker *maker)
{
	const struct td_trace *trace = maker->trace;

	for (uint32_t i = 0; i < trace->thread_count; i++) {
		const struct td_trace_thread *thread = &trace->threads[i];
		struct next next = { thread->raw.pending, trace->names[thread->name], thread->raw.object };

		if (thread->raw.state == TD_T_BLOCKED)
			add_end(maker, i, thread->site, wait_words(maker, &next, i));
	}
}

static void add_ends(struct maker *maker)
{
	const struct td_trace *trace = maker->trace;
	const struct td_ended *ended = &trace->ended;

	if (ended->end == TD_END_DEADLOCK || ended->end == TD_END_CYCLE || ended->end == TD_END_LEAKED_THREAD)
		add_blocked(maker);
	else if (td_end_is_finding(ended->end) &&
		 !(trace->event_count && trace->events[trace->event_count - 1].raw.kind == TD_FAIL))
		add_end(maker, ended->thread, trace->site,
			td_format("%s%s%s", td_end_name(ended->end), *ended->message ? ": " : "", ended->message));
}

/* Event I, with those that are told in the same row; returns the event behind them. */
static uint32_t add_shown(struct maker *maker, uint32_t i)
{
	uint32_t end = maker->matter->call[i];

	flush_fold(maker);
	if (end > i)
		push_call(maker, i, end);
	else
		push_event(maker, i);
	return end > i ? end : i + 1;
}

struct td_rows td_rows_make(const struct td_trace *trace, const struct td_report_options *options)
{
	struct td_matter matter = td_matter_make(trace, options);
	bool is_counting = options->from || options->to; /* what is left out, to the last event */
	struct maker maker = { .trace = trace, .matter = &matter, .next = link_events(trace), .fold = td_fold_make(trace) };

	for (uint32_t i = 0, end; i < trace->event_count; i = end) {
		end = i + 1;
		if (td_is_switch(trace, i))
			add_switch(&maker, i);
		if (matter.shown[i])
			end = add_shown(&maker, i);
		else if (!td_is_quiet(trace->events[i].raw.kind) || is_counting)
			td_fold_add(&maker.fold, trace, i, matter.period[i]);
		for (uint32_t k = i; k < end; k++)
			td_locks_step(&maker.locks, trace, k);
	}
	flush_fold(&maker);
	add_ends(&maker);
	free(maker.locks.items);
	free(maker.next);
	td_fold_clear(&maker.fold);
	td_matter_clear(&matter);
	return maker.rows;
}

void td_rows_clear(struct td_rows *rows)
{
	for (size_t i = 0; i < rows->count; i++) {
		free(rows->items[i].place);
		free(rows->items[i].text);
	}
	free(rows->items);
	*rows = (struct td_rows){ 0 };
}
