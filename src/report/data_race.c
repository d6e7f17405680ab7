#include "data_race.h"

#include <stdlib.h>
#include <string.h>

#include "sections.h"
#include "words.h"

#include "trace/unwoven.h"

#include "wire/ops.h"

/* How often a lock is held at accesses to the place. */
struct vote {
	uint64_t object;
	uint32_t name, count;
};

struct votes {
	struct vote *items;
	size_t count, room;
};

uint32_t td_held_name(const struct td_trace *trace, const struct td_held *held)
{
	const struct td_trace_event *event = &trace->events[held->event];

	return event->raw.kind == TD_COND_WAKE ? event->other : event->name;
}

bool td_held_is_shared(const struct td_trace *trace, const struct td_held *held)
{
	return trace->events[held->event].raw.kind == TD_RDLOCK || trace->events[held->event].raw.kind == TD_FILE_RDLOCK;
}

static bool is_access(const struct td_event *event)
{
	return td_op_acts_on(event->kind, TD_ON_MEMORY);
}

static bool is_there(const struct td_trace *trace, const struct td_event *event)
{
	return is_access(event) && event->object <= trace->ended.object && event->object + event->size > trace->ended.object;
}

static void vote(struct votes *votes, const struct td_trace *trace, const struct td_held *held)
{
	for (size_t i = 0; i < votes->count; i++)
		if (votes->items[i].object == held->object) {
			votes->items[i].count++;
			return;
		}
	TD_PUSH(votes, ((struct vote){ held->object, td_held_name(trace, held), 1 }));
}

static void take_side(struct td_race_side *side, const struct td_trace *trace, const struct td_locks *locks, uint32_t event)
{
	side->event = event;
	for (size_t i = 0; i < locks->count; i++)
		if (locks->items[i].thread == trace->events[event].raw.thread)
			TD_PUSH(&side->locks, locks->items[i]);
}

static uint32_t most_voted(const struct votes *votes)
{
	const struct vote *best = NULL;

	for (size_t i = 0; i < votes->count; i++)
		if (!best || votes->items[i].count > best->count)
			best = &votes->items[i];
	return best ? best->name : 0;
}

struct td_race_sides td_race_sides_make(const struct td_trace *trace)
{
	struct td_race_sides sides = { 0 };
	struct td_locks locks = { 0 };
	struct votes votes = { 0 };

	for (uint32_t i = 0; i < trace->event_count; i++) {
		const struct td_event *event = &trace->events[i].raw;

		for (size_t k = 0; is_there(trace, event) && k < locks.count; k++)
			if (locks.items[k].thread == event->thread)
				vote(&votes, trace, &locks.items[k]);
		if (i + 1 == trace->ended.race_event)
			take_side(&sides.at[0], trace, &locks, i);
		if (i + 1 == trace->event_count)
			take_side(&sides.at[1], trace, &locks, i);
		td_locks_step(&locks, trace, i);
	}
	sides.lock = most_voted(&votes);
	free(locks.items);
	free(votes.items);
	return sides;
}

void td_race_sides_clear(struct td_race_sides *sides)
{
	free(sides->at[0].locks.items);
	free(sides->at[1].locks.items);
}

const char *td_race_verb(const struct td_event *event)
{
	bool atomic = event->flags & TD_F_ATOMIC;

	if (event->kind == TD_READ)
		return atomic ? "reads atomically" : "reads";
	if (event->kind == TD_RMW)
		return "updates atomically";
	if (event->kind == TD_FREE)
		return "frees";
	return atomic ? "writes atomically" : "writes";
}

static const char *label_of(const struct td_trace *trace, const struct td_trace_event *event)
{
	return trace->threads[event->raw.thread].label;
}

static char *side_words(const struct td_trace *trace, const struct td_trace_event *event)
{
	char *place = td_words_site(&trace->sites[event->site]);
	char *text = td_format("%s %s at %s", label_of(trace, event), td_race_verb(&event->raw), place);

	free(place);
	return text;
}

static const struct td_held *find(const struct td_trace *trace, const struct td_race_side *side, uint32_t name)
{
	for (size_t i = 0; i < side->locks.count; i++)
		if (td_held_name(trace, &side->locks.items[i]) == name)
			return &side->locks.items[i];
	return NULL;
}

/* The lock that one of them holds there, and the other one does not; NULL: there is none. */
static char *blame(const struct td_trace *trace, const struct td_race_sides *sides)
{
	const struct td_held *held[2] = { find(trace, &sides->at[0], sides->lock), find(trace, &sides->at[1], sides->lock) };
	const char *lock = trace->names[sides->lock];

	if (!sides->lock || trace->unconfirmed || (!held[0] && !held[1]))
		return NULL;
	if (held[0] && held[1])
		return td_format("both hold %s for reading only", lock);
	return td_format("%s does not hold %s", label_of(trace, &trace->events[sides->at[!!held[0]].event]), lock);
}

char *td_race_headline(const struct td_trace *trace)
{
	struct td_race_sides sides = td_race_sides_make(trace);
	char *first = side_words(trace, &trace->events[trace->ended.race_event - 1]);
	char *second = side_words(trace, &trace->events[trace->event_count - 1]), *why = blame(trace, &sides);
	char *text = td_format("%sdata race on %s: %s, %s, and nothing orders the two%s%s", trace->unconfirmed ? "unconfirmed " : "",
			       trace->names[trace->name], first, second, why ? "; " : "", why ? why : "");

	free(first);
	free(second);
	free(why);
	td_race_sides_clear(&sides);
	return text;
}

/* The text. */

static void print_held(const struct td_paint *paint, const struct td_trace *trace, const struct td_locks *locks)
{
	if (!locks->count)
		td_paint(paint, TD_PLAIN, ", holding no lock");
	for (size_t i = 0; i < locks->count; i++)
		td_paint_format(paint, TD_PLAIN, "%s%s%s", i ? ", " : ", holding ", trace->names[td_held_name(trace, &locks->items[i])],
				td_held_is_shared(trace, &locks->items[i]) ? " (for reading)" : "");
}

static void print_frames(const struct td_paint *paint, const struct td_trace *trace, const struct td_frame_list *stack)
{
	for (uint32_t i = 0; i < stack->count; i++) {
		const struct td_site *site = &trace->sites[stack->sites[i]];

		if (!td_site_is_own(site))
			continue;
		td_paint_format(paint, TD_DIM, "        #%u ", i);
		td_paint_format(paint, TD_PLAIN, "%s  ", site->function);
		td_paint_format(paint, TD_CYAN, "%s:%d", site->file, site->line);
		fputc('\n', paint->out);
	}
}

static void print_side(const struct td_paint *paint, const struct td_trace *trace, const struct td_race_side *side)
{
	const struct td_trace_event *event = &trace->events[side->event];

	td_paint(paint, TD_PLAIN, "    ");
	td_paint(paint, TD_BOLD, label_of(trace, event));
	td_paint_format(paint, TD_PLAIN, " %s %s (%u byte%s)", td_race_verb(&event->raw), trace->names[event->name], event->raw.size,
			event->raw.size == 1 ? "" : "s");
	if (!trace->unconfirmed)
		td_paint_format(paint, TD_PLAIN, ", event %u", side->event + 1);
	print_held(paint, trace, &side->locks);
	fputc('\n', paint->out);
	print_frames(paint, trace, &trace->stacks[event->stack]);
}

static char *advice(const struct td_trace *trace, const struct td_race_sides *sides)
{
	const char *lock = trace->names[sides->lock];
	const struct td_held *held[2] = { find(trace, &sides->at[0], sides->lock), find(trace, &sides->at[1], sides->lock) };
	const struct td_trace_event *missing = &trace->events[sides->at[!!held[0]].event];
	char *place, *text;

	if (!sides->lock)
		return td_strdup("no access to it in this execution holds a lock; one that both hold, or atomic accesses, would order them");
	if (held[0] && held[1])
		return td_format("both hold %s, but for reading; it excludes others only if it is held for writing", lock);
	if (!held[0] && !held[1])
		return td_format("%s, which other accesses to it hold, would make them consistent if both held it", lock);
	place = td_words_place(&trace->sites[missing->site]);
	text = td_format("%s would make them consistent if it were held at %s too", lock, place);
	free(place);
	return text;
}

char *td_race_note(const struct td_trace *trace)
{
	char *libraries = td_unwoven_libraries(trace), *text = NULL;

	if (libraries && strchr(libraries, ','))
		text = td_format("the program also calls functions of %s, which were not compiled with treadle cc; if they lock there, see --locks",
				 libraries);
	else if (libraries)
		text = td_format("the program also calls functions of %s, which was not compiled with treadle cc; if it locks there, see --locks",
				 libraries);
	free(libraries);
	return text;
}

static void print_note(const struct td_paint *paint, const struct td_trace *trace)
{
	char *note = td_race_note(trace);

	if (note) {
		td_paint_format(paint, TD_PLAIN, "    note: %s", note);
		fputc('\n', paint->out);
	}
	free(note);
}

static const char *head_of(const struct td_trace *trace)
{
	if (trace->unconfirmed)
		return "race, unconfirmed: it was seen, and its execution could not be made again";
	return trace->ended.race_adjacent ? "race, confirmed: the two accesses came next to each other"
					  : "race, predicted: other events came between the two accesses";
}

void td_section_race(const struct td_paint *paint, const struct td_trace *trace)
{
	struct td_race_sides sides;
	char *text;

	if (trace->ended.end != TD_END_RACE)
		return;
	sides = td_race_sides_make(trace);
	text = advice(trace, &sides);
	td_section_head(paint, head_of(trace));
	for (int i = 0; i < 2; i++)
		print_side(paint, trace, &sides.at[i]);
	td_paint_format(paint, TD_PLAIN, "    %s", text);
	fputc('\n', paint->out);
	if (trace->unconfirmed) {
		td_paint_format(paint, TD_PLAIN, "    not made again: %s", trace->unconfirmed);
		fputc('\n', paint->out);
	}
	print_note(paint, trace);
	free(text);
	td_race_sides_clear(&sides);
}
