#include "relevance.h"

#include <stdlib.h>
#include <string.h>

#include "fold.h"
#include "locks.h"
#include "repeats.h"
#include "topic.h"

#include "base/map.h"

enum { LAST_EVENTS = 10, LAST_OF_OTHERS = 4, DESCRIPTORS = 1 };

/* How an object is used. */
struct use {
	uint16_t thread; /* the first that used it */
	bool shared, written;
	bool changed; /* ... after another thread than the one that changes it had used it */
};

struct uses {
	struct td_map map;
	struct use *items;
	size_t count, room;
};

static bool has_object(enum td_kind kind)
{
	return !td_op_acts_on(kind, TD_ON_NOTHING) && !td_op_acts_on(kind, TD_ON_THREAD) &&
	       !td_op_acts_on(kind, TD_ON_BLOCK);
}

/* Initialising and destroying by one thread is no use that others notice. */
static bool is_use(enum td_kind kind)
{
	return has_object(kind) && !td_op_is(kind, TD_OP_LIFE);
}

/* What is written to one descriptor is read from another. */
static uint64_t object_of(const struct td_event *event)
{
	return td_op_acts_on(event->kind, TD_ON_DESCRIPTOR) ? DESCRIPTORS : event->object;
}

static struct use *use_of(struct uses *uses, const struct td_event *event)
{
	uint32_t *slot = td_map_slot(&uses->map, object_of(event));

	if (*slot == TD_MAP_NONE) {
		*slot = uses->count;
		TD_PUSH(uses, ((struct use){.thread = event->thread}));
	}
	return &uses->items[*slot];
}

static void count_uses(struct uses *uses, const struct td_trace *trace)
{
	for (uint32_t i = 0; i < trace->event_count; i++) {
		const struct td_event *event = &trace->events[i].raw;
		bool writes = !td_op_is(event->kind, TD_OP_ONLY_LOOKS);
		struct use *use;

		if (!is_use(event->kind))
			continue;
		use = use_of(uses, event);
		use->shared |= use->thread != event->thread;
		use->written |= writes;
		use->changed |= writes && use->shared;
	}
}

/* What one thread has made before others use it, and what stays as it is, says less than what changes between them; and
 * nothing if not even its type is known, as of the arguments that the C++ library passes to a thread. */
static enum td_relevance of_use(const struct use *use, bool is_named, const char *name)
{
	if (!use->shared || !use->written)
		return TD_IRRELEVANT;
	if (!use->changed)
		return strncmp(name, "heap#", 5) ? TD_OTHER : TD_NOISE;
	return is_named ? TD_NAMED : TD_OTHER;
}

/* Which threads change what of what the sentence is about. */
static uint64_t change_key(const struct td_trace_event *event)
{
	return (uint64_t)event->name << 32 | event->raw.thread;
}

static struct td_map find_changes(const struct td_topic *topic, const struct td_trace *trace)
{
	struct td_map changes = {0};

	for (uint32_t i = 0; i < trace->event_count; i++)
		if (td_topic_has_object(topic, trace, i) && !td_op_is(trace->events[i].raw.kind, TD_OP_ONLY_LOOKS))
			*td_map_slot(&changes, change_key(&trace->events[i])) = i;
	return changes;
}

/* What a thread that the sentence does not name does to what it is about: what it changes there, unless the sentence is
 * about two accesses and no value. */
static bool is_on_topic(const struct td_topic *topic, const struct td_trace *trace, struct td_map *changes, uint32_t i,
			bool is_named)
{
	if (!td_topic_has_object(topic, trace, i))
		return false;
	if (is_named || trace->ended.end == TD_END_RACE)
		return is_named;
	return topic->names[trace->events[i].name] &&
	       *td_map_slot(changes, change_key(&trace->events[i])) != TD_MAP_NONE;
}

/* In code of a system header that no line of the program is known to call, as at the start of a thread in C++. */
static bool is_in_header(const struct td_trace *trace, const struct td_trace_event *event)
{
	const struct td_site *site = &trace->sites[event->site];

	return site->file && !td_site_is_own(site) && !td_op_acts_on(event->raw.kind, TD_ON_THREAD);
}

static bool is_in_library(const struct td_trace *trace, const struct td_trace_event *event)
{
	return !td_op_acts_on(event->raw.kind, TD_ON_THREAD) && td_library_of(trace, event) > 0;
}

/* That a thread of the sentence is created. */
static bool is_birth(const struct td_topic *topic, const struct td_trace *trace, const struct td_event *event)
{
	return event->kind == TD_CREATE && event->object < trace->thread_count && topic->threads[event->object];
}

static bool any_thread(const struct td_topic *topic, const struct td_trace *trace)
{
	for (uint32_t i = 0; i < trace->thread_count; i++)
		if (topic->threads[i])
			return true;
	return false;
}

/* What a grade depends on. */
struct grader {
	const struct td_trace *trace;
	const struct td_topic *topic;
	struct uses uses;
	struct td_map changes;
	bool all_named; /* there is no sentence that names any */
};

static enum td_relevance grade_of(struct grader *self, uint32_t i)
{
	const struct td_trace_event *event = &self->trace->events[i];
	enum td_kind kind = event->raw.kind;
	bool is_named = self->all_named || self->topic->threads[event->raw.thread];

	if (self->topic->events[i] == TD_SAID)
		return TD_MENTIONED;
	if (self->topic->events[i] || kind == TD_FAIL)
		return TD_KEY;
	if (is_in_header(self->trace, event))
		return TD_NOISE;
	if (is_on_topic(self->topic, self->trace, &self->changes, i, is_named))
		return TD_TOPIC;
	if (is_in_library(self->trace, event))
		return TD_NOISE;
	if (kind == TD_NOTE || kind == TD_CHOOSE || is_birth(self->topic, self->trace, &event->raw))
		return TD_NAMED;
	if (is_use(kind))
		return of_use(use_of(&self->uses, &event->raw), is_named, self->trace->names[event->name]);
	return td_op_is(kind, TD_OP_TELLING) ? TD_OTHER : TD_IRRELEVANT;
}

static void grade(uint8_t *of, const struct td_topic *topic, const struct td_trace *trace)
{
	struct grader self = {.trace = trace,
			      .topic = topic,
			      .changes = find_changes(topic, trace),
			      .all_named = !any_thread(topic, trace)};

	count_uses(&self.uses, trace);
	for (uint32_t i = 0; i < trace->event_count; i++)
		of[i] = grade_of(&self, i);
	td_map_clear(&self.changes);
	td_map_clear(&self.uses.map);
	free(self.uses.items);
}

static void raise(uint8_t *of, uint32_t i, enum td_relevance relevance)
{
	if (of[i] > relevance && of[i] != TD_NOISE)
		of[i] = relevance;
}

/* The lock that event I, an unlock or a wait, is about to end; NULL if none is known. */
static const struct td_held *ended_by(const struct td_locks *locks, const struct td_event *event)
{
	for (size_t k = 0; td_op_is(event->kind, TD_OP_UNLOCKS) && k < locks->count; k++)
		if (locks->items[k].thread == event->thread && locks->items[k].object == event->object)
			return &locks->items[k];
	return NULL;
}

/* Locks that are held at events that the sentence is made of, and where they are released. */
static void grade_guards(uint8_t *of, const struct td_trace *trace)
{
	bool *guards = td_alloc(trace->event_count * sizeof *guards);
	struct td_locks locks = {0};

	for (uint32_t i = 0; i < trace->event_count; i++) {
		const struct td_held *held = ended_by(&locks, &trace->events[i].raw);

		if (held && guards[held->event])
			raise(of, i, TD_GUARD);
		td_locks_step(&locks, trace, i);
		for (size_t k = 0; of[i] <= TD_KEY && trace->events[i].raw.kind != TD_ALLOC && k < locks.count; k++) {
			if (locks.items[k].thread != trace->events[i].raw.thread)
				continue;
			guards[locks.items[k].event] = true;
			raise(of, locks.items[k].event, TD_GUARD);
		}
	}
	free(locks.items);
	free(guards);
}

/* That a thread begins is seen from its first row. */
static void grade_neighbours(uint8_t *of, const struct td_trace *trace)
{
	for (uint32_t i = 1; i < trace->event_count; i++)
		for (uint32_t k = i - 1; td_is_switch(trace, i) && k <= i; k++)
			if (!td_is_quiet(trace->events[k].raw.kind))
				raise(of, k, TD_OTHER);
}

static void grade_last(uint8_t *of, const struct td_trace *trace)
{
	uint32_t *left = td_alloc(trace->thread_count * sizeof *left);

	for (uint32_t i = 0; i < trace->thread_count; i++)
		left[i] = i == trace->ended.thread ? LAST_EVENTS : LAST_OF_OTHERS;
	for (uint32_t i = trace->event_count; i-- > 0;) {
		uint32_t thread = trace->events[i].raw.thread;

		if (left[thread] && !td_is_quiet(trace->events[i].raw.kind) &&
		    trace->threads[thread].raw.state != TD_T_DONE) {
			raise(of, i, TD_OTHER);
			left[thread]--;
		}
	}
	free(left);
}

/* How a loop that polls passes the time belongs to its rounds. */
static enum td_round role_of(enum td_relevance relevance, enum td_kind kind)
{
	if (relevance <= TD_KEY)
		return TD_ROUND_STANDS;
	return relevance < TD_IRRELEVANT || kind == TD_YIELD || kind == TD_SLEEP ? TD_ROUND_COUNTS : TD_ROUND_SKIPS;
}

static void grade_repeats(struct td_relevances *self, const struct td_trace *trace)
{
	uint8_t *role = td_alloc(trace->event_count);

	for (uint32_t i = 0; i < trace->event_count; i++)
		role[i] = role_of(self->of[i], trace->events[i].raw.kind);
	td_repeats_find(trace, role, self->period);
	for (uint32_t i = 0; i < trace->event_count; i++)
		if (self->period[i])
			self->of[i] = TD_IRRELEVANT;
	free(role);
}

struct td_relevances td_relevances_make(const struct td_trace *trace)
{
	struct td_relevances self = {.of = td_alloc(trace->event_count), .period = td_alloc(trace->event_count)};
	struct td_topic topic = td_topic_make(trace);

	grade(self.of, &topic, trace);
	grade_guards(self.of, trace);
	grade_neighbours(self.of, trace);
	grade_last(self.of, trace);
	grade_repeats(&self, trace);
	td_topic_clear(&topic);
	return self;
}

void td_relevances_clear(struct td_relevances *self)
{
	free(self->of);
	free(self->period);
	*self = (struct td_relevances){0};
}
