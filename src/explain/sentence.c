#include "sentence.h"

#include <stdlib.h>
#include <string.h>

#include "report/locks.h"
#include "report/report.h"
#include "report/words.h"
#include "wire/ops.h"

enum { MOST_SAID = 3 };

static const struct {
	uint8_t kind;
	const char *past, *noun;
} words[] = {
	{ TD_READ, "read", "read" }, { TD_WRITE, "wrote", "write" }, { TD_RMW, "updated", "update" }, { TD_FENCE, "passed a fence", "fence" },
	{ TD_LOCK, "locked", "lock" }, { TD_UNLOCK, "unlocked", "unlock" }, { TD_RDLOCK, "locked", "read lock" },
	{ TD_WRLOCK, "locked", "write lock" }, { TD_RWUNLOCK, "unlocked", "unlock" }, { TD_FILE_LOCK, "locked", "lock" },
	{ TD_FILE_RDLOCK, "locked", "read lock" }, { TD_FILE_UNLOCK, "unlocked", "unlock" }, { TD_FILE_LOOK, "looked at the lock of", "look" },
	{ TD_COND_WAIT, "began to wait for", "wait" }, { TD_COND_WAKE, "woke from", "wake-up" }, { TD_SIGNAL, "signalled", "signal" },
	{ TD_BROADCAST, "broadcast", "broadcast" }, { TD_SEM_POST, "posted", "post" }, { TD_SEM_WAIT, "took", "wait" },
	{ TD_SEM_GET, "looked at", "look" }, { TD_SEM_OPEN, "opened one of the", "opening" }, { TD_ENTER, "entered", "entry" },
	{ TD_LEAVE, "left", "leaving" }, { TD_RESUME, "went on in", "going on" }, { TD_SEND, "sent to", "sending" },
	{ TD_RECEIVE, "received from", "receipt" }, { TD_MQ_OPEN, "opened", "opening" }, { TD_MQ_SEND, "sent to", "sending" },
	{ TD_MQ_RECEIVE, "received from", "receipt" }, { TD_LENGTH, "looked at", "look" }, { TD_BARRIER_ARRIVE, "arrived at", "arrival" },
	{ TD_BARRIER_LEAVE, "left", "leaving" }, { TD_ONCE_BEGIN, "began", "begin" }, { TD_ONCE_END, "ended", "end" },
	{ TD_CREATE, "created", "creation" }, { TD_BEGIN, "began", "begin" }, { TD_EXIT, "ended", "end" }, { TD_JOIN, "joined", "join" },
	{ TD_DETACH, "detached", "detaching" }, { TD_CANCEL, "cancelled", "cancellation" }, { TD_INIT, "initialised", "initialisation" },
	{ TD_DESTROY, "destroyed", "destruction" }, { TD_FREE, "freed", "free" }, { TD_LIFE_END, "gave up", "end" },
	{ TD_FUTEX_WAIT, "waited at", "wait" }, { TD_FUTEX_WAKE_UP, "woke at", "wake-up" }, { TD_FUTEX_WAKE, "woke waiters of", "wake" },
	{ TD_FD_READ, "read from", "read" }, { TD_FD_WRITE, "wrote to", "write" }, { TD_FD_POLL, "polled", "poll" },
	{ TD_FD_BIND, "bound", "bind" }, { TD_FD_LISTEN, "listened at", "listen" }, { TD_FD_CONNECT, "connected", "connect" },
	{ TD_FD_ACCEPT, "accepted at", "accept" }, { TD_FD_CLOSE, "closed", "close" }, { TD_LOOK, "looked at", "look" },
	{ TD_CHANGE, "changed", "change" }, { TD_ATOMIC_BEGIN, "began an atomic stretch", "atomic stretch" },
};

static const char *past_of(uint8_t kind)
{
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (words[i].kind == kind)
			return words[i].past;
	return "came to";
}

static const char *noun_of(uint8_t kind)
{
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (words[i].kind == kind)
			return words[i].noun;
	return td_kind_name(kind);
}

/* An event, or what a thread was about to do. */
struct said {
	const char *thread, *name;
	uint8_t kind;
	bool happened;
	char *place;
};

static struct said said_of(const struct td_observations *seen, td_watched what)
{
	struct td_watched_event event = td_watched_event(seen, what);

	return (struct said){ .thread = event.trace->threads[event.thread].label, .happened = event.happened,
			      .name = event.trace->names[event.name], .kind = event.kind,
			      .place = td_words_place(&event.trace->sites[event.site]) };
}

static const char *name_of(const struct said *said)
{
	return *said->name ? said->name : "it";
}

/* "wrote total at t.c:20"; with `it` where the name is known from before. */
static char *did(const struct said *said, const char *known)
{
	bool is_known = known && !strcmp(known, said->name);

	if (said->kind == TD_EXIT || said->kind == TD_BEGIN || said->kind == TD_ATOMIC_BEGIN || said->kind == TD_FENCE)
		return td_format("%s at %s", past_of(said->kind), said->place);
	if (!said->happened)
		return td_format("could %s %s at %s", td_ops[said->kind].phrase ? td_ops[said->kind].phrase : td_kind_name(said->kind),
				 is_known ? "it" : name_of(said), said->place);
	return td_format("%s %s at %s", past_of(said->kind), is_known ? "it" : name_of(said), said->place);
}

char *td_ordering_words(const struct td_orderings *orderings, uint32_t i)
{
	const struct td_ordering *one = &orderings->items[i];
	const struct td_observations *seen = orderings->seen;
	struct said first = said_of(seen, one->first), second = said_of(seen, one->second);
	char *a = did(&first, NULL), *b = did(&second, first.name), *text;

	text = td_format("%s %s before %s %s", first.thread, a, second.thread, b);
	free(a);
	free(b);
	free(first.place);
	free(second.place);
	return text;
}

/* What is no matter of the order. */
static char *outcome_words(const struct td_orderings *orderings, uint32_t i)
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
				 event->value - 1 < trace->thread_count ? trace->threads[event->value - 1].label : "a thread");
	else if (event->flags & TD_F_TIMEOUT)
		text = td_format("%s gave up waiting for %s at %s", said.thread, name_of(&said), said.place);
	else
		text = td_format("%s woke from %s at %s without a signal", said.thread, name_of(&said), said.place);
	free(said.place);
	return text;
}

/* The lock of this object that a thread holds when it does something. */
struct locked {
	uint64_t object;
	uint32_t taken;          /* at this event */
	uint32_t name;
};

struct locked_list {
	struct locked *items;
	size_t count, room;
};

static struct locked_list locks_at(const struct td_observations *seen, td_watched what)
{
	const struct td_trace *trace = seen->trace;
	struct td_watched_event event = td_watched_event(seen, what);
	struct td_locks locks = { 0 };
	struct locked_list list = { 0 };

	for (uint32_t i = 0; i < event.at && i < trace->event_count; i++)
		td_locks_step(&locks, trace, i);
	for (size_t i = 0; i < locks.count; i++)
		if (locks.items[i].thread == event.thread) {
			const struct td_trace_event *taken = &trace->events[locks.items[i].event];

			TD_PUSH(&list, ((struct locked){ locks.items[i].object, locks.items[i].event,
							 taken->raw.kind == TD_COND_WAKE ? taken->other : taken->name }));
		}
	free(locks.items);
	return list;
}

static const struct locked *find(const struct locked_list *list, uint64_t object)
{
	for (size_t i = 0; i < list->count; i++)
		if (list->items[i].object == object)
			return &list->items[i];
	return NULL;
}

/* Which lock would have kept the other thread out of the stretch, and why it did not. */
static char *lock_words(const struct td_observations *seen, td_watched from, td_watched other, td_watched to)
{
	const struct td_trace *trace = seen->trace;
	struct locked_list at_from = locks_at(seen, from), at_other = locks_at(seen, other), at_to = locks_at(seen, to);
	const char *one = trace->threads[td_watched_event(seen, from).thread].label;
	const char *two = trace->threads[td_watched_event(seen, other).thread].label;
	char *text = NULL;

	for (size_t i = 0; i < at_from.count && !text; i++) {
		const struct locked *lock = &at_from.items[i], *later = find(&at_to, lock->object);

		if (later && later->taken == lock->taken && !find(&at_other, lock->object))
			text = td_format("%s did not hold %s", two, trace->names[lock->name]);
		else if (later && later->taken != lock->taken)
			text = td_format("%s let go of %s in between", one, trace->names[lock->name]);
	}
	for (size_t i = 0; i < at_other.count && !text; i++)
		if (!find(&at_from, at_other.items[i].object) || !find(&at_to, at_other.items[i].object))
			text = td_format("%s did not hold %s", one, trace->names[at_other.items[i].name]);
	free(at_from.items);
	free(at_other.items);
	free(at_to.items);
	return text;
}

/* The other thread's side is best told by what it wrote. */
static td_watched telling(const struct td_ordering *in, const struct td_ordering *out)
{
	bool is_one = in->second_thread == out->first_thread;

	return in->object == out->object && (!in->second_writes || !is_one) ? out->first : in->second;
}

static char *with_locks(const struct td_observations *seen, td_watched from, td_watched other, td_watched to, char *text)
{
	char *locks = lock_words(seen, from, other, to), *longer;

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
	const struct td_ordering *in = &orderings->items[cause->set[0]], *out = &orderings->items[cause->set[1]];
	td_watched middle = telling(in, out);
	struct said from = said_of(seen, in->first), other = said_of(seen, middle), last = said_of(seen, out->first),
		    to = said_of(seen, out->second);
	char *act = did(&other, NULL), *more = did(&last, other.name), *text;

	if (in->object == out->object || middle == out->first)
		text = td_format("%s %s between %s's %s at %s and its %s at %s", other.thread, act, from.thread, noun_of(from.kind), from.place,
				 noun_of(to.kind), to.place);
	else
		text = td_format("%s %s and %s between %s's %s of %s at %s and its %s of %s at %s", other.thread, act, more, from.thread,
				 noun_of(from.kind), name_of(&from), from.place, noun_of(to.kind), name_of(&to), to.place);
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
		char *words = one->first == one->second ? outcome_words(orderings, cause->set[i]) : td_ordering_words(orderings, cause->set[i]);
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

/* What is wrong says already who waits for whom, or what came too early. */
bool td_speaks_for_itself(enum td_end end)
{
	switch (end) {
	case TD_END_DEADLOCK:
	case TD_END_CYCLE:
	case TD_END_SELF_DEADLOCK:
	case TD_END_LEAKED_THREAD:
	case TD_END_ENDLESS:
	case TD_END_HANG:
	case TD_END_NOT_OWNER:
	case TD_END_RACE:
		return true;
	default:
		return false;
	}
}

static char *headline_words(const struct td_trace *trace)
{
	char *headline = td_report_headline(trace), *text = td_strdup(headline + strlen(td_words_program(trace)) + 2);

	free(headline);
	return text;
}

static char *always_words(const struct td_explanation *self)
{
	return td_format("it fails in every order%s, so which thread goes first does not matter",
			 self->is_exact ? "" : " that was tried");
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

		if (event->thread == trace->ended.thread && event->kind == TD_READ && event->size == 8 && is_in_block(free, event->value) &&
		    !is_in_block(free, event->object))
			return i;
	}
	return UINT32_MAX;
}

/* Who freed it while another thread still held a pointer to it; NULL if that is not known. */
static char *freed_words(const struct td_explanation *self)
{
	const struct td_trace *trace = self->trace;
	uint32_t freed = free_of(trace), holding = freed == UINT32_MAX ? UINT32_MAX : holding_of(trace, freed);
	td_watched use = trace->event_count + trace->ended.thread;
	struct said free_said, holding_said, use_said;
	char *text;

	if (holding == UINT32_MAX)
		return NULL;
	free_said = said_of(self->seen, freed);
	holding_said = said_of(self->seen, holding);
	use_said = said_of(self->seen, use);
	text = td_format("%s freed %s at %s between %s's read of %s at %s and its %s at %s", free_said.thread, name_of(&free_said),
			 free_said.place, holding_said.thread, name_of(&holding_said), holding_said.place, noun_of(use_said.kind), use_said.place);
	free(free_said.place);
	free(holding_said.place);
	free(use_said.place);
	return with_locks(self->seen, holding, freed, use, text);
}

static bool is_use_of_freed(enum td_end end)
{
	return end == TD_END_USE_AFTER_FREE || end == TD_END_DOUBLE_FREE;
}

char *td_explain_sentence(const struct td_explanation *self)
{
	if (self->fails_always)
		return always_words(self);
	if (td_speaks_for_itself(self->trace->ended.end))
		return headline_words(self->trace);

	char *freed = is_use_of_freed(self->trace->ended.end) ? freed_words(self) : NULL;

	if (freed)
		return freed;
	switch (self->cause.kind) {
	case TD_CAUSE_OUTCOME:
		return outcome_words(self->orderings, self->cause.set[0]);
	case TD_CAUSE_ORDER:
		return td_ordering_words(self->orderings, self->cause.set[0]);
	case TD_CAUSE_BETWEEN:
		return between_words(self->orderings, &self->cause);
	case TD_CAUSE_SEVERAL:
		return several_words(self->orderings, &self->cause);
	default:
		return headline_words(self->trace);
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
		text = td_format(strcmp(first.place, second.place) ? "making %s to %s atomic" : "making %s atomic", first.place, second.place);
	else
		text = td_format("making %s's %s at %s come before %s's %s at %s", first.thread, noun_of(first.kind), first.place, second.thread,
				 noun_of(second.kind), second.place);
	free(first.place);
	free(second.place);
	return text;
}
