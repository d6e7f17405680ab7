#include "race_table.h"

#include <stdlib.h>
#include <string.h>

enum { TRIES = 64 }; /* combinations looked at for each row wanted */

static bool knows(const struct td_timestamps *past, uint32_t first, uint32_t touch)
{
	const struct td_trace_touch *touches = past->steps->touches;

	return touches[first].step == touches[touch].step ? first < touch : td_is_known_to(past, touches[first].step, touch);
}

bool td_controls(const struct td_timestamps *past, uint32_t first, uint32_t second)
{
	const struct td_trace_touch *touches = past->steps->touches;

	if (!touches[second].writes)
		return knows(past, first, second);
	return touches[second].before != TD_NO_TOUCH &&
	       td_is_before(past, touches[first].step, touches[touches[second].before].step);
}

bool td_controls_rival(const struct td_timestamps *past, uint32_t first, uint32_t second, uint32_t rival)
{
	const struct td_trace_touch *touches = past->steps->touches;

	if (touches[second].writes)
		return knows(past, first, rival);
	return rival != TD_NO_TOUCH && td_is_before(past, touches[first].step, touches[rival].step);
}

static bool controls_column(const struct td_race_table *self, uint32_t first, uint32_t second)
{
	return td_controls(self->past, self->columns[first], self->columns[second]);
}

static bool rival_stays(const struct td_race_table *self, const int32_t *row, uint32_t column)
{
	for (uint32_t i = 0; i < self->column_count; i++)
		if (row[i] > 0 && td_controls_rival(self->past, self->columns[i], self->columns[column],
						    self->rivals[column][row[column] - 1]))
			return false;
	return true;
}

static void add_column(struct td_race_table *self, const struct td_race_sets *sets, const struct td_lineage *lineage,
		       uint32_t touch)
{
	uint32_t size = td_race_set_size(sets, touch), kept = 0, *rivals;

	if (!size || td_is_fixed(lineage, touch))
		return;
	rivals = td_alloc(size * sizeof *rivals);
	for (uint32_t i = 0; i < size; i++)
		if (!td_is_left_out(lineage, touch, td_race_set(sets, touch)[i]))
			rivals[kept++] = td_race_set(sets, touch)[i];
	if (!kept) {
		free(rivals);
		return;
	}
	self->columns[self->column_count] = touch;
	self->sizes[self->column_count] = kept;
	self->rivals[self->column_count++] = rivals;
}

static void make_heading(struct td_race_table *self, const struct td_race_sets *sets, const struct td_lineage *lineage)
{
	size_t count = sets->steps->touch_count + 1;

	self->columns = td_alloc(count * sizeof *self->columns);
	self->sizes = td_alloc(count * sizeof *self->sizes);
	self->rivals = td_alloc(count * sizeof *self->rivals);
	for (uint32_t i = 0; i < sets->steps->touch_count; i++)
		add_column(self, sets, lineage, i);
}

/* The largest column that can be counted up; column_count if there is none (Fig. 7, line 7). */
static uint32_t column_to_raise(const struct td_race_table *self, const int32_t *row)
{
	for (uint32_t i = self->column_count; i-- > 0;)
		if (row[i] >= 0 && (uint32_t)row[i] < self->sizes[i])
			return i;
	return self->column_count;
}

/* Counting up, as in a number whose digits have different bases.  What is to the right begins again with 0, or is gone (lines 10
 * to 21). */
static bool next_row(const struct td_race_table *self, int32_t *row)
{
	uint32_t raised = column_to_raise(self, row);

	if (raised == self->column_count)
		return false;
	row[raised]++;
	for (uint32_t i = raised + 1; i < self->column_count; i++)
		row[i] = 0;
	for (uint32_t i = 0; i <= raised; i++)
		for (uint32_t k = raised + 1; row[i] > 0 && k < self->column_count; k++)
			if (controls_column(self, i, k))
				row[k] = -1;
	return true;
}

static bool rivals_stay(const struct td_race_table *self, const int32_t *row)
{
	for (uint32_t i = 0; i < self->column_count; i++)
		if (row[i] > 0 && !rival_stays(self, row, i))
			return false;
	return true;
}

static void keep_row(struct td_race_table *self, const int32_t *row, size_t *room)
{
	size_t size = self->column_count * sizeof *row;

	if (self->row_count == *room) {
		*room = *room ? 2 * *room : 16;
		self->cells = td_grow(self->cells, *room * size);
	}
	memcpy((char *)self->cells + self->row_count++ * size, row, size);
}

struct td_race_table *td_race_table_make(const struct td_race_sets *sets, const struct td_timestamps *past,
					 const struct td_lineage *lineage, uint32_t most)
{
	struct td_race_table *self = td_alloc(sizeof *self);
	int32_t *row;
	size_t room = 0;
	uint64_t left = (uint64_t)most * TRIES;

	self->past = past;
	make_heading(self, sets, lineage);
	row = td_alloc((self->column_count + 1) * sizeof *row);
	while (!self->more && next_row(self, row)) {
		self->more = self->row_count == most || !left--;
		if (!self->more && rivals_stay(self, row))
			keep_row(self, row, &room);
	}
	free(row);
	return self;
}

void td_race_table_free(struct td_race_table *self)
{
	for (uint32_t i = 0; i < self->column_count; i++)
		free(self->rivals[i]);
	free(self->columns);
	free(self->sizes);
	free(self->rivals);
	free(self->cells);
	free(self);
}

const int32_t *td_race_table_row(const struct td_race_table *self, uint32_t row)
{
	return self->cells + (size_t)row * self->column_count;
}
