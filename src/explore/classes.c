#include "classes.h"

#include "base/base.h"

#include <stdlib.h>
#include <string.h>

void td_classes_init(struct td_classes *self)
{
	*self = (struct td_classes){ .slots = td_alloc(TD_CLASS_SLOTS * sizeof *self->slots) };
}

void td_classes_add(struct td_classes *self, uint64_t fingerprint)
{
	uint64_t wanted = fingerprint ? fingerprint : 1;
	uint64_t at = (wanted ^ wanted >> 32) % TD_CLASS_SLOTS;

	while (self->slots[at] && self->slots[at] != wanted)
		at = (at + 1) % TD_CLASS_SLOTS;
	if (self->slots[at] == wanted)
		return;
	if (self->count == TD_CLASS_MOST) {
		self->full = 1;
		return;
	}
	self->slots[at] = wanted;
	self->count++;
}

void td_classes_clear(struct td_classes *self)
{
	if (self->count)
		memset(self->slots, 0, TD_CLASS_SLOTS * sizeof *self->slots);
	self->count = 0;
	self->full = 0;
}

void td_classes_drop(struct td_classes *self)
{
	free(self->slots);
	self->slots = NULL;
}
