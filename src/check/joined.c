#include "joined.h"

#include "timestamps.h"

#include <stdlib.h>

struct finder {
	const struct td_steps *steps;
	const struct td_timestamps *sure;
	uint32_t *touches, *first; /* of each object: its touches; one more at the end */
	uint32_t *into;          /* of each object: another one that it was joined with, or itself */
};

static uint32_t find(const struct finder *self, uint32_t object)
{
	while (self->into[object] != object)
		object = self->into[object] = self->into[self->into[object]];
	return object;
}

static void join(struct finder *self, uint32_t one, uint32_t other)
{
	one = find(self, one), other = find(self, other);
	self->into[one > other ? one : other] = one < other ? one : other;
}

static void list_touches(struct finder *self)
{
	const struct td_steps *steps = self->steps;

	for (uint32_t i = 0; i < steps->touch_count; i++)
		self->first[steps->touches[i].object + 1]++;
	for (uint32_t i = 0; i < steps->object_count; i++)
		self->first[i + 1] += self->first[i];
	for (uint32_t i = steps->touch_count; i-- > 0;)
		self->touches[--self->first[steps->touches[i].object + 1]] = i;
	for (uint32_t i = 0; i < steps->object_count; i++)
		self->first[i] = self->first[i + 1];
	self->first[steps->object_count] = steps->touch_count;
}

static bool are_rivals(const struct finder *self, const struct td_trace_touch *one, const struct td_trace_touch *other)
{
	return (one->writes || other->writes) && self->steps->items[one->step].thread != self->steps->items[other->step].thread &&
	       !td_is_before(self->sure, one->step, other->step) && !td_is_before(self->sure, other->step, one->step);
}

static bool has_rival(const struct finder *self, const struct td_trace_touch *touch)
{
	for (uint32_t i = self->first[touch->object]; i < self->first[touch->object + 1]; i++)
		if (are_rivals(self, touch, &self->steps->touches[self->touches[i]]))
			return true;
	return false;
}

static bool join_objects_of(struct finder *self, const struct td_trace_step *step)
{
	uint32_t with = TD_NO_TOUCH;
	bool joined = false;

	for (uint32_t i = step->touch; i < step->touch + step->touch_count; i++) {
		const struct td_trace_touch *touch = &self->steps->touches[i];

		if (!touch->is_memory || !has_rival(self, touch))
			continue;
		if (with != TD_NO_TOUCH)
			join(self, with, touch->object), joined = true;
		with = touch->object;
	}
	return joined;
}

/* What a step that only reads sees of one piece leaves open what it sees of another, so no step depends on that. */
static bool writes(const struct finder *self, const struct td_trace_step *step)
{
	for (uint32_t i = step->touch; i < step->touch + step->touch_count; i++)
		if (self->steps->touches[i].writes)
			return true;
	return false;
}

static bool join_all(struct finder *self)
{
	bool joined = false;

	list_touches(self);
	for (uint32_t i = 0; i < self->steps->count; i++)
		if (self->steps->items[i].touch_count > 1 && writes(self, &self->steps->items[i]))
			joined |= join_objects_of(self, &self->steps->items[i]);
	return joined;
}

uint32_t *td_joined_find(const struct td_steps *steps)
{
	struct td_timestamps *sure = td_timestamps_fit(steps) ? td_timestamps_make(steps, TD_PAST_SURE) : NULL;
	struct finder finder = { .steps = steps, .sure = sure };
	bool joined;

	if (!sure)
		return NULL;
	finder.touches = td_alloc((steps->touch_count + 1) * sizeof *finder.touches);
	finder.first = td_alloc((steps->object_count + 2) * sizeof *finder.first);
	finder.into = td_alloc((steps->object_count + 1) * sizeof *finder.into);
	for (uint32_t i = 0; i < steps->object_count; i++)
		finder.into[i] = i;
	joined = join_all(&finder);
	for (uint32_t i = 0; i < steps->object_count; i++)
		finder.into[i] = find(&finder, i);
	td_timestamps_free(sure);
	free(finder.touches);
	free(finder.first);
	if (joined)
		return finder.into;
	free(finder.into);
	return NULL;
}

static void settle(struct td_steps *steps, const struct td_timestamps *past, struct td_trace_touch *read)
{
	while (read->slot && !td_is_before(past, steps->touches[td_touch_in_slot(steps, read->object, read->slot)].step, read->step))
		read->slot--;
	read->before = td_touch_in_slot(steps, read->object, read->slot);
}

static bool can_settle(const struct td_steps *steps, const struct td_trace_touch *touch)
{
	return touch->is_memory && !touch->writes && touch->step < steps->happened;
}

void td_joined_settle(struct td_steps *steps)
{
	struct td_timestamps *past = td_timestamps_make(steps->apart, TD_PAST_ALL);

	for (uint32_t i = 0; past && i < steps->touch_count; i++)
		if (can_settle(steps, &steps->touches[i]))
			settle(steps, past, &steps->touches[i]);
	if (past)
		td_timestamps_free(past);
}

bool td_joined_conflict(const struct td_steps *steps, uint32_t one, uint32_t other)
{
	const struct td_steps *apart = steps->apart ? steps->apart : steps;
	const struct td_trace_step *a = &apart->items[one], *b = &apart->items[other];

	for (uint32_t i = a->touch; i < a->touch + a->touch_count; i++)
		for (uint32_t k = b->touch; k < b->touch + b->touch_count; k++)
			if (apart->touches[i].object == apart->touches[k].object && (apart->touches[i].writes || apart->touches[k].writes))
				return true;
	return false;
}
