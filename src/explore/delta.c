#include "delta.h"

#include <stdlib.h>
#include <string.h>

#include "base/base.h"

struct delta {
	uint32_t count;
	uint8_t *is_kept;
	uint8_t *trial;
	td_delta_test *holds;
	bool (*may_go_on)(void *context);
	void *context;
	bool is_over; /* the caller does not want any more tests */
};

static uint32_t kept(const struct delta *self)
{
	uint32_t sum = 0;

	for (uint32_t i = 0; i < self->count; i++)
		sum += self->is_kept[i];
	return sum;
}

/* In the trial, only (or all but) the items number `from` to `to` of those that are kept. */
static void choose(struct delta *self, uint32_t from, uint32_t to, bool only)
{
	uint32_t number = 0;

	for (uint32_t i = 0; i < self->count; i++) {
		bool is_inside = self->is_kept[i] && number >= from && number < to;

		self->trial[i] = self->is_kept[i] && is_inside == only;
		number += self->is_kept[i];
	}
}

static bool try(struct delta *self, uint32_t from, uint32_t to, bool only)
{
	self->is_over = self->is_over || !self->may_go_on(self->context);
	if (self->is_over)
		return false;
	choose(self, from, to, only);
	if (!self->holds(self->context, self->trial))
		return false;
	memcpy(self->is_kept, self->trial, self->count);
	return true;
}

/* Some part of `parts` alone, or all but some part.  Returns into how many parts what is left is to be cut next; 0:
 * none of it held. */
static uint32_t reduce(struct delta *self, uint32_t left, uint32_t parts)
{
	for (uint32_t i = 0; i < parts; i++)
		if (parts > 1 && try(self, (uint64_t)left * i / parts, (uint64_t)left * (i + 1) / parts, true))
			return 2;
	for (uint32_t i = 0; i < parts; i++)
		if (try(self, (uint64_t)left * i / parts, (uint64_t)left * (i + 1) / parts, false))
			return parts > 2 ? parts - 1 : 2;
	return 0;
}

bool td_delta(uint32_t count, uint8_t *is_kept, td_delta_test *holds, bool (*may_go_on)(void *context), void *context)
{
	struct delta self = {count, is_kept, td_alloc(count + 1), holds, may_go_on, context, false};
	uint32_t parts = 1, left;

	while ((left = kept(&self)) > 0 && !self.is_over) {
		uint32_t next = reduce(&self, left, parts < left ? parts : left);

		if (!next && parts >= left)
			break;
		parts = next ? next : 2 * parts;
	}
	free(self.trial);
	return !self.is_over;
}
