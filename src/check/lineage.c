#include "lineage.h"

#include "joined.h"

#include <stdlib.h>
#include <string.h>

static const struct td_kept *find(const struct td_trace *trace, const struct td_trace_step *step, uint32_t *from)
{
	for (uint32_t i = *from; i < trace->kept_count; i++)
		if (trace->kept[i].thread == step->thread && trace->kept[i].op == step->op) {
			*from = i + 1;
			return &trace->kept[i];
		}
	for (uint32_t i = 0; i < *from; i++)
		if (trace->kept[i].thread == step->thread && trace->kept[i].op == step->op)
			return &trace->kept[i];
	return NULL;
}

bool td_was_done(const struct td_lineage *self, uint32_t touch)
{
	return (self->flags[touch] & (TD_LINEAGE_OLD | TD_KEPT_CALL)) == TD_LINEAGE_OLD;
}

bool td_is_fixed(const struct td_lineage *self, uint32_t touch)
{
	return self->flags[touch] & TD_KEPT_FIXED;
}

/* The last of a step's touches that the flags concern. */
static uint32_t last_concerned(const struct td_steps *steps, const struct td_trace_step *step, uint64_t up_to)
{
	uint32_t object = up_to ? td_object_at(steps, up_to) : UINT32_MAX;

	for (uint32_t i = step->touch; i < step->touch + step->touch_count; i++)
		if (steps->touches[i].object == object)
			return i;
	return step->touch + step->touch_count - 1;
}

/* A step that was changed or not done is new behind that; one that was kept is old, but not fixed. */
static uint8_t flags_of(const struct td_kept *kept, uint32_t touch, uint32_t last)
{
	uint32_t flags = TD_LINEAGE_OLD | kept->flags;

	if (touch != last)
		flags &= ~(uint32_t)TD_KEPT_BARRED;
	if (touch < last && kept->flags & TD_KEPT_CALL)
		flags |= TD_LINEAGE_RESERVED;
	if (touch <= last)
		return (uint8_t)flags;
	return kept->flags & (TD_KEPT_CHANGED | TD_KEPT_CALL) ? 0 : (uint8_t)(flags & ~(uint32_t)TD_KEPT_FIXED);
}

static void take_flags(struct td_lineage *self, const struct td_trace_step *step, const struct td_kept *kept)
{
	uint32_t last = last_concerned(self->steps, step, kept->up_to);

	for (uint32_t i = step->touch; i < step->touch + step->touch_count; i++)
		self->flags[i] = flags_of(kept, i, last);
}

static void count_slots(struct td_lineage *self)
{
	for (uint32_t i = 0; i < self->steps->touch_count; i++) {
		const struct td_trace_touch *touch = &self->steps->touches[i];

		if (touch->writes && td_was_done(self, i))
			self->slots[touch->object]++;
		self->left[touch->object] |= touch->writes && self->flags[i] & TD_KEPT_BARRED;
		if (touch->writes && self->flags[i] & TD_LINEAGE_RESERVED)
			self->reserved[touch->object] = i;
	}
}

struct td_lineage *td_lineage_make(const struct td_steps *steps)
{
	struct td_lineage *self = td_alloc(sizeof *self);
	uint32_t from = 0;

	*self = (struct td_lineage){ steps, td_alloc(steps->touch_count + 1),
				     td_alloc((steps->object_count + 1) * sizeof *self->slots),
				     td_alloc((steps->object_count + 1) * sizeof *self->left),
				     td_alloc((steps->object_count + 1) * sizeof *self->reserved) };
	memset(self->reserved, 0xff, (steps->object_count + 1) * sizeof *self->reserved);
	for (uint32_t i = 0; i < steps->count; i++) {
		const struct td_kept *kept = find(steps->trace, &steps->items[i], &from);

		if (kept)
			take_flags(self, &steps->items[i], kept);
	}
	count_slots(self);
	return self;
}

void td_lineage_free(struct td_lineage *self)
{
	free(self->flags);
	free(self->slots);
	free(self->left);
	free(self->reserved);
	free(self);
}

/* A place that the variant changed is filled by something new, so what reads from it is new as well. */
static bool is_old_write(const struct td_lineage *self, uint32_t write)
{
	return write == TD_NO_TOUCH || (td_was_done(self, write) && !(self->flags[write] & TD_KEPT_CHANGED));
}

/* What was not one object before did not race there, so no other variant has the two the other way round. */
static bool were_rivals(const struct td_lineage *self, uint32_t touch, uint32_t rival)
{
	const struct td_trace_touch *touches = self->steps->touches;

	return !self->steps->joined || self->flags[touch] & self->flags[rival] & TD_KEPT_JOINED ||
	       td_joined_conflict(self->steps, touches[touch].step, touches[rival].step);
}

bool td_is_left_out(const struct td_lineage *self, uint32_t touch, uint32_t rival)
{
	const struct td_trace_touch *item = &self->steps->touches[touch];

	if (!item->writes)
		return (td_was_done(self, touch) || self->flags[touch] & TD_KEPT_BARRED) && is_old_write(self, rival);
	if (td_was_done(self, touch))
		return self->flags[rival] & TD_LINEAGE_OLD && were_rivals(self, touch, rival);
	return self->flags[rival] & TD_KEPT_BARRED && item->slot == self->slots[item->object] + 1;
}

static bool takes_next_slot(const struct td_lineage *self, uint32_t touch)
{
	const struct td_trace_touch *item = &self->steps->touches[touch];

	return item->writes && item->slot == self->slots[item->object] + 1;
}

static bool trespasses(const struct td_lineage *self, uint32_t touch)
{
	const struct td_trace_touch *item = &self->steps->touches[touch];
	uint32_t owner = self->reserved[item->object];

	if (owner != TD_NO_TOUCH && owner != touch && takes_next_slot(self, touch))
		return true;
	if (self->flags[touch] & TD_LINEAGE_RESERVED)
		return item->writes ? !takes_next_slot(self, touch) : !is_old_write(self, item->before);
	if (!(self->flags[touch] & TD_KEPT_BARRED))
		return false;
	return item->writes ? takes_next_slot(self, touch) : is_old_write(self, item->before);
}

uint32_t td_first_trespass(const struct td_lineage *self)
{
	for (uint32_t i = 0; i < self->steps->touch_count; i++)
		if (self->steps->touches[i].step < self->steps->happened && trespasses(self, i))
			return self->steps->touches[i].step;
	return TD_NO_STEP;
}
