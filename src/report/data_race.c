#include "data_race.h"

#include <stdlib.h>
#include <string.h>

#include "frames.h"
#include "sections.h"
#include "words.h"

#include "trace/unwoven.h"

#include "wire/ops.h"

enum { INDENT = 4 };

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
	return trace->events[held->event].raw.kind == TD_RDLOCK ||
	       trace->events[held->event].raw.kind == TD_FILE_RDLOCK;
}

static bool is_access(const struct td_event *event)
{
	return td_op_acts_on(event->kind, TD_ON_MEMORY);
}

static bool is_there(const struct td_trace *trace, const struct td_event *event)
{
	return is_access(event) && event->object <= trace->ended.object &&
	       event->object + event->size > trace->ended.object;
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

static void take_side(struct td_race_side *side, const struct td_trace *trace, const struct td_locks *locks,
		      uint32_t event)
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
	char *text = td_format("%sdata race on %s: %s, %s, and nothing orders the two%s%s",
			       trace->unconfirmed ? "unconfirmed " : "", trace->names[trace->name], first, second,
			       why ? "; " : "", why ? why : "");

	free(first);
	free(second);
	free(why);
	td_race_sides_clear(&sides);
	return text;
}

/* The text. */

static char *held_words(const struct td_trace *trace, const struct td_locks *locks)
{
	char *text = td_strdup(locks->count ? "holding" : "holding no lock");

	for (size_t i = 0; i < locks->count; i++) {
		const struct td_held *held = &locks->items[i];
		char *longer = td_format("%s%s %s%s", text, i ? "," : "", trace->names[td_held_name(trace, held)],
					 td_held_is_shared(trace, held) ? " (for reading)" : "");

		free(text);
		text = longer;
	}
	return text;
}

static void print_side(const struct td_paint *paint, const struct td_trace *trace, const struct td_race_side *side)
{
	const struct td_trace_event *event = &trace->events[side->event];
	char *number = trace->unconfirmed ? td_strdup("") : td_format(", event %u", side->event + 1);
	char *held = held_words(trace, &side->locks);

	td_paint_pad(paint, INDENT);
	td_paint(paint, TD_BOLD, label_of(trace, event));
	td_paint_sentence_format(paint, TD_PLAIN, INDENT + td_text_width(label_of(trace, event)), 2 * INDENT,
				 " %s %s (%u %s%s)%s, %s", td_race_verb(&event->raw), trace->names[event->name],
				 event->raw.size, td_counted(event->raw.size, "byte", "bytes"),
				 td_is_volatile_access(&event->raw) ? ", volatile" : "", number, held);
	td_frames_print(paint, trace, &trace->stacks[event->stack], 2 * INDENT);
	free(number);
	free(held);
}

static char *advice(const struct td_trace *trace, const struct td_race_sides *sides)
{
	const char *lock = trace->names[sides->lock];
	const struct td_held *held[2] = {find(trace, &sides->at[0], sides->lock),
					 find(trace, &sides->at[1], sides->lock)};
	const struct td_trace_event *missing = &trace->events[sides->at[!!held[0]].event];
	char *place, *text;

	if (!sides->lock)
		return td_strdup("no access to it in this execution holds a lock; one that both hold, or atomic "
				 "accesses, would order them");
	if (held[0] && held[1])
		return td_format("both hold %s, but for reading; it excludes others only if it is held for writing",
				 lock);
	if (!held[0] && !held[1])
		return td_format("%s, which other accesses to it hold, would make them consistent if both held it",
				 lock);
	place = td_words_place(&trace->sites[missing->site]);
	text = td_format("%s would make them consistent if it were held at %s too", lock, place);
	free(place);
	return text;
}

/* Both accesses are meant to be noticed by the other thread, and yet nothing orders them. */
static bool is_volatile(const struct td_trace *trace)
{
	return td_is_volatile_access(&trace->events[trace->ended.race_event - 1].raw) &&
	       td_is_volatile_access(&trace->events[trace->event_count - 1].raw);
}

char *td_race_note(const struct td_trace *trace)
{
	char *libraries, *text = NULL;

	if (is_volatile(trace))
		return td_strdup("both accesses are volatile, which orders nothing in C and C++; if they are meant to "
				 "order the threads, compile with treadle cc --volatile=atomic (clang)");
	libraries = td_unwoven_libraries(trace);
	if (libraries)
		text = td_format("the program also calls functions of %s, which %s not compiled with treadle cc; if %s "
				 "there, see --locks",
				 libraries, strchr(libraries, ',') ? "were" : "was",
				 strchr(libraries, ',') ? "they lock" : "it locks");
	free(libraries);
	return text;
}

static void print_note(const struct td_paint *paint, const struct td_trace *trace)
{
	char *note = td_race_note(trace);

	if (note)
		td_paint_sentence_format(paint, TD_PLAIN, 0, 2 * INDENT, "    note: %s", note);
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
	td_paint_sentence_format(paint, TD_PLAIN, 0, INDENT, "    %s", text);
	if (trace->unconfirmed)
		td_paint_sentence_format(paint, TD_PLAIN, 0, 2 * INDENT, "    not made again: %s", trace->unconfirmed);
	print_note(paint, trace);
	free(text);
	td_race_sides_clear(&sides);
}
