#include "constraints.h"

#include <string.h>

/* Where an occurrence begins that can be in no constraint. */
enum { NOWHERE = TD_MAX_CODE };

bool td_constraints_add(struct td_constraints *self, enum td_constraint_kind kind, struct td_occurrence first,
			struct td_occurrence second)
{
	if (self->count == TD_MAX_CONSTRAINTS || first.code == NOWHERE || second.code == NOWHERE)
		return false;
	self->items[self->count++] = (struct td_constraint){.kind = kind, .first = first, .second = second};
	return true;
}

struct td_occurrence td_constraints_place(struct td_constraints *self, const struct td_code_range *code, uint32_t count,
					  uint16_t thread, uint32_t number)
{
	struct td_occurrence result = {
		.code = self->code_count, .code_count = count, .number = number, .thread = thread};

	if (!count || count > TD_MAX_CODE - self->code_count)
		return (struct td_occurrence){.code = NOWHERE};
	memcpy(self->code + self->code_count, code, count * sizeof *code);
	self->code_count += count;
	return result;
}

struct td_occurrence td_constraints_occurrence(struct td_constraints *self, uint64_t site, uint16_t thread,
					       uint32_t number)
{
	struct td_code_range call = {.low = site - 1, .high = site};

	return td_constraints_place(self, &call, 1, thread, number);
}

struct td_occurrence td_no_occurrence(void)
{
	return (struct td_occurrence){0};
}

void td_constraints_give(const struct td_constraints *self, struct td_channel *channel)
{
	memcpy(channel->constraints, self->items, self->count * sizeof *self->items);
	memcpy(channel->code, self->code, self->code_count * sizeof *self->code);
}
