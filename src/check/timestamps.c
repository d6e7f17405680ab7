#include "timestamps.h"

#include <stdlib.h>
#include <string.h>

#define MOST_NUMBERS (1ull << 28)

/* Of each object: its readers since the last write, as a chain through `next`. */
struct readers {
	uint32_t *first;
	uint32_t *next;          /* of each touch */
};

static uint32_t *row(const struct td_timestamps *self, uint32_t *rows, uint32_t step)
{
	return rows + (size_t)step * self->width;
}

const uint32_t *td_timestamp(const struct td_timestamps *self, uint32_t step)
{
	return row(self, self->after, step);
}

static void join(const struct td_timestamps *self, uint32_t *into, uint32_t step)
{
	const uint32_t *from = td_timestamp(self, step);

	for (uint32_t i = 0; i < self->width; i++)
		into[i] = into[i] > from[i] ? into[i] : from[i];
}

static void stamp_before(struct td_timestamps *self, uint32_t step)
{
	const struct td_trace_step *item = &self->steps->items[step];
	uint32_t *before = row(self, self->before, step);

	if (item->previous != TD_NO_STEP)
		join(self, before, item->previous);
	for (uint32_t i = 0; i < item->order_count; i++)
		join(self, before, self->steps->order[item->order + i]);
}

static bool writes(const struct td_trace_touch *touch, enum td_past past)
{
	return past == TD_PAST_CLASS ? touch->has_written : touch->writes;
}

/* The touch that wrote the object last, TD_NO_TOUCH if none has. */
static uint32_t write_before(const struct td_timestamps *self, uint32_t touch, enum td_past past)
{
	uint32_t before = self->steps->touches[touch].before;

	while (before != TD_NO_TOUCH && !writes(&self->steps->touches[before], past))
		before = self->steps->touches[before].before;
	return before;
}

static void meet_readers(struct td_timestamps *self, struct readers *readers, uint32_t touch, enum td_past past,
			 uint32_t *after)
{
	const struct td_trace_touch *item = &self->steps->touches[touch];

	if (!writes(item, past)) {
		readers->next[touch] = readers->first[item->object];
		readers->first[item->object] = touch;
		return;
	}
	for (uint32_t i = readers->first[item->object]; i != TD_NO_TOUCH; i = readers->next[i])
		join(self, after, self->steps->touches[i].step);
	readers->first[item->object] = TD_NO_TOUCH;
}

static void stamp(struct td_timestamps *self, uint32_t step, struct readers *readers, enum td_past past)
{
	const struct td_trace_step *item = &self->steps->items[step];
	uint32_t *after = row(self, self->after, step);

	stamp_before(self, step);
	memcpy(after, row(self, self->before, step), self->width * sizeof *after);
	if (step >= self->steps->happened)
		return;
	after[item->thread] = item->number;
	for (uint32_t i = item->touch; past != TD_PAST_SURE && i < item->touch + item->touch_count; i++) {
		uint32_t before = write_before(self, i, past);

		if (before != TD_NO_TOUCH)
			join(self, after, self->steps->touches[before].step);
		if (past != TD_PAST_CONTROL)
			meet_readers(self, readers, i, past, after);
	}
}

static void stamp_all(struct td_timestamps *self, enum td_past past)
{
	size_t objects = (self->steps->object_count + 1) * sizeof(uint32_t);
	struct readers readers = { td_alloc(objects), td_alloc((self->steps->touch_count + 1) * sizeof *readers.next) };

	memset(readers.first, 0xff, objects);
	for (uint32_t i = 0; i < self->steps->count; i++)
		stamp(self, i, &readers, past);
	free(readers.first);
	free(readers.next);
}

static size_t numbers_of(const struct td_steps *steps)
{
	return (size_t)steps->count * steps->trace->thread_count;
}

bool td_timestamps_fit(const struct td_steps *steps)
{
	return numbers_of(steps) <= MOST_NUMBERS;
}

struct td_timestamps *td_timestamps_make(const struct td_steps *steps, enum td_past past)
{
	struct td_timestamps *self = td_alloc(sizeof *self);
	size_t numbers = numbers_of(steps);

	if (!td_timestamps_fit(steps)) {
		error("the trace is too long for this: %u events of %u threads", steps->happened, steps->trace->thread_count);
		free(self);
		return NULL;
	}
	*self = (struct td_timestamps){ steps, steps->trace->thread_count, td_alloc((numbers + 1) * sizeof *self->after),
					td_alloc((numbers + 1) * sizeof *self->before) };
	stamp_all(self, past);
	return self;
}

void td_timestamps_free(struct td_timestamps *self)
{
	free(self->after);
	free(self->before);
	free(self);
}

bool td_is_before(const struct td_timestamps *self, uint32_t first, uint32_t second)
{
	const struct td_trace_step *step = &self->steps->items[first];

	return first == second || (first < self->steps->happened && td_timestamp(self, second)[step->thread] >= step->number);
}

bool td_is_known_to(const struct td_timestamps *self, uint32_t first, uint32_t touch)
{
	const struct td_steps *steps = self->steps;
	const struct td_trace_touch *item = &steps->touches[touch];
	const struct td_trace_step *step = &steps->items[first];

	if (first < steps->happened && row(self, self->before, item->step)[step->thread] >= step->number)
		return true;
	for (uint32_t i = steps->items[item->step].touch; i < touch; i++) {
		uint32_t before = steps->touches[i].before;

		if (before != TD_NO_TOUCH && td_is_before(self, first, steps->touches[before].step))
			return true;
	}
	return false;
}
