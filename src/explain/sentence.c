#include "sentence.h"

#include <stdlib.h>
#include <string.h>

#include "report/locks.h"
#include "report/lost.h"
#include "report/report.h"
#include "report/words.h"
#include "wire/ops.h"

enum { MOST_SAID = 3, OF_WRITE = 16, LEAST_TRIED = 30 };

static const struct {
	uint8_t kind;
	const char *past, *noun;
} words[] = {
	{TD_READ, "read", "read"},
	{TD_WRITE, "wrote", "write"},
	{TD_RMW, "updated", "update"},
	{TD_FENCE, "passed a fence", "fence"},
	{TD_LOCK, "locked", "lock"},
	{TD_UNLOCK, "unlocked", "unlock"},
	{TD_RDLOCK, "locked", "read lock"},
	{TD_WRLOCK, "locked", "write lock"},
	{TD_RWUNLOCK, "unlocked", "unlock"},
	{TD_FILE_LOCK, "locked", "lock"},
	{TD_FILE_RDLOCK, "locked", "read lock"},
	{TD_FILE_UNLOCK, "unlocked", "unlock"},
	{TD_FILE_LOOK, "looked at the lock of", "look"},
	{TD_COND_WAIT, "began to wait for", "wait"},
	{TD_COND_WAKE, "woke from", "wake-up"},
	{TD_SIGNAL, "signalled", "signal"},
	{TD_BROADCAST, "broadcast", "broadcast"},
	{TD_SEM_POST, "posted", "post"},
	{TD_SEM_WAIT, "took", "wait"},
	{TD_SEM_GET, "looked at", "look"},
	{TD_SEM_OPEN, "opened one of the", "opening"},
	{TD_ENTER, "entered", "entry"},
	{TD_LEAVE, "left", "leaving"},
	{TD_RESUME, "went on in", "going on"},
	{TD_SEND, "sent to", "sending"},
	{TD_RECEIVE, "received from", "receipt"},
	{TD_MQ_OPEN, "opened", "opening"},
	{TD_MQ_SEND, "sent to", "sending"},
	{TD_MQ_RECEIVE, "received from", "receipt"},
	{TD_LENGTH, "looked at", "look"},
	{TD_BARRIER_ARRIVE, "arrived at", "arrival"},
	{TD_BARRIER_LEAVE, "left", "leaving"},
	{TD_ONCE_BEGIN, "began", "begin"},
	{TD_ONCE_END, "ended", "end"},
	{TD_CREATE, "created", "creation"},
	{TD_BEGIN, "began", "begin"},
	{TD_EXIT, "ended", "end"},
	{TD_JOIN, "joined", "join"},
	{TD_DETACH, "detached", "detaching"},
	{TD_CANCEL, "cancelled", "cancellation"},
	{TD_INIT, "initialised", "initialisation"},
	{TD_DESTROY, "destroyed", "destruction"},
	{TD_FREE, "freed", "free"},
	{TD_LIFE_END, "gave up", "end"},
	{TD_FUTEX_WAIT, "waited at", "wait"},
	{TD_FUTEX_WAKE_UP, "woke at", "wake-up"},
	{TD_FUTEX_WAKE, "woke waiters of", "wake"},
	{TD_FD_READ, "read from", "read"},
	{TD_FD_WRITE, "wrote to", "write"},
	{TD_FD_POLL, "polled", "poll"},
	{TD_FD_BIND, "bound", "bind"},
	{TD_FD_LISTEN, "listened at", "listen"},
	{TD_FD_CONNECT, "connected", "connect"},
	{TD_FD_ACCEPT, "accepted at", "accept"},
	{TD_FD_CLOSE, "closed", "close"},
	{TD_LOOK, "looked at", "look"},
	{TD_CHANGE, "changed", "change"},
	{TD_ATOMIC_BEGIN, "began an atomic stretch", "atomic stretch"},
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
	if (said->kind == TD_EXIT || said->kind == TD_BEGIN || said->kind == TD_ATOMIC_BEGIN || said->kind == TD_FENCE)
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

/* The lock of this object that a thread holds when it does something. */
struct locked {
	uint64_t object;
	uint32_t taken; /* at this event */
	uint32_t name;
	uint32_t votes; /* of the accesses at which it is held */
};

struct locked_list {
	struct locked *items;
	size_t count, room;
};

static uint32_t name_of_lock(const struct td_trace *trace, const struct td_held *held)
{
	const struct td_trace_event *taken = &trace->events[held->event];

	return taken->raw.kind == TD_COND_WAKE ? taken->other : taken->name;
}

static void vote(struct locked_list *votes, const struct td_trace *trace, const struct td_held *held, uint32_t weight)
{
	for (size_t i = 0; i < votes->count; i++)
		if (votes->items[i].object == held->object) {
			votes->items[i].votes += weight;
			return;
		}
	TD_PUSH(votes, ((struct locked){.object = held->object, .name = name_of_lock(trace, held), .votes = weight}));
}

static struct locked_list locks_at(const struct td_observations *seen, td_watched what)
{
	const struct td_trace *trace = seen->trace;
	struct td_watched_event event = td_watched_event(seen, what);
	struct td_locks locks = {0};
	struct locked_list list = {0};

	for (uint32_t i = 0; i < event.at && i < trace->event_count; i++)
		td_locks_step(&locks, trace, i);
	for (size_t i = 0; i < locks.count; i++)
		if (locks.items[i].thread == event.thread)
			TD_PUSH(&list, ((struct locked){.object = locks.items[i].object,
							.taken = locks.items[i].event,
							.name = name_of_lock(trace, &locks.items[i])}));
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

/* Is it of the same object: "cache.lock" and "cache.count"? */
static bool are_members_of_one(const char *lock, const char *place)
{
	size_t length = strcspn(lock, ".");

	return lock[length] && !strncmp(lock, place, length + 1);
}

/* Writes count most: a reader may hold a lock for something else.  Then its name. */
static uint32_t weight_of(const struct td_trace *trace, const struct td_trace_event *event, const struct td_held *held)
{
	uint32_t weight = event->raw.kind == TD_READ ? 1 : OF_WRITE;

	return are_members_of_one(trace->names[name_of_lock(trace, held)], trace->names[event->name]) ? 2 * weight
												      : weight;
}

/* The lock under which a place is accessed in this execution, by most accesses; NULL: none is held at two of them. */
static const struct locked *lock_of_place(const struct td_trace *trace, uint64_t address, struct locked_list *votes)
{
	const struct locked *best = NULL;
	struct td_locks locks = {0};

	for (uint32_t i = 0; i < trace->event_count; i++) {
		const struct td_event *event = &trace->events[i].raw;
		bool is_there = td_op_acts_on(event->kind, TD_ON_MEMORY) && address - event->object < event->size;

		for (size_t k = 0; is_there && k < locks.count; k++)
			if (locks.items[k].thread == event->thread)
				vote(votes, trace, &locks.items[k],
				     weight_of(trace, &trace->events[i], &locks.items[k]));
		td_locks_step(&locks, trace, i);
	}
	for (size_t i = 0; i < votes->count; i++)
		if (votes->items[i].votes > 1 && (!best || votes->items[i].votes > best->votes))
			best = &votes->items[i];
	free(locks.items);
	return best;
}

/* What a thread holds at the ends of a stretch, and another thread in it. */
struct around {
	struct locked_list from, other, to;
	bool is_over; /* the stretch came to its end in this execution */
};

static bool is_held_throughout(const struct around *self, const struct locked *at_from)
{
	const struct locked *last = find(&self->to, at_from->object);

	return last && last->taken == at_from->taken;
}

/* Where no lock is usual at the place: one that the other thread holds, or one that is held throughout the stretch. */
static const struct locked *lock_of_one(const struct around *self)
{
	if (self->other.count)
		return &self->other.items[0];
	for (size_t i = 0; i < self->from.count; i++)
		if (is_held_throughout(self, &self->from.items[i]))
			return &self->from.items[i];
	return NULL;
}

static char *blame(const struct td_trace *trace, const struct around *self, const struct locked *lock, const char *one,
		   const char *two)
{
	const struct locked *first = find(&self->from, lock->object), *last = find(&self->to, lock->object);
	const char *name = trace->names[lock->name];

	if (!first || (self->is_over && !last))
		return td_format("%s did not hold %s", one, name);
	if (!find(&self->other, lock->object))
		return td_format("%s did not hold %s", two, name);
	return !last || first->taken != last->taken ? td_format("%s let go of %s in between", one, name) : NULL;
}

/* Which lock would have kept the other thread out of the stretch, and why it did not. */
static char *lock_words(const struct td_observations *seen, td_watched from, td_watched other, td_watched to)
{
	const struct td_trace *trace = seen->trace;
	struct around around = {locks_at(seen, from), locks_at(seen, other), locks_at(seen, to),
				td_watched_event(seen, to).happened};
	struct locked_list votes = {0};
	const struct locked *lock = lock_of_place(trace, td_watched_event(seen, other).object, &votes);
	char *text = NULL;

	if (!lock)
		lock = lock_of_one(&around);
	if (lock)
		text = blame(trace, &around, lock, trace->threads[td_watched_event(seen, from).thread].label,
			     trace->threads[td_watched_event(seen, other).thread].label);
	free(around.from.items);
	free(around.other.items);
	free(around.to.items);
	free(votes.items);
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

/* That it fails in every order is said where that is known, or many executions were tried. */
static char *always_words(const struct td_explanation *self)
{
	if (!self->is_exact && self->tried < LEAST_TRIED)
		return headline_words(self->trace);
	return td_format("it fails in every order%s%s", self->is_exact ? "" : " that was tried",
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
