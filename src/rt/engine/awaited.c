#include "awaited.h"

#include "rt/state.h"
#include "rt/sys.h"

static struct td_code_range TD_STATE ranges[TD_MAX_CODE];

static int would_fail(const struct td_fiber *fiber)
{
	const struct td_pending *op = &fiber->pending;
	uint64_t found = 0;
	return op->kind == TD_RMW && fiber->atomic.is_swap && op->size <= sizeof found &&
	       td_peek(op->object, op->size, &found) && found != fiber->atomic.expected;
}

struct td_made_step td_step_of_pending(const struct td_fiber *fiber)
{
	const struct td_pending *op = &fiber->pending;
	return (struct td_made_step){.pc = op->pc,
				     .address = op->object,
				     .end = op->object + op->size,
				     .before = td_event_count,
				     .thread = fiber->id,
				     .kind = would_fail(fiber) ? TD_READ : op->kind};
}

struct td_made_step td_step_of_event(const struct td_event *event, uint32_t number)
{
	return (struct td_made_step){.pc = event->pc,
				     .address = event->object,
				     .end = event->object + event->size,
				     .before = number,
				     .thread = event->thread,
				     .kind = event->kind};
}

struct td_awaited td_awaited_begin(const struct td_occurrence *given, enum td_counted counted)
{
	uint32_t room = given->code < TD_MAX_CODE ? TD_MAX_CODE - given->code : 0;
	struct td_awaited self = {.code = given->code,
				  .code_count = given->code_count < room ? given->code_count : room,
				  .left = given->number,
				  .thread = given->thread,
				  .counted = (uint8_t)counted};
	for (uint32_t i = self.code; i < self.code + self.code_count; i++) {
		ranges[i].low = td_module_absolute(td_channel->code[i].low);
		ranges[i].high = ranges[i].low + (td_channel->code[i].high - td_channel->code[i].low);
	}
	return self;
}

static int counts(const struct td_awaited *self, const struct td_made_step *step)
{
	if (self->counted == TD_COUNTED_ALL)
		return td_kind_occurs(step->kind);
	return self->counted == TD_COUNTED_READS ? td_step_reads(step) : td_step_writes(step);
}

int td_awaited_is_at(const struct td_awaited *self, const struct td_made_step *step)
{
	if (!counts(self, step))
		return 0;
	for (uint32_t i = self->code; i < self->code + self->code_count; i++)
		if (step->pc - 1 >= ranges[i].low && step->pc - 1 < ranges[i].high)
			return 1;
	return 0;
}

static int is_one(const struct td_awaited *self, const struct td_made_step *step)
{
	return self->left && (self->thread == TD_ANY_THREAD || self->thread == step->thread) &&
	       td_awaited_is_at(self, step);
}

int td_awaited_is(const struct td_awaited *self, const struct td_made_step *step)
{
	return self->left == 1 && is_one(self, step);
}

void td_awaited_done(struct td_awaited *self, const struct td_made_step *step)
{
	self->left -= (uint32_t)is_one(self, step);
}
