#include "misused.h"

#include <stdbool.h>
#include <stdlib.h>

#include "locks.h"

enum { MOST_NAMED = 4 };

struct clauses {
	char *text;
	uint32_t count;
};

/* Takes CLAUSE over. */
static void add(struct clauses *clauses, char *clause)
{
	char *longer;

	if (clauses->count++ < MOST_NAMED) {
		longer = td_format("%s%s%s", clauses->text, clauses->count == 1 ? "; " : ", ", clause);
		free(clauses->text);
		clauses->text = longer;
	}
	free(clause);
}

static void add_holders(struct clauses *clauses, const struct td_trace *trace)
{
	struct td_locks locks = { 0 };

	for (uint32_t i = 0; i < trace->event_count; i++)
		td_locks_step(&locks, trace, i);
	for (size_t i = 0; i < locks.count; i++)
		if (locks.items[i].object == trace->ended.object)
			add(clauses, td_format("%s holds it", trace->threads[locks.items[i].thread].label));
	free(locks.items);
}

/* What a thread has given up to wait for a condition variable; "" if it does not wait for one. */
static const char *mutex_given_up(const struct td_trace *trace, uint32_t thread)
{
	for (uint32_t i = trace->event_count; i-- > 0;) {
		const struct td_trace_event *event = &trace->events[i];

		if (event->raw.thread == thread)
			return event->raw.kind == TD_COND_WAIT ? trace->names[event->other] : "";
	}
	return "";
}

/* The thread that ends the execution may have begun to wait itself. */
static bool waits(const struct td_trace *trace, uint32_t thread)
{
	const struct td_thread_info *raw = &trace->threads[thread].raw;

	return raw->object == trace->ended.object &&
	       (raw->state == TD_T_BLOCKED || raw->state == TD_T_TIMED || raw->pending == TD_COND_WAIT);
}

static void add_waiters(struct clauses *clauses, const struct td_trace *trace)
{
	for (uint32_t i = 0; i < trace->thread_count; i++) {
		const char *label = trace->threads[i].label, *mutex = mutex_given_up(trace, i);

		if (waits(trace, i))
			add(clauses, td_format("%s waits for it%s%s", label, *mutex ? " with " : "", mutex));
	}
}

char *td_misuse_words(const struct td_trace *trace)
{
	const char *name = trace->names[trace->name];
	struct clauses clauses = { .text = td_format("%s%s%s", trace->ended.message, *name ? ": " : "", name) };

	add_holders(&clauses, trace);
	add_waiters(&clauses, trace);
	return clauses.text;
}
