#include "places.h"

#include <stdlib.h>

#include "data_race.h"
#include "locks.h"
#include "waits.h"
#include "words.h"

/* A place that is in no source is left out. */
static void relate(struct td_places *self, const struct td_trace *trace, uint32_t site, bool identifies, char *words)
{
	struct td_place place = { site, words, identifies };

	if (site < trace->site_count && trace->sites[site].file)
		TD_PUSH(self, place);
	else
		free(words);
}

/* How much a blocked thread has to do with a deadlock: who waits for another to end, or for those of a circle, has
 * least. */
static int rank(const struct td_trace *trace, uint32_t thread)
{
	const struct td_thread_info *info = &trace->threads[thread].raw;

	if (trace->ended.cycle_count || info->pending == TD_JOIN)
		return 2;
	return info->holder == UINT16_MAX ? 1 : 0;
}

static char *standing(const struct td_trace *trace, uint32_t thread)
{
	char *what = td_words_blocked(trace, thread), *words = td_format("%s %s", trace->threads[thread].label, what);

	free(what);
	return words;
}

/* The circle as it goes round; then the others, by rank, of which the last are there in one schedule and not in
 * another. */
static void add_blocked(struct td_places *self, const struct td_trace *trace)
{
	for (uint32_t i = 0; i < trace->ended.cycle_count; i++) {
		uint32_t thread = trace->ended.cycle[i];

		relate(self, trace, trace->threads[thread].site, true, standing(trace, thread));
	}
	for (int now = 0; now <= 2; now++)
		for (uint32_t i = 0; i < trace->thread_count; i++)
			if (trace->threads[i].raw.state == TD_T_BLOCKED && !td_in_cycle(trace, i) &&
			    rank(trace, i) == now)
				relate(self, trace, trace->threads[i].site, now < 2, standing(trace, i));
}

/* Where the locks that are held were taken; OBJECT 0: all of them. */
static void add_locks(struct td_places *self, const struct td_trace *trace, uint64_t object)
{
	struct td_locks locks = { 0 };

	for (uint32_t i = 0; i < trace->event_count; i++)
		td_locks_step(&locks, trace, i);
	for (size_t i = 0; i < locks.count; i++) {
		const struct td_trace_event *event = &trace->events[locks.items[i].event];
		const char *name = trace->names[event->raw.kind == TD_COND_WAKE ? event->other : event->name];

		if (!object || locks.items[i].object == object)
			relate(self, trace, event->site, false,
			       td_format("%s locked %s here", trace->threads[locks.items[i].thread].label, name));
	}
	free(locks.items);
}

/* The first of the related places becomes the one to point at. */
static void point_at_first(struct td_places *self, const struct td_trace *trace)
{
	if (!self->count) {
		self->primary = (struct td_place){ trace->site, NULL, true };
		return;
	}
	self->primary = self->items[0];
	self->count--;
	for (size_t i = 0; i < self->count; i++)
		self->items[i] = self->items[i + 1];
}

static void deadlock(struct td_places *self, const struct td_trace *trace)
{
	add_blocked(self, trace);
	point_at_first(self, trace);
	add_locks(self, trace, 0);
}

static void leaked_thread(struct td_places *self, const struct td_trace *trace)
{
	for (uint32_t i = 1; i < trace->thread_count; i++) {
		const struct td_trace_thread *thread = &trace->threads[i];

		if (thread->raw.state != TD_T_BLOCKED || thread->raw.detached || thread->raw.joined)
			continue;
		relate(self, trace, thread->site, true, standing(trace, i));
		relate(self, trace, thread->create_site, false, td_format("%s was created here", thread->label));
	}
	point_at_first(self, trace);
}

static void heap_block(struct td_places *self, const struct td_trace *trace)
{
	unsigned long long size = trace->ended.block_size;
	const char *bytes = td_counted(size, "byte", "bytes");

	relate(self, trace, trace->block_site, true, td_format("the block of %llu %s was allocated here", size, bytes));
	relate(self, trace, trace->block_free_site, true,
	       td_format("the block of %llu %s was freed here", size, bytes));
}

static void stack_owner(struct td_places *self, const struct td_trace *trace)
{
	uint32_t owner = (uint32_t)trace->ended.status;

	if (owner && owner < trace->thread_count)
		relate(self, trace, trace->threads[owner].create_site, true,
		       td_format("%s was created here", trace->threads[owner].label));
}

/* The second access, and the first. */
static void data_race(struct td_places *self, const struct td_trace *trace)
{
	struct td_race_sides sides = td_race_sides_make(trace);

	for (int i = 1; i >= 0; i--) {
		const struct td_trace_event *event = &trace->events[sides.at[i].event];

		relate(self, trace, event->site, true,
		       td_format("%s %s %s here", trace->threads[event->raw.thread].label, td_race_verb(&event->raw),
				 trace->names[event->name]));
	}
	point_at_first(self, trace);
	td_race_sides_clear(&sides);
}

/* Of threads that go round, or compute, where each is. */
static void running(struct td_places *self, const struct td_trace *trace)
{
	for (uint32_t i = 0; i < trace->thread_count; i++)
		if (trace->threads[i].raw.state == TD_T_RUNNABLE && i != trace->ended.thread)
			relate(self, trace, trace->threads[i].site, false,
			       td_format("%s is here", trace->threads[i].label));
}

/* A program that ends with a wrong status does so in the C library: its thread was seen last here. */
static void last_seen(struct td_places *self, const struct td_trace *trace)
{
	for (uint32_t i = trace->event_count; i-- > 0;) {
		const struct td_trace_event *event = &trace->events[i];

		if (event->raw.thread != trace->ended.thread || !td_site_is_own(&trace->sites[event->site]))
			continue;
		self->primary.site = event->site;
		self->primary.words = td_format("%s was seen here last", trace->threads[event->raw.thread].label);
		return;
	}
}

struct td_places td_places_of(const struct td_trace *trace)
{
	struct td_places places = { .primary = { trace->site, NULL, true } };

	switch (trace->ended.end) {
	case TD_END_DEADLOCK:
	case TD_END_CYCLE:
		deadlock(&places, trace);
		break;
	case TD_END_RACE:
		data_race(&places, trace);
		break;
	case TD_END_LEAKED_THREAD:
		leaked_thread(&places, trace);
		break;
	case TD_END_SELF_DEADLOCK:
	case TD_END_NOT_OWNER:
		add_locks(&places, trace, trace->ended.object);
		break;
	case TD_END_BAD_PRIMITIVE:
		add_locks(&places, trace, trace->ended.object);
		heap_block(&places, trace);
		break;
	case TD_END_USE_AFTER_FREE:
	case TD_END_DOUBLE_FREE:
	case TD_END_BAD_FREE:
	case TD_END_HEAP_OVERFLOW:
		heap_block(&places, trace);
		break;
	case TD_END_USE_AFTER_RETURN:
		stack_owner(&places, trace);
		break;
	case TD_END_ENDLESS:
	case TD_END_HANG:
		running(&places, trace);
		break;
	default:
		break;
	}
	if (!trace->sites[places.primary.site].file)
		last_seen(&places, trace);
	return places;
}

void td_places_clear(struct td_places *self)
{
	free(self->primary.words);
	for (size_t i = 0; i < self->count; i++)
		free(self->items[i].words);
	free(self->items);
	*self = (struct td_places){ 0 };
}
