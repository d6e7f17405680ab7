#include "arrange.h"

#include <stdlib.h>
#include <string.h>

struct edge {
	uint32_t before, after;
};

struct graph {
	const struct td_arrangement *from;
	const struct td_steps *steps;
	struct edge *items;
	size_t count, room;
	uint32_t *first;         /* of each step: its edges, by what comes after */
	uint8_t *marks;
	uint32_t *stack, *order, height, length;
};

enum { NEW, UNDER_WAY, DONE };

static bool is_in(const struct graph *self, uint32_t step)
{
	return step != TD_NO_STEP && self->from->parts[step] != TD_PART_GONE;
}

static void add(struct graph *self, uint32_t before, uint32_t after)
{
	if (before != after && is_in(self, before) && is_in(self, after))
		TD_PUSH(self, ((struct edge){ before, after }));
}

static const struct td_change *change_of_slot(const struct graph *self, uint32_t touch)
{
	for (uint32_t i = 0; i < self->from->change_count; i++)
		if (self->from->changes[i].touch == touch)
			return &self->from->changes[i];
	return NULL;
}

/* Who fills the slot in the variant. */
static uint32_t step_in_slot(const struct graph *self, uint32_t object, uint32_t slot)
{
	uint32_t touch, step;
	const struct td_change *change;

	if (!slot || slot > self->steps->objects[object].slots)
		return TD_NO_STEP;
	touch = td_touch_in_slot(self->steps, object, slot);
	change = change_of_slot(self, touch);
	if (change)
		return self->steps->touches[change->rival].step;
	step = self->steps->touches[touch].step;
	return self->from->parts[step] == TD_PART_KEPT ? step : TD_NO_STEP;
}

static void place_write(struct graph *self, uint32_t step, uint32_t object, uint32_t slot)
{
	add(self, step_in_slot(self, object, slot - 1), step);
}

static void place_read(struct graph *self, uint32_t step, uint32_t object, uint32_t slot)
{
	add(self, step_in_slot(self, object, slot), step);
	add(self, step, step_in_slot(self, object, slot + 1));
}

/* Who acts where an outcome is changed: the rival that takes the slot, or the reader itself. */
static uint32_t acting_touch(const struct graph *self, const struct td_change *change)
{
	return self->steps->touches[change->touch].writes ? change->rival : change->touch;
}

/* The touches of a step whose outcomes the variant says: all of one that is kept, and of one that is changed all up to the one
 * that acts. */
static uint32_t end_of_said(const struct graph *self, uint32_t step)
{
	const struct td_trace_step *item = &self->steps->items[step];

	for (uint32_t i = 0; i < self->from->change_count; i++)
		if (self->steps->touches[acting_touch(self, &self->from->changes[i])].step == step)
			return acting_touch(self, &self->from->changes[i]) + 1;
	return is_in(self, step) ? item->touch + item->touch_count : item->touch;
}

/* What a changed step does after its changed touch may be anything, but it must not take a slot that another touch has,
 * nor come between a write and a read from it. */
static void place_last(struct graph *self, uint32_t touch)
{
	const struct td_trace_touch *item = &self->steps->touches[touch];

	for (uint32_t i = 0; item->writes && i < self->steps->touch_count; i++) {
		const struct td_trace_touch *other = &self->steps->touches[i];

		if (other->object == item->object && i < end_of_said(self, other->step))
			add(self, other->step, item->step);
	}
}

static void place_touches(struct graph *self, uint32_t step, uint32_t first, uint32_t end)
{
	for (uint32_t i = first; i < end; i++) {
		const struct td_trace_touch *touch = &self->steps->touches[i];

		if (touch->writes)
			place_write(self, step, touch->object, touch->slot);
		else
			place_read(self, step, touch->object, touch->slot);
	}
}

static void place_changed(struct graph *self, const struct td_change *change)
{
	const struct td_trace_touch *touch = &self->steps->touches[change->touch];
	uint32_t acting = acting_touch(self, change), step = self->steps->touches[acting].step;
	const struct td_trace_step *item = &self->steps->items[step];

	place_touches(self, step, item->touch, acting);
	if (touch->writes)
		place_write(self, step, touch->object, touch->slot);
	else
		place_read(self, step, touch->object,
			   change->rival == TD_NO_TOUCH ? 0 : self->steps->touches[change->rival].slot);
	for (uint32_t i = acting + 1; i < item->touch + item->touch_count; i++)
		place_last(self, i);
}

/* A changed write comes after the reads of what it replaces; reads know only the slots that are there. */
static void find_edges(struct graph *self)
{
	for (uint32_t i = 0; i < self->steps->count; i++) {
		const struct td_trace_step *step = &self->steps->items[i];

		if (!is_in(self, i))
			continue;
		add(self, step->previous, i);
		for (uint32_t k = 0; k < step->order_count; k++)
			add(self, self->steps->order[step->order + k], i);
		if (self->from->parts[i] == TD_PART_KEPT)
			place_touches(self, i, step->touch, step->touch + step->touch_count);
	}
	for (uint32_t i = 0; i < self->from->change_count; i++)
		place_changed(self, &self->from->changes[i]);
}

static int compare(const void *a, const void *b)
{
	const struct edge *x = a, *y = b;

	if (x->after != y->after)
		return x->after < y->after ? -1 : 1;
	return x->before < y->before ? -1 : x->before > y->before;
}

static void sort_edges(struct graph *self)
{
	size_t at = 0;

	if (self->count)
		qsort(self->items, self->count, sizeof *self->items, compare);
	for (uint32_t i = 0; i <= self->steps->count; i++) {
		while (at < self->count && self->items[at].after < i)
			at++;
		self->first[i] = (uint32_t)at;
	}
}

/* What has to come before the step on top of the stack and is not done; TD_NO_STEP if nothing is. */
static uint32_t next_before(struct graph *self, uint32_t step)
{
	for (uint32_t i = self->first[step]; i < self->first[step + 1]; i++)
		if (self->marks[self->items[i].before] != DONE)
			return self->items[i].before;
	return TD_NO_STEP;
}

static bool closes_circle(struct graph *self, uint32_t step, uint32_t *circle)
{
	uint32_t from = 0;

	if (self->marks[step] != UNDER_WAY)
		return false;
	while (self->stack[from] != step)
		from++;
	*circle = self->height - from;
	for (uint32_t i = 0; i < *circle; i++)
		self->order[i] = self->stack[self->height - 1 - i];
	return true;
}

/* A step after all that has to come before it. */
static bool put(struct graph *self, uint32_t step, uint32_t *circle)
{
	self->stack[self->height++] = step;
	self->marks[step] = UNDER_WAY;
	while (self->height) {
		uint32_t top = self->stack[self->height - 1], before = next_before(self, top);

		if (before == TD_NO_STEP) {
			self->marks[top] = DONE;
			self->order[self->length++] = top;
			self->height--;
			continue;
		}
		if (closes_circle(self, before, circle))
			return false;
		self->marks[before] = UNDER_WAY;
		self->stack[self->height++] = before;
	}
	return true;
}

static bool put_all(struct graph *self, enum td_part part, uint32_t *circle)
{
	for (uint32_t i = 0; i < self->steps->count; i++)
		if (self->from->parts[i] == part && self->marks[i] == NEW && !put(self, i, circle))
			return false;
	return true;
}

uint32_t td_arrange(const struct td_arrangement *from, uint32_t *order, uint32_t *circle)
{
	uint32_t count = from->steps->count;
	struct graph graph = { .from = from, .steps = from->steps, .order = order,
			       .first = td_alloc((count + 2) * sizeof *graph.first), .marks = td_alloc(count + 1), .stack = td_alloc((count + 1) * sizeof *graph.stack) };
	bool possible;

	find_edges(&graph);
	sort_edges(&graph);
	possible = put_all(&graph, TD_PART_KEPT, circle) && put_all(&graph, TD_PART_CHANGED, circle);
	free(graph.items);
	free(graph.first);
	free(graph.marks);
	free(graph.stack);
	return possible ? graph.length : UINT32_MAX;
}
