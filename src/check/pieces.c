#include "pieces.h"

#include <stdlib.h>

void td_pieces_add(struct td_pieces *self, uint64_t address, uint32_t size)
{
	TD_PUSH(self, address);
	TD_PUSH(self, address + size);
}

static int compare(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return x < y ? -1 : x > y;
}

void td_pieces_cut(struct td_pieces *self)
{
	size_t kept = 0;

	if (self->count)
		qsort(self->items, self->count, sizeof *self->items, compare);
	for (size_t i = 0; i < self->count; i++)
		if (!kept || self->items[kept - 1] != self->items[i])
			self->items[kept++] = self->items[i];
	self->count = kept;
}

uint32_t td_piece_at(const struct td_pieces *self, uint64_t address)
{
	const uint64_t *found = bsearch(&address, self->items, self->count, sizeof *self->items, compare);

	if (!found)
		BUG("no piece of memory begins at %llx", (unsigned long long)address);
	return (uint32_t)(found - self->items);
}
