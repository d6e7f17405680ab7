/* The first line of a report: what is wrong, in plain words, and where. */
#include <stdlib.h>
#include <string.h>

#include "data_race.h"
#include "locks.h"
#include "lost.h"
#include "misused.h"
#include "report.h"
#include "waits.h"
#include "words.h"

enum { MOST_CLAUSES = 4, LAST_RANK = 3 };

/* Takes MORE over. */
static void append(char **text, const char *between, char *more)
{
	char *longer = td_format("%s%s%s", *text, **text ? between : "", more);

	free(*text);
	free(more);
	*text = longer;
}

/* "consumer waits for ready, but the only signal came before it waited (producer at q.c:40)". */
static char *lost_clause(const struct td_trace *trace, const struct td_lost *lost)
{
	const struct td_trace_thread *thread = &trace->threads[lost->thread];
	char *what = td_lost_words(trace, lost);
	char *text = td_format("%s waits for %s, but %s", thread->label, trace->names[thread->name], what);

	free(what);
	return text;
}

/* Takes TEXT over. */
static char *prefixed(const char *prefix, char *text)
{
	char *longer = td_format("%s%s", prefix, text);

	free(text);
	return longer;
}

static char *clause(const struct td_trace *trace, uint32_t thread)
{
	char *what = td_words_blocked(trace, thread), *text = td_format("%s %s", trace->threads[thread].label, what);

	free(what);
	return text;
}

static bool is_blocked(const struct td_trace *trace, uint32_t i)
{
	return trace->threads[i].raw.state == TD_T_BLOCKED;
}

/* The threads that wait for each other first, then those that wait for another thread to act, then those that only wait
 * for a thread to end: that is the order in which a reader looks for the cause. */
static int rank(const struct td_trace *trace, uint32_t thread)
{
	if (td_in_cycle(trace, thread))
		return 0;
	if (trace->threads[thread].raw.pending == TD_JOIN)
		return LAST_RANK;
	return trace->threads[thread].raw.holder == UINT16_MAX ? 2 : 1;
}

/* All that wait but one of which much is said already, or none. */
static char *waits(const struct td_trace *trace, uint32_t but)
{
	char *text = td_strdup("");
	uint32_t said = 0, left = 0;

	for (int now = 0; now <= LAST_RANK; now++)
		for (uint32_t i = 0; i < trace->thread_count; i++) {
			if (!is_blocked(trace, i) || rank(trace, i) != now || i == but)
				continue;
			if (said < MOST_CLAUSES)
				append(&text, "; ", clause(trace, i));
			left += said++ >= MOST_CLAUSES;
		}
	if (left)
		append(&text, "; ", td_format("%u more %s", left, td_counted(left, "thread waits", "threads wait")));
	return text;
}

/* The cycle as it goes round, each waiting for the next. */
static char *cycle(const struct td_trace *trace)
{
	char *text = td_strdup("");

	for (uint32_t i = 0; i < trace->ended.cycle_count && i < MOST_CLAUSES; i++)
		append(&text, "; ", clause(trace, trace->ended.cycle[i]));
	if (trace->ended.cycle_count > MOST_CLAUSES)
		append(&text, "; ", td_format("and %u more", trace->ended.cycle_count - MOST_CLAUSES));
	return text;
}

static char *deadlock(const struct td_trace *trace)
{
	struct td_lost lost;
	char *text, *line;

	if (!trace->ended.cycle_count && td_lost_by_any(trace, &lost)) {
		line = lost_clause(trace, &lost);
		text = waits(trace, lost.thread);
		append(&line, *text ? "; " : "", text);
		return prefixed("deadlock: lost wake-up: ", line);
	}
	text = trace->ended.cycle_count ? cycle(trace) : waits(trace, UINT32_MAX);
	return prefixed("deadlock: ", text);
}

static const char *culprit(const struct td_trace *trace)
{
	return trace->threads[trace->ended.thread].label;
}

static bool is_about_monitor(const struct td_trace *trace)
{
	return strstr(trace->ended.message, "a monitor") != NULL;
}

static char *not_owner(const struct td_trace *trace)
{
	struct td_locks locks = { 0 };
	const struct td_held *held;
	char *text;

	if (is_about_monitor(trace))
		return td_format("%s %s: %s", culprit(trace), trace->ended.message, trace->names[trace->name]);
	for (uint32_t i = 0; i < trace->event_count; i++)
		td_locks_step(&locks, trace, i);
	held = td_locks_holder(&locks, trace->ended.object, trace->ended.thread);
	text = td_format("%s unlocks %s, which %s holds", culprit(trace), trace->names[trace->name],
			 held ? trace->threads[held->thread].label : "nobody");
	free(locks.items);
	return text;
}

/* The first of them, which is the one whose place the execution has ended with. */
static char *leaked(const struct td_trace *trace)
{
	struct td_lost lost;

	for (uint32_t i = 1; i < trace->thread_count; i++) {
		const struct td_thread_info *raw = &trace->threads[i].raw;

		if (!is_blocked(trace, i) || raw->detached || raw->joined)
			continue;
		if (td_lost_by(trace, i, &lost))
			return prefixed("leaked thread: lost wake-up: the program ends while ",
					lost_clause(trace, &lost));
		return prefixed("leaked thread: the program ends while ", clause(trace, i));
	}
	return td_strdup("leaked thread: the program ends while a thread is blocked for ever");
}

static char *heap_misuse(const struct td_trace *trace)
{
	const char *name = trace->names[trace->name], *who = culprit(trace);

	switch (trace->ended.end) {
	case TD_END_USE_AFTER_FREE:
		return td_format("use after free: %s uses %s, which has been freed", who, name);
	case TD_END_DOUBLE_FREE:
		return td_format("double free: %s frees %s a second time", who, name);
	case TD_END_BAD_FREE:
		return td_format("bad free: %s frees %s, which malloc did not return", who,
				 *name ? name : "an address");
	default:
		return td_format("heap overflow: %s uses %s, outside of any block", who, *name ? name : "memory");
	}
}

/* A thread gives up its memory just before it ends. */
static bool has_no_memory(const struct td_trace *trace, uint32_t thread)
{
	if (thread >= trace->thread_count || trace->threads[thread].raw.state == TD_T_DONE)
		return thread < trace->thread_count;
	for (uint32_t i = trace->event_count; i-- > 0;)
		if (trace->events[i].raw.thread == thread)
			return trace->events[i].raw.kind == TD_LIFE_END;
	return false;
}

/* A variable of a thread that has ended, or of a function that has returned. */
static char *use_after_return(const struct td_trace *trace)
{
	uint32_t owner = (uint32_t)trace->ended.status;
	const char *label = owner < trace->thread_count ? trace->threads[owner].label : "a thread";

	return td_format("use after return: %s uses %s after %s%s", culprit(trace), trace->names[trace->name], label,
			 has_no_memory(trace, owner) ? ", whose variable it is, has ended" : " has returned from its function");
}

static char *endless(const struct td_trace *trace)
{
	char *who = td_strdup(""), *text;
	char *period = trace->ended.status == 1 ? td_strdup("event") : td_format("%d events", trace->ended.status);
	uint32_t said = 0;
	struct td_lost lost;

	for (uint32_t i = 0; i < trace->thread_count; i++)
		if (trace->threads[i].raw.state == TD_T_RUNNABLE && said++ < MOST_CLAUSES)
			append(&who, ", ", td_strdup(trace->threads[i].label));
	if (trace->ended.status > 0)
		text = td_format("livelock: after every %s %s%s %s where %s before", period, said ? who : "the threads",
				 said > MOST_CLAUSES ? " and others" : "", said == 1 ? "is" : "are",
				 said == 1 ? "it was" : "they were");
	else
		text = td_format("endless execution: %s%s go%s on with nothing changing", said ? who : "threads",
				 said > MOST_CLAUSES ? " and others" : "", said == 1 ? "es" : "");
	free(period);
	free(who);
	if (td_lost_by_any(trace, &lost))
		append(&text, "; lost wake-up: ", lost_clause(trace, &lost));
	return text;
}

static char *self_deadlock(const struct td_trace *trace)
{
	const struct td_thread_info *raw = &trace->threads[trace->ended.thread].raw;
	const char *name = trace->names[trace->name];

	if (raw->pending == TD_ONCE_BEGIN && raw->object == trace->ended.object)
		return td_format("self-deadlock: %s waits for %s, which it is itself in the middle of", culprit(trace),
				 name);
	if (is_about_monitor(trace))
		return td_format("self-deadlock: %s enters %s, which it is in already", culprit(trace), name);
	return td_format("self-deadlock: %s locks %s, which it already holds", culprit(trace), name);
}

static char *misuse(const struct td_trace *trace)
{
	char *words = td_misuse_words(trace), *text = td_format("%s: %s", td_end_name(trace->ended.end), words);

	free(words);
	return text;
}

static char *with_message(const struct td_trace *trace)
{
	const char *message = trace->ended.message;

	return td_format("%s%s%s", td_end_name(trace->ended.end), *message ? ": " : "", message);
}

static char *what_is_wrong(const struct td_trace *trace)
{
	const struct td_ended *ended = &trace->ended;

	switch (ended->end) {
	case TD_END_PASSED:
		return td_format("passed: exit %d", ended->status);
	case TD_END_CRASH:
		if (!ended->pc && !ended->address && ended->signal == 11)
			return td_format("crash: NULL function called");
		if (ended->address < 4096 && ended->signal == 11)
			return td_format("crash: NULL pointer used (address 0x%llx)",
					 (unsigned long long)ended->address);
		return with_message(trace);
	case TD_END_RACE:
		return td_race_headline(trace);
	case TD_END_EXIT_CODE:
		return td_format("exit status %d instead of %u", ended->status, trace->job.expect_exit);
	case TD_END_DEADLOCK:
	case TD_END_CYCLE:
		return deadlock(trace);
	case TD_END_SELF_DEADLOCK:
		return self_deadlock(trace);
	case TD_END_ENDLESS:
		return endless(trace);
	case TD_END_NOT_OWNER:
		return not_owner(trace);
	case TD_END_BAD_PRIMITIVE:
		return misuse(trace);
	case TD_END_LEAKED_THREAD:
		return leaked(trace);
	case TD_END_USE_AFTER_FREE:
	case TD_END_DOUBLE_FREE:
	case TD_END_BAD_FREE:
	case TD_END_HEAP_OVERFLOW:
		return heap_misuse(trace);
	case TD_END_USE_AFTER_RETURN:
		return use_after_return(trace);
	default:
		return with_message(trace);
	}
}

/* In a deadlock every thread has its place, and they come below; a race has two. */
static bool has_place(const struct td_trace *trace)
{
	enum td_end end = trace->ended.end;

	return end != TD_END_PASSED && end != TD_END_DEADLOCK && end != TD_END_CYCLE && end != TD_END_CUT &&
	       end != TD_END_RACE && (trace->sites[trace->site].file || trace->ended.pc);
}

char *td_report_headline(const struct td_trace *trace)
{
	char *what = what_is_wrong(trace), *place = has_place(trace) ? td_words_site(&trace->sites[trace->site]) : NULL;
	char *line = td_format("%s: %s%s%s", td_words_program(trace), what, place ? ", at " : "", place ? place : "");

	free(what);
	free(place);
	return line;
}
