#include "unit.h"

#include "base/base.h"

#include <stdlib.h>
#include <string.h>

void td_building_begin(struct td_building *self)
{
	*self = (struct td_building){ .table_size = 4096 };
	self->table = td_alloc(self->table_size * sizeof *self->table);
	TD_PUSH(&self->strings, 0);
}

void td_building_free(struct td_building *self)
{
	free(self->nodes.items);
	free(self->functions.items);
	free(self->strings.items);
	free(self->table);
}

const char *td_building_text(const struct td_building *self, uint32_t string)
{
	return self->strings.items + string;
}

static size_t slot_of(const struct td_building *self, const char *text)
{
	size_t i = td_hash_bytes(text, strlen(text), 1) % self->table_size;

	while (self->table[i] && strcmp(self->strings.items + self->table[i], text))
		i = (i + 1) % self->table_size;
	return i;
}

static void grow_table(struct td_building *self)
{
	uint32_t *old = self->table;
	size_t size = self->table_size;

	self->table_size *= 4;
	self->table = td_alloc(self->table_size * sizeof *self->table);
	for (size_t i = 0; i < size; i++)
		if (old[i])
			self->table[slot_of(self, self->strings.items + old[i])] = old[i];
	free(old);
}

uint32_t td_building_string(struct td_building *self, const char *text)
{
	size_t slot, size;

	if (!text || !*text)
		return 0;
	slot = slot_of(self, text);
	if (self->table[slot])
		return self->table[slot];
	size = strlen(text) + 1;
	self->table[slot] = (uint32_t)self->strings.count;
	for (size_t i = 0; i < size; i++)
		TD_PUSH(&self->strings, text[i]);
	slot = self->table[slot];
	if (++self->table_used * 2 > self->table_size)
		grow_table(self);
	return (uint32_t)slot;
}

uint32_t td_building_node(struct td_building *self, struct td_node node)
{
	TD_PUSH(&self->nodes, node);
	return (uint32_t)self->nodes.count - 1;
}

static int put(const void *bytes, size_t size, FILE *out)
{
	return size && fwrite(bytes, size, 1, out) != 1;
}

int td_building_send(const struct td_building *self, FILE *out)
{
	struct td_unit unit = { TD_UNIT_MAGIC, self->flags, self->error, (uint32_t)self->nodes.count,
				(uint32_t)self->functions.count, (uint32_t)self->strings.count };

	return put(&unit, sizeof unit, out) || put(self->nodes.items, self->nodes.count * sizeof *self->nodes.items, out) ||
	       put(self->functions.items, self->functions.count * sizeof *self->functions.items, out) ||
	       put(self->strings.items, self->strings.count, out) || fflush(out) ? -1 : 0;
}
