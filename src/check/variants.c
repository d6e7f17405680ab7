#include "variants.h"

#include "arrange.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_OPENED = 8 };

struct list {
	uint32_t *items;
	size_t count, room;
};

/* A variant under way. */
struct draft {
	struct td_variants *all;
	const struct td_steps *steps;
	const struct td_timestamps *past;
	uint32_t row;
	struct td_change *changes;
	uint32_t change_count;
	struct list opened;
	struct list settled;     /* touches that stay as they were for ever, because another variant has them otherwise */
	uint8_t *parts;          /* of each step: enum td_part */
	bool *fixed;
};

static const struct td_trace_touch *touch_at(const struct draft *self, uint32_t touch)
{
	return &self->steps->touches[touch];
}

/* Who acts where the outcome of a touch is changed: the rival that takes its slot, or the reader itself. */
static uint32_t acting_step(const struct draft *self, const struct td_change *change)
{
	return touch_at(self, touch_at(self, change->touch)->writes ? change->rival : change->touch)->step;
}

static bool is_gone(const struct draft *self, uint32_t step)
{
	if (step >= self->steps->happened)
		return true;
	for (uint32_t i = 0; i < self->change_count; i++)
		if (td_is_before(self->past, touch_at(self, self->changes[i].touch)->step, step))
			return true;
	for (size_t i = 0; i < self->opened.count; i++)
		if (td_is_before(self->past, touch_at(self, self->opened.items[i])->step, step))
			return true;
	return false;
}

static void take_parts(struct draft *self)
{
	for (uint32_t i = 0; i < self->steps->count; i++)
		self->parts[i] = is_gone(self, i) ? TD_PART_GONE : TD_PART_KEPT;
	for (uint32_t i = 0; i < self->change_count; i++)
		self->parts[acting_step(self, &self->changes[i])] = TD_PART_CHANGED;
}

/* Does the changed outcome rest on the step? */
static bool is_needed_by(const struct draft *self, uint32_t step, const struct td_change *change)
{
	const struct td_trace_touch *touch = touch_at(self, change->touch);

	if (td_is_known_to(self->past, step, touch->writes ? change->rival : change->touch))
		return true;
	if (touch->writes)
		return touch->before != TD_NO_TOUCH && td_is_before(self->past, step, touch_at(self, touch->before)->step);
	return change->rival != TD_NO_TOUCH && td_is_before(self->past, step, touch_at(self, change->rival)->step);
}

static bool is_fixed(const struct draft *self, uint32_t step)
{
	if (self->parts[step] == TD_PART_CHANGED)
		return true;
	for (uint32_t i = 0; i < self->change_count; i++)
		if (is_needed_by(self, step, &self->changes[i]))
			return true;
	for (size_t i = 0; i < self->settled.count; i++)
		if (td_is_before(self->past, step, touch_at(self, self->settled.items[i])->step))
			return true;
	return false;
}

static void fix(struct draft *self)
{
	for (uint32_t i = 0; i < self->steps->count; i++)
		self->fixed[i] = self->parts[i] != TD_PART_GONE && is_fixed(self, i);
}

static bool is_opened(const struct draft *self, uint32_t touch)
{
	for (size_t i = 0; i < self->opened.count; i++)
		if (self->opened.items[i] == touch)
			return true;
	return false;
}

static bool is_changed_object(const struct draft *self, uint32_t object)
{
	for (uint32_t i = 0; i < self->change_count; i++)
		if (touch_at(self, self->changes[i].touch)->writes && touch_at(self, self->changes[i].touch)->object == object)
			return true;
	return false;
}

static uint32_t slots_kept(const struct draft *self, uint32_t object)
{
	uint32_t count = 0;

	while (count < self->steps->objects[object].slots &&
	       self->parts[touch_at(self, td_touch_in_slot(self->steps, object, count + 1))->step] == TD_PART_KEPT)
		count++;
	return count;
}

/* Was there a slot after those that are kept, or did the variant before leave it to a step that has not come? */
static bool has_slot(const struct draft *self, uint32_t object, uint32_t slot)
{
	const struct td_lineage *lineage = self->all->lineage;

	return slot <= self->steps->objects[object].slots || (lineage->left[object] && slot == lineage->slots[object] + 1);
}

enum outcome { AS_IT_WAS, ANYTHING, SOMETHING_NEW };

static enum outcome outcome_of_write(const struct draft *self, uint32_t touch)
{
	const struct td_trace_touch *item = touch_at(self, touch);
	uint32_t next = slots_kept(self, item->object) + 1;

	if (is_changed_object(self, item->object) || !has_slot(self, item->object, next))
		return ANYTHING;
	return item->step < self->steps->happened && item->slot == next && !is_opened(self, touch) ? AS_IT_WAS : SOMETHING_NEW;
}

static enum outcome outcome_of_read(const struct draft *self, uint32_t touch)
{
	const struct td_trace_touch *item = touch_at(self, touch);

	if (item->step >= self->steps->happened)
		return self->all->lineage->flags[touch] & TD_KEPT_BARRED ? SOMETHING_NEW : ANYTHING;
	if (is_opened(self, touch))
		return SOMETHING_NEW;
	return item->before == TD_NO_TOUCH || self->parts[touch_at(self, item->before)->step] == TD_PART_KEPT ? AS_IT_WAS : SOMETHING_NEW;
}

/* The first of a step's touches whose outcome is not as it was; the last one if all are. */
static uint32_t first_other(const struct draft *self, const struct td_trace_step *step, enum outcome *outcome)
{
	uint32_t touch = step->touch;

	for (;; touch++) {
		*outcome = touch_at(self, touch)->writes ? outcome_of_write(self, touch) : outcome_of_read(self, touch);
		if (*outcome != AS_IT_WAS || touch + 1 == step->touch + step->touch_count)
			return touch;
	}
}

/* Is the thread about to do this step when all that is kept is done?  Not if a change may have decided about it. */
static bool is_call(const struct draft *self, const struct td_trace_step *step)
{
	if (!step->touch_count || (step->previous != TD_NO_STEP && self->parts[step->previous] != TD_PART_KEPT))
		return false;
	for (uint32_t i = 0; i < step->order_count; i++)
		if (self->parts[self->steps->order[step->order + i]] != TD_PART_KEPT)
			return false;
	return true;
}

static uint64_t last_byte(const struct draft *self, uint32_t touch)
{
	const struct td_trace_object *object = &self->steps->objects[touch_at(self, touch)->object];

	return object->address + object->size - 1;
}

/* Which of the step's touches the change is about. */
static uint32_t acting_touch(const struct draft *self, uint32_t step)
{
	for (uint32_t i = 0; i < self->change_count; i++)
		if (acting_step(self, &self->changes[i]) == step)
			return touch_at(self, self->changes[i].touch)->writes ? self->changes[i].rival : self->changes[i].touch;
	BUG("step %u was not changed", step);
}

static uint32_t joined_flag(const struct draft *self, const struct td_trace_step *step)
{
	for (uint32_t i = step->touch; i < step->touch + step->touch_count; i++)
		if (td_is_joined(self->steps, touch_at(self, i)->object))
			return TD_KEPT_JOINED;
	return 0;
}

static struct td_kept keep_done(const struct draft *self, uint32_t step)
{
	const struct td_trace_step *item = &self->steps->items[step];
	struct td_kept kept = { .thread = item->thread, .op = item->op,
				.flags = (self->fixed[step] ? TD_KEPT_FIXED : 0) | joined_flag(self, item) };

	if (self->parts[step] == TD_PART_CHANGED) {
		kept.flags |= TD_KEPT_CHANGED;
		kept.up_to = last_byte(self, acting_touch(self, step));
	}
	for (uint32_t i = item->touch; !self->fixed[step] && i < item->touch + item->touch_count; i++)
		if (td_is_fixed(self->all->lineage, i)) {
			kept.flags |= TD_KEPT_FIXED;
			kept.up_to = last_byte(self, i);
		}
	return kept;
}

static struct td_kept keep_call(const struct draft *self, const struct td_trace_step *step)
{
	enum outcome outcome;
	uint32_t touch = first_other(self, step, &outcome);

	return (struct td_kept){ step->thread, step->op,
				 TD_KEPT_CALL | (outcome == SOMETHING_NEW ? TD_KEPT_BARRED : 0) | joined_flag(self, step), last_byte(self, touch) };
}

static void keep_steps(const struct draft *self, struct td_variant *variant)
{
	variant->kept = td_alloc((self->steps->count + 1) * sizeof *variant->kept);
	for (uint32_t i = 0; i < variant->step_count; i++)
		variant->kept[variant->kept_count++] = keep_done(self, variant->steps[i]);
	for (uint32_t i = 0; i < self->steps->count; i++)
		if (self->parts[i] == TD_PART_GONE && is_call(self, &self->steps->items[i]))
			variant->kept[variant->kept_count++] = keep_call(self, &self->steps->items[i]);
}

static void *copy(const void *items, size_t count, size_t size)
{
	void *result = td_alloc((count + 1) * size);

	if (count)
		memcpy(result, items, count * size);
	return result;
}

static void finish(const struct draft *self, uint32_t *order, uint32_t length)
{
	struct td_variant variant = { .row = self->row, .change_count = self->change_count, .steps = order, .step_count = length,
				      .opened_count = (uint32_t)self->opened.count };

	variant.changes = copy(self->changes, self->change_count, sizeof *self->changes);
	variant.opened = copy(self->opened.items, self->opened.count, sizeof *self->opened.items);
	keep_steps(self, &variant);
	TD_PUSH(self->all, variant);
}

static bool is_behind(const struct draft *self, uint32_t step, const uint32_t *circle, uint32_t length)
{
	for (uint32_t i = 0; i < length; i++)
		if (self->parts[circle[i]] == TD_PART_KEPT && td_is_before(self->past, step, circle[i]))
			return true;
	return false;
}

static void complete(struct draft *self);

/* The steps cannot all be had, so in whatever execution has these changes one of the touches behind them has an outcome that is
 * not here yet.  Let it be the first such; those before it then stay as they are. */
static void open_one(struct draft *self, const uint32_t *circle, uint32_t length)
{
	size_t settled = self->settled.count;
	struct list behind = { 0 };

	for (uint32_t i = 0; i < self->steps->touch_count; i++) {
		uint32_t step = touch_at(self, i)->step;

		if (self->parts[step] == TD_PART_KEPT && !self->fixed[step] && !td_is_fixed(self->all->lineage, i) &&
		    is_behind(self, step, circle, length))
			TD_PUSH(&behind, i);
	}
	for (size_t i = 0; i < behind.count && self->opened.count < MOST_OPENED; i++) {
		TD_PUSH(&self->opened, behind.items[i]);
		complete(self);
		self->opened.count--;
		TD_PUSH(&self->settled, behind.items[i]);
	}
	self->settled.count = settled;
	free(behind.items);
}

static void complete(struct draft *self)
{
	struct td_arrangement arrangement = { self->steps, self->parts, self->changes, self->change_count };
	uint32_t *order = td_alloc((self->steps->count + 1) * sizeof *order), circle, length;

	take_parts(self);
	fix(self);
	length = td_arrange(&arrangement, order, &circle);
	if (length != UINT32_MAX) {
		finish(self, order, length);
		return;
	}
	open_one(self, order, circle);
	free(order);
}

static void add_row(struct td_variants *all, uint32_t row)
{
	const struct td_race_table *table = all->table;
	struct draft draft = { .all = all, .steps = all->steps, .past = all->past, .row = row };

	draft.changes = td_alloc((table->column_count + 1) * sizeof *draft.changes);
	draft.parts = td_alloc(all->steps->count + 1);
	draft.fixed = td_alloc(all->steps->count + 1);
	for (uint32_t i = 0; i < table->column_count; i++) {
		int32_t cell = td_race_table_row(table, row)[i];

		if (cell > 0)
			draft.changes[draft.change_count++] = (struct td_change){ table->columns[i], table->rivals[i][cell - 1] };
	}
	complete(&draft);
	free(draft.changes);
	free(draft.parts);
	free(draft.fixed);
	free(draft.opened.items);
	free(draft.settled.items);
}

struct td_variants *td_variants_make(const struct td_trace *trace, uint32_t most)
{
	struct td_variants *self = td_alloc(sizeof *self);

	self->steps = td_steps_make(trace, trace->event_limit ? trace->event_limit - 1 : UINT32_MAX, most > 0);
	self->all = td_timestamps_make(self->steps, TD_PAST_ALL);
	self->past = self->all ? td_timestamps_make(self->steps, TD_PAST_CONTROL) : NULL;
	if (!self->past) {
		td_variants_free(self);
		return NULL;
	}
	self->sets = td_race_sets_make(self->past);
	self->lineage = td_lineage_make(self->steps);
	self->table = td_race_table_make(self->sets, self->past, self->lineage, most);
	for (uint32_t i = 0; i < self->table->row_count; i++)
		add_row(self, i);
	return self;
}

void td_variants_free(struct td_variants *self)
{
	for (size_t i = 0; i < self->count; i++) {
		free(self->items[i].changes);
		free(self->items[i].opened);
		free(self->items[i].steps);
		free(self->items[i].kept);
	}
	free(self->items);
	if (self->table)
		td_race_table_free(self->table);
	if (self->lineage)
		td_lineage_free(self->lineage);
	if (self->sets)
		td_race_sets_free(self->sets);
	if (self->past)
		td_timestamps_free(self->past);
	if (self->all)
		td_timestamps_free(self->all);
	td_steps_free(self->steps);
	free(self);
}
