#include "lineage.h"

#include <stdlib.h>

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

bool td_was_done(const struct td_lineage *self, uint32_t step)
{
	return (self->flags[step] & (TD_LINEAGE_OLD | TD_KEPT_CALL)) == TD_LINEAGE_OLD;
}

bool td_is_fixed(const struct td_lineage *self, uint32_t step)
{
	return self->flags[step] & TD_KEPT_FIXED;
}

static void count_slots(struct td_lineage *self)
{
	for (uint32_t i = 0; i < self->steps->touch_count; i++) {
		const struct td_trace_touch *touch = &self->steps->touches[i];

		if (touch->writes && td_was_done(self, touch->step))
			self->slots[touch->object]++;
		self->left[touch->object] |= touch->writes && self->flags[touch->step] & TD_KEPT_BARRED;
	}
}

struct td_lineage *td_lineage_make(const struct td_steps *steps)
{
	struct td_lineage *self = td_alloc(sizeof *self);
	uint32_t from = 0;

	*self = (struct td_lineage){ steps, td_alloc(steps->count + 1), td_alloc((steps->object_count + 1) * sizeof *self->slots),
				     td_alloc((steps->object_count + 1) * sizeof *self->left) };
	for (uint32_t i = 0; i < steps->count; i++) {
		const struct td_kept *kept = find(steps->trace, &steps->items[i], &from);

		if (kept)
			self->flags[i] = (uint8_t)(TD_LINEAGE_OLD | kept->flags);
	}
	count_slots(self);
	return self;
}

void td_lineage_free(struct td_lineage *self)
{
	free(self->flags);
	free(self->slots);
	free(self->left);
	free(self);
}

/* A place that the variant changed is filled by something new, so what reads from it is new as well. */
static bool is_old_write(const struct td_lineage *self, uint32_t write)
{
	uint32_t step;

	if (write == TD_NO_TOUCH)
		return true;
	step = self->steps->touches[write].step;
	return td_was_done(self, step) && !(self->flags[step] & TD_KEPT_CHANGED);
}

bool td_is_left_out(const struct td_lineage *self, uint32_t touch, uint32_t rival)
{
	const struct td_trace_touch *item = &self->steps->touches[touch];
	uint8_t flags = self->flags[item->step];

	if (!item->writes)
		return (td_was_done(self, item->step) || flags & TD_KEPT_BARRED) && is_old_write(self, rival);
	flags = self->flags[self->steps->touches[rival].step];
	if (td_was_done(self, item->step))
		return flags & TD_LINEAGE_OLD;
	return flags & TD_KEPT_BARRED && item->slot == self->slots[item->object] + 1;
}

static bool trespasses(const struct td_lineage *self, uint32_t touch)
{
	const struct td_trace_touch *item = &self->steps->touches[touch];

	if (item->writes)
		return item->slot == self->slots[item->object] + 1;
	return is_old_write(self, item->before);
}

uint32_t td_first_trespass(const struct td_lineage *self)
{
	for (uint32_t i = 0; i < self->steps->happened; i++) {
		const struct td_trace_step *step = &self->steps->items[i];

		for (uint32_t k = 0; self->flags[i] & TD_KEPT_BARRED && k < step->touch_count; k++)
			if (trespasses(self, step->touch + k))
				return i;
	}
	return TD_NO_STEP;
}
