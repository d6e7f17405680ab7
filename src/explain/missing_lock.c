#include "missing_lock.h"

#include <stdlib.h>
#include <string.h>

#include "report/locks.h"
#include "wire/ops.h"

enum { OF_WRITE = 16 };

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

char *td_missing_lock_words(const struct td_observations *seen, td_watched from, td_watched other, td_watched to)
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
