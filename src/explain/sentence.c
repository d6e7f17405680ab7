#include "sentence.h"

#include <stdlib.h>
#include <string.h>

#include "missing_lock.h"
#include "report/lost.h"
#include "report/report.h"
#include "report/words.h"
#include "wire/ops.h"

enum { MOST_SAID = 3, OF_WRITE = 16, LEAST_TRIED = 30 };

static const char *past_of(uint8_t kind)
{
	return td_ops[kind].past ? td_ops[kind].past : "came to";
}

static const char *noun_of(uint8_t kind)
{
	return td_ops[kind].noun ? td_ops[kind].noun : td_kind_name(kind);
}

/* An event, or what a thread was about to do. */
struct said {
	const char *thread, *name;
	uint8_t kind;
	bool happened, is_attempt;
	bool is_cancel_point; /* a thread looks whether it has been cancelled: */
	bool is_cancelled;    /* ... it has */
	uint64_t object;
	char *place;
};

static struct said said_of(const struct td_observations *seen, td_watched what)
{
	struct td_watched_event event = td_watched_event(seen, what);
	const struct td_trace_thread *thread = &event.trace->threads[event.thread];
	bool is_own = event.object == event.thread || event.object == thread->raw.handle;

	return (struct said){.thread = thread->label,
			     .happened = event.happened,
			     .is_attempt = event.is_attempt,
			     .name = event.name,
			     .kind = event.kind,
			     .object = event.object,
			     .is_cancel_point = event.kind == TD_CANCEL && is_own,
			     .is_cancelled = event.value,
			     .place = td_words_place(&event.trace->sites[event.site])};
}

/* "write", "cancellation point". */
static const char *noun(const struct said *said)
{
	return said->is_cancel_point && !said->is_cancelled ? "cancellation point" : noun_of(said->kind);
}

static const char *name_of(const struct said *said)
{
	return *said->name ? said->name : "it";
}

static const char *verb_of(uint8_t kind)
{
	if (kind == TD_INIT)
		return "initialise";
	return td_ops[kind].phrase ? td_ops[kind].phrase : td_kind_name(kind);
}

/* What has no object, or none worth naming; NULL: it has. */
static const char *did_alone(const struct said *said)
{
	if (said->is_cancel_point)
		return !said->happened      ? "could pass the cancellation point"
		       : said->is_cancelled ? "was cancelled"
					    : "passed the cancellation point";
	if (said->kind == TD_EXIT || said->kind == TD_BEGIN || said->kind == TD_ATOMIC_BEGIN ||
	    said->kind == TD_FENCE || said->kind == TD_SEM_OPEN)
		return past_of(said->kind);
	return NULL;
}

/* "wrote total at t.c:20"; "it" is what another event, which is told before, is about. */
static char *did(const struct said *said, const struct said *before)
{
	bool is_known = before && said->object == before->object && !strcmp(before->name, said->name);
	const char *name = is_known ? "it" : name_of(said), *alone = did_alone(said);

	if (alone)
		return td_format("%s at %s", alone, said->place);
	if (said->is_attempt && !before)
		return td_format("came to %s %s at %s", verb_of(said->kind), name, said->place);
	if (!said->happened)
		return td_format("could %s %s at %s", verb_of(said->kind), name, said->place);
	return td_format("%s %s at %s", past_of(said->kind), name, said->place);
}

char *td_ordering_words(const struct td_orderings *orderings, uint32_t i)
{
	const struct td_ordering *one = &orderings->items[i];
	const struct td_observations *seen = orderings->seen;
	struct said first = said_of(seen, one->first), second = said_of(seen, one->second);
	char *a = did(&first, NULL), *b = did(&second, &first), *text;

	text = td_format("%s %s before %s %s", first.thread, a, second.thread, b);
	free(a);
	free(b);
	free(first.place);
	free(second.place);
	return text;
}

/* What is no matter of the order. */
char *td_outcome_words(const struct td_orderings *orderings, uint32_t i)
{
	const struct td_trace *trace = orderings->steps->trace;
	const struct td_observations *seen = orderings->seen;
	const struct td_event *event = &trace->events[orderings->items[i].first].raw;
	struct said said = said_of(seen, orderings->items[i].first);
	char *text;

	if (event->kind == TD_CHOOSE)
		text = td_format("%s chose %llu at %s", said.thread, (unsigned long long)event->value, said.place);
	else if (event->kind == TD_SIGNAL)
		text = td_format("%s's signal of %s at %s woke %s", said.thread, name_of(&said), said.place,
				 event->value - 1 < trace->thread_count ? trace->threads[event->value - 1].label
									: "a thread");
	else if (event->flags & TD_F_TIMEOUT)
		text = td_format("%s gave up waiting for %s at %s", said.thread, name_of(&said), said.place);
	else
		text = td_format("%s woke from %s at %s without a signal", said.thread, name_of(&said), said.place);
	free(said.place);
	return text;
}

/* The other thread's side is best told by what it wrote. */
static td_watched telling(const struct td_ordering *in, const struct td_ordering *out)
{
	bool is_one = in->second_thread == out->first_thread;

	return in->object == out->object && (!in->second_writes || !is_one) ? out->first : in->second;
}

static char *with_locks(const struct td_observations *seen, td_watched from, td_watched other, td_watched to,
			char *text)
{
	char *locks = td_missing_lock_words(seen, from, other, to), *longer;

	if (!locks)
		return text;
	longer = td_format("%s; %s", text, locks);
	free(locks);
	free(text);
	return longer;
}

static char *between_words(const struct td_orderings *orderings, const struct td_cause *cause)
{
	const struct td_observations *seen = orderings->seen;
	const struct td_ordering *in = &orderings->items[cause->into], *out = &orderings->items[cause->out_of];
	td_watched middle = telling(in, out);
	struct said from = said_of(seen, in->first), other = said_of(seen, middle), last = said_of(seen, out->first),
		    to = said_of(seen, out->second);
	char *act = did(&other, NULL), *more = did(&last, &other), *text;

	if (in->object == out->object || middle == out->first)
		text = td_format("%s %s between %s's %s at %s and its %s at %s", other.thread, act, from.thread,
				 noun(&from), from.place, noun(&to), to.place);
	else
		text = td_format("%s %s and %s between %s's %s of %s at %s and its %s of %s at %s", other.thread, act,
				 more, from.thread, noun(&from), name_of(&from), from.place, noun(&to), name_of(&to),
				 to.place);
	free(act);
	free(more);
	free(from.place);
	free(other.place);
	free(last.place);
	free(to.place);
	return with_locks(seen, in->first, middle, out->second, text);
}

static char *several_words(const struct td_orderings *orderings, const struct td_cause *cause)
{
	char *text = td_strdup("");

	for (uint32_t i = 0; i < cause->count && i < MOST_SAID; i++) {
		const struct td_ordering *one = &orderings->items[cause->set[i]];
		char *words = one->first == one->second ? td_outcome_words(orderings, cause->set[i])
							: td_ordering_words(orderings, cause->set[i]);
		char *longer = td_format("%s%s%s", text, i ? ", and " : "", words);

		free(text);
		free(words);
		text = longer;
	}
	if (cause->count > MOST_SAID) {
		char *longer = td_format("%s, and %u more orders", text, cause->count - MOST_SAID);

		free(text);
		text = longer;
	}
	return text;
}

/* Who waits is only half of it: for whom, or what it has missed? */
static bool says_for_whom(const struct td_trace *trace)
{
	struct td_lost lost;

	if (trace->ended.cycle_count || td_lost_by_any(trace, &lost))
		return true;
	for (uint32_t i = 0; i < trace->thread_count; i++)
		if (trace->threads[i].raw.state == TD_T_BLOCKED && trace->threads[i].raw.holder != UINT16_MAX &&
		    trace->threads[i].raw.pending != TD_JOIN)
			return true;
	return false;
}

bool td_speaks_for_itself(const struct td_trace *trace)
{
	switch (trace->ended.end) {
	case TD_END_DEADLOCK:
	case TD_END_LEAKED_THREAD: return says_for_whom(trace);
	case TD_END_CYCLE:
	case TD_END_SELF_DEADLOCK:
	case TD_END_ENDLESS:
	case TD_END_HANG:
	case TD_END_NOT_OWNER:
	case TD_END_RACE: return true;
	default: return false;
	}
}

static char *headline_words(const struct td_trace *trace)
{
	char *headline = td_report_headline(trace), *text = td_strdup(headline + strlen(td_words_program(trace)) + 2);

	free(headline);
	return text;
}

/* That it fails in every order is said where that is known, or many executions were tried.  Which of the two is not: it
 * may depend on the time, and reports must not. */
static char *always_words(const struct td_explanation *self)
{
	if (!self->is_exact && self->tried < LEAST_TRIED)
		return headline_words(self->trace);
	return td_format("it fails in every order that was tried%s",
			 self->seen->discounted ? " and that the program's assumptions allow"
						: ", so which thread goes first does not matter");
}

/* The ordering that tells of what the failing thread did when it failed; UINT32_MAX: there is none. */
static uint32_t ordering_of_attempt(const struct td_explanation *self)
{
	const struct td_cause *cause = &self->cause;

	for (uint32_t i = 0; i < cause->count; i++) {
		const struct td_ordering *one = &self->orderings->items[cause->set[i]];

		if (td_watched_event(self->seen, one->first).is_attempt ||
		    td_watched_event(self->seen, one->second).is_attempt)
			return cause->set[i];
	}
	return UINT32_MAX;
}

/* Where the execution failed in an operation, the two events of that, if they are part of the cause. */
static uint32_t telling_order(const struct td_explanation *self)
{
	uint32_t attempt = ordering_of_attempt(self);

	return attempt == UINT32_MAX ? self->cause.set[0] : attempt;
}

static bool is_in_block(const struct td_event *free, uint64_t address)
{
	return address >= free->object && address - free->object < (free->size ? free->size : 1);
}

/* The free of what the failing thread uses; UINT32_MAX: it is not in the trace, or is its own. */
static uint32_t free_of(const struct td_trace *trace)
{
	for (uint32_t i = trace->event_count; i-- > 0;) {
		const struct td_event *event = &trace->events[i].raw;

		if (event->kind == TD_FREE && is_in_block(event, trace->ended.object))
			return event->thread == trace->ended.thread ? UINT32_MAX : i;
	}
	return UINT32_MAX;
}

/* Where the failing thread got the pointer to the block before it was freed. */
static uint32_t holding_of(const struct td_trace *trace, uint32_t freed)
{
	const struct td_event *free = &trace->events[freed].raw;

	for (uint32_t i = freed; i-- > 0;) {
		const struct td_event *event = &trace->events[i].raw;

		if (event->thread == trace->ended.thread && event->kind == TD_READ && event->size == 8 &&
		    is_in_block(free, event->value) && !is_in_block(free, event->object))
			return i;
	}
	return UINT32_MAX;
}

static char *freed_before(const struct said *freed, const struct said *use)
{
	char *act = did(use, freed);
	char *text = td_format("%s freed %s at %s before %s %s", freed->thread, name_of(freed), freed->place,
			       use->thread, act);

	free(act);
	return text;
}

static bool is_use_of_freed(enum td_end end)
{
	return end == TD_END_USE_AFTER_FREE || end == TD_END_DOUBLE_FREE;
}

bool td_freed_order(const struct td_explanation *self, td_watched *freed, td_watched *use)
{
	*freed = is_use_of_freed(self->trace->ended.end) && !self->fails_always ? free_of(self->trace) : UINT32_MAX;
	*use = self->trace->event_count + self->trace->ended.thread;
	return *freed != UINT32_MAX;
}

/* Who freed it, and whether the other thread still held a pointer to it; NULL if that is not known. */
static char *freed_words(const struct td_explanation *self)
{
	td_watched freed, use, holding;
	struct said free_said, holding_said, use_said;
	char *text;

	if (!td_freed_order(self, &freed, &use))
		return NULL;
	holding = holding_of(self->trace, freed);
	use_said = said_of(self->seen, use);
	free_said = said_of(self->seen, freed);
	holding_said = said_of(self->seen, holding == UINT32_MAX ? use : holding);
	if (holding == UINT32_MAX)
		text = freed_before(&free_said, &use_said);
	else
		text = with_locks(self->seen, holding, freed, use,
				  td_format("%s freed %s at %s between %s's read of %s at %s and its %s at %s",
					    free_said.thread, name_of(&free_said), free_said.place, holding_said.thread,
					    name_of(&holding_said), holding_said.place, noun(&use_said),
					    use_said.place));
	free(free_said.place);
	free(holding_said.place);
	free(use_said.place);
	return text;
}

char *td_explain_sentence(const struct td_explanation *self)
{
	if (self->fails_always)
		return always_words(self);
	if (td_speaks_for_itself(self->trace))
		return headline_words(self->trace);

	char *freed = freed_words(self);

	if (freed)
		return freed;
	switch (self->cause.kind) {
	case TD_CAUSE_OUTCOME: return td_outcome_words(self->orderings, self->cause.set[0]);
	case TD_CAUSE_ORDER: return td_ordering_words(self->orderings, telling_order(self));
	case TD_CAUSE_BETWEEN: return between_words(self->orderings, &self->cause);
	case TD_CAUSE_SEVERAL: return several_words(self->orderings, &self->cause);
	default: return headline_words(self->trace);
	}
}

char *td_remedy_words(const struct td_explanation *self)
{
	const struct td_observations *seen = self->seen;
	struct said first, second;
	char *text;

	if (self->remedy.kind == TD_REMEDY_NONE)
		return NULL;
	first = said_of(seen, self->remedy.first);
	second = said_of(seen, self->remedy.second);
	if (self->remedy.kind == TD_REMEDY_ATOMIC)
		text = td_format(strcmp(first.place, second.place) ? "making %s to %s atomic" : "making %s atomic",
				 first.place, second.place);
	else
		text = td_format("making %s's %s at %s come before %s's %s at %s", first.thread, noun(&first),
				 first.place, second.thread, noun(&second), second.place);
	free(first.place);
	free(second.place);
	return text;
}
