#include "culprit.h"

#include <stdlib.h>
#include <string.h>

#include "data_race.h"
#include "words.h"

#include "wire/ops.h"

/* The variable, or block, that a name begins with. */
static char *root_of(const char *name)
{
	char *root = td_words_without_numbers(name);

	root[strcspn(root, ".[+")] = 0;
	return root;
}

static bool is_held(const struct td_trace *trace, const struct td_race_side *side, uint32_t lock)
{
	for (size_t i = 0; i < side->locks.count; i++)
		if (td_held_name(trace, &side->locks.items[i]) == lock)
			return true;
	return false;
}

/* The same words for all findings that one lock would prevent. */
static char *lacks(const struct td_trace *trace, uint32_t lock)
{
	char *name = td_words_without_numbers(trace->names[lock]);
	char *text = *name ? td_format("%s is not held at all accesses", name) : NULL;

	free(name);
	return text;
}

/* Does THREAD hold OBJECT when it comes to event END? */
static bool holds(const struct td_trace *trace, uint32_t end, uint32_t thread, uint64_t object)
{
	struct td_locks locks = {0};
	bool found = false;

	for (uint32_t i = 0; i < end; i++)
		td_locks_step(&locks, trace, i);
	for (size_t i = 0; i < locks.count; i++)
		found |= locks.items[i].thread == thread && locks.items[i].object == object;
	free(locks.items);
	return found;
}

/* The name of a lock that the thread of event A holds there, and THREAD does not at event B; 0 if there is none. */
static uint32_t lock_at_one(const struct td_trace *trace, uint32_t a, uint32_t b, uint32_t thread)
{
	struct td_locks locks = {0};
	uint32_t name = 0;

	for (uint32_t i = 0; i < a; i++)
		td_locks_step(&locks, trace, i);
	for (size_t i = 0; i < locks.count && !name; i++)
		if (locks.items[i].thread == trace->events[a].raw.thread &&
		    !holds(trace, b, thread, locks.items[i].object))
			name = td_held_name(trace, &locks.items[i]);
	free(locks.items);
	return name;
}

/* The lock that other accesses to the place hold; else one that is held on one side alone; 0 if there is none. */
static uint32_t lock_of_race(const struct td_trace *trace, const struct td_race_sides *sides)
{
	uint32_t a = sides->at[0].event, b = sides->at[1].event, lock;

	if (sides->lock)
		return is_held(trace, &sides->at[0], sides->lock) && is_held(trace, &sides->at[1], sides->lock)
			       ? 0
			       : sides->lock;
	lock = lock_at_one(trace, a, b, trace->events[b].raw.thread);
	return lock ? lock : lock_at_one(trace, b, a, trace->events[a].raw.thread);
}

static char *of_race(const struct td_trace *trace)
{
	struct td_race_sides sides = td_race_sides_make(trace);
	char *name = root_of(trace->names[trace->name]), *text = NULL;
	uint32_t lock = lock_of_race(trace, &sides);

	if (lock)
		text = lacks(trace, lock);
	else if (*name)
		text = td_format("nothing orders the accesses to %s", name);
	free(name);
	td_race_sides_clear(&sides);
	return text;
}

static uint32_t last_free(const struct td_trace *trace)
{
	uint32_t i = trace->event_count;

	while (i-- > 0)
		if (trace->events[i].raw.kind == TD_FREE && trace->events[i].raw.object == trace->ended.block)
			return i;
	return UINT32_MAX;
}

/* Is the order of event I and what THREAD does at the end known by threads that are created and joined? */
static bool is_ordered_by_life(const struct td_trace *trace, uint32_t i, uint32_t thread)
{
	for (uint32_t k = i; k < trace->event_count; k++) {
		const struct td_event *event = &trace->events[k].raw;

		if (event->kind == TD_CREATE && event->object == thread)
			return true;
		if (event->kind == TD_JOIN && event->thread == thread && event->object == trace->events[i].raw.thread)
			return true;
	}
	return false;
}

/* A lock that was held where the block was freed, and is not where it is used. */
static uint32_t lock_of_free(const struct td_trace *trace)
{
	uint32_t freed = last_free(trace);

	if (freed == UINT32_MAX || is_ordered_by_life(trace, freed, trace->ended.thread))
		return 0;
	return lock_at_one(trace, freed, trace->event_count, trace->ended.thread);
}

static char *of_free(const struct td_trace *trace)
{
	uint32_t lock = lock_of_free(trace);
	char *place, *text;

	if (lock)
		return lacks(trace, lock);
	if (trace->block_free_site == UINT32_MAX)
		return NULL;
	place = td_words_place(&trace->sites[trace->block_free_site]);
	text = *place ? td_format("what %s frees is still used", place) : NULL;
	free(place);
	return text;
}

/* The last event that is told; UINT32_MAX if it is not there. */
static uint32_t find_told(const struct td_trace *trace, const struct td_told_event *told)
{
	uint32_t i = trace->event_count;

	while (i-- > 0)
		if (td_event_is_told(trace, &trace->events[i], told))
			return i;
	return UINT32_MAX;
}

/* The lock that is held at one of two accesses to the same thing; 0 if there is none. */
static uint32_t lock_of_ordering(const struct td_trace *trace, const struct td_told_event *pair)
{
	uint32_t a = find_told(trace, &pair[0]), b = find_told(trace, &pair[1]), lock;

	if (a == UINT32_MAX || b == UINT32_MAX || trace->events[a].name != trace->events[b].name ||
	    !td_op_acts_on(pair[0].kind, TD_ON_MEMORY) || !td_op_acts_on(pair[1].kind, TD_ON_MEMORY))
		return 0;
	lock = lock_at_one(trace, a, b, trace->events[b].raw.thread);
	return lock ? lock : lock_at_one(trace, b, a, trace->events[a].raw.thread);
}

/* A lock that would have kept the two of an ordering apart, or else the first ordering of the cause. */
static char *of_cause(const struct td_trace *trace)
{
	const struct td_told_event *told = trace->told;

	for (uint32_t i = 0; i + 1 < trace->told_count; i += 2) {
		uint32_t lock = lock_of_ordering(trace, &told[i]);

		if (lock)
			return lacks(trace, lock);
	}
	if (!trace->told_count || !told[0].file || !told[1].file)
		return NULL;
	return td_format("%s:%d and %s:%d come in the wrong order", td_base_name(told[0].file), told[0].line,
			 td_base_name(told[1].file), told[1].line);
}

char *td_culprit_words(const struct td_trace *trace)
{
	switch (trace->ended.end) {
	case TD_END_RACE: return of_race(trace);
	case TD_END_USE_AFTER_FREE:
	case TD_END_DOUBLE_FREE: return of_free(trace);
	default: return of_cause(trace);
	}
}
