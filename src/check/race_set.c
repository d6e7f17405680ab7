#include "race_set.h"

#include <stdlib.h>
#include <string.h>

struct rivals {
	uint32_t *items;
	size_t count, room;
};

struct finder {
	const struct td_timestamps *past;
	const struct td_steps *steps;
	struct rivals rivals;
	uint32_t *next;          /* of each slot and thread: the thread's next writing touch of the object; one row an object is
				    enough, for slots are gone through backwards */
	uint32_t *found;         /* of each touch and thread: its rival, TD_NO_TOUCH if none */
};

static uint32_t threads(const struct finder *self)
{
	return self->steps->trace->thread_count;
}

static bool could_take(const struct finder *self, uint32_t rival, uint32_t slot)
{
	const struct td_trace_touch *late = &self->steps->touches[rival], *early = &self->steps->touches[slot];

	return (late->needs & early->open) == late->needs && !td_is_known_to(self->past, early->step, rival);
}

static void add_rivals_of_slot(struct finder *self, uint32_t slot)
{
	for (uint32_t i = 0; i < threads(self); i++)
		if (self->found[(size_t)slot * threads(self) + i] != TD_NO_TOUCH)
			TD_PUSH(&self->rivals, self->found[(size_t)slot * threads(self) + i]);
}

/* Calls first, then the slots backwards: so each thread's next touch is known at each slot. */
static void look_at_object(struct finder *self, uint32_t object, const uint32_t *calls)
{
	const struct td_trace_object *item = &self->steps->objects[object];
	uint32_t *next = self->next;

	memcpy(next, calls, threads(self) * sizeof *next);
	for (uint32_t i = item->slots; i-- > 0;) {
		uint32_t slot = self->steps->slots[item->first + i], *found = &self->found[(size_t)slot * threads(self)];

		for (uint32_t k = 0; k < threads(self); k++)
			if (next[k] != TD_NO_TOUCH && could_take(self, next[k], slot))
				found[k] = next[k];
		next[self->steps->items[self->steps->touches[slot].step].thread] = slot;
	}
}

static void look_at_slots(struct finder *self)
{
	uint32_t *calls = td_alloc(threads(self) * sizeof *calls);

	for (uint32_t i = 0; i < self->steps->object_count; i++) {
		memset(calls, 0xff, threads(self) * sizeof *calls);
		for (uint32_t k = self->steps->happened; k < self->steps->count; k++) {
			const struct td_trace_step *step = &self->steps->items[k];

			for (uint32_t t = step->touch; t < step->touch + step->touch_count; t++)
				if (self->steps->touches[t].object == i && self->steps->touches[t].writes)
					calls[step->thread] = t;
		}
		look_at_object(self, i, calls);
	}
	free(calls);
}

/* Touches that only look because another one came first. */
static void look_at_late_ones(struct finder *self)
{
	for (uint32_t i = self->steps->touch_count; i-- > 0;) {
		const struct td_trace_touch *late = &self->steps->touches[i];
		uint32_t first;

		if (!late->may_write || !self->steps->objects[late->object].slots)
			continue;
		first = td_touch_in_slot(self->steps, late->object, 1);
		if (could_take(self, i, first))
			self->found[(size_t)first * threads(self) + self->steps->items[late->step].thread] = i;
	}
}

/* The latest write of the object that the reader knows of: older ones are out of reach. */
static uint32_t oldest_in_reach(const struct finder *self, uint32_t read)
{
	const struct td_trace_touch *touch = &self->steps->touches[read];
	uint32_t slot = touch->slot;

	for (; slot; slot--) {
		uint32_t write = td_touch_in_slot(self->steps, touch->object, slot);

		if (td_is_known_to(self->past, self->steps->touches[write].step, read))
			break;
	}
	return slot;
}

/* Something that waits until it may look has nothing else to see. */
static void add_rivals_of_read(struct finder *self, uint32_t read)
{
	const struct td_trace_touch *touch = &self->steps->touches[read];
	uint32_t slots = self->steps->objects[touch->object].slots;

	for (uint32_t slot = oldest_in_reach(self, read); slot <= slots; slot++) {
		uint32_t write = td_touch_in_slot(self->steps, touch->object, slot);

		if (slot == touch->slot || touch->needs)
			continue;
		if (slot && td_is_before(self->past, touch->step, self->steps->touches[write].step))
			break;
		TD_PUSH(&self->rivals, write);
	}
}

static void collect(struct finder *self, struct td_race_sets *sets)
{
	for (uint32_t i = 0; i < self->steps->touch_count; i++) {
		sets->first[i] = (uint32_t)self->rivals.count;
		if (self->steps->touches[i].step >= self->steps->happened)
			continue;
		if (self->steps->touches[i].writes)
			add_rivals_of_slot(self, i);
		else
			add_rivals_of_read(self, i);
	}
	sets->first[self->steps->touch_count] = (uint32_t)self->rivals.count;
	sets->rivals = self->rivals.items;
}

struct td_race_sets *td_race_sets_make(const struct td_timestamps *past)
{
	const struct td_steps *steps = past->steps;
	struct finder finder = { .past = past, .steps = steps };
	struct td_race_sets *sets = td_alloc(sizeof *sets);
	size_t size = ((size_t)steps->touch_count * threads(&finder) + 1) * sizeof *finder.found;

	finder.next = td_alloc(threads(&finder) * sizeof *finder.next);
	finder.found = td_alloc(size);
	memset(finder.found, 0xff, size);
	*sets = (struct td_race_sets){ .steps = steps, .first = td_alloc((steps->touch_count + 1) * sizeof *sets->first) };
	look_at_slots(&finder);
	look_at_late_ones(&finder);
	collect(&finder, sets);
	free(finder.next);
	free(finder.found);
	return sets;
}

void td_race_sets_free(struct td_race_sets *self)
{
	free(self->first);
	free(self->rivals);
	free(self);
}

uint32_t td_race_set_size(const struct td_race_sets *self, uint32_t touch)
{
	return self->first[touch + 1] - self->first[touch];
}

const uint32_t *td_race_set(const struct td_race_sets *self, uint32_t touch)
{
	return self->rivals + self->first[touch];
}
