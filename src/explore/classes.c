#include "classes.h"

#include "base/base.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void td_classes_init(struct td_classes *self, uint64_t most)
{
	*self = (struct td_classes){ .most = most, .slots = td_alloc(TD_CLASS_SLOTS * sizeof *self->slots) };
}

/* 0 is for what is empty. */
static uint64_t fitting(uint64_t fingerprint)
{
	return fingerprint ? fingerprint : 1;
}

static uint64_t first_place(uint64_t wanted)
{
	return (wanted ^ wanted >> 32) % TD_CLASS_SLOTS;
}

/* Where it is, or would be. */
static struct td_class *slot_of(const struct td_classes *self, uint64_t wanted)
{
	uint64_t at = first_place(wanted);

	while (self->slots[at].fingerprint && self->slots[at].fingerprint != wanted)
		at = (at + 1) % TD_CLASS_SLOTS;
	return &self->slots[at];
}

static void reserve(struct td_classes *self, struct td_class *slot, uint64_t wanted)
{
	*slot = (struct td_class){ .fingerprint = wanted };
	TD_PUSH(&self->used, (uint32_t)(slot - self->slots));
}

void td_classes_soon(const struct td_classes *self, uint64_t fingerprint)
{
	__builtin_prefetch(&self->slots[first_place(fitting(fingerprint))], 1);
}

void td_classes_add(struct td_classes *self, uint64_t fingerprint, uint32_t times)
{
	uint64_t wanted = fitting(fingerprint);
	struct td_class *slot = slot_of(self, wanted);

	if (!slot->fingerprint && self->count >= self->most) {
		self->full = 1;
		self->beyond++;
		return;
	}
	if (!slot->fingerprint)
		reserve(self, slot, wanted);
	self->count += !slot->times;
	slot->times += times;
}

void td_classes_await(struct td_classes *self, const struct td_class_list *list)
{
	for (size_t i = 0; i < list->count; i++) {
		uint64_t wanted = fitting(list->items[i].fingerprint);
		struct td_class *slot = slot_of(self, wanted);

		if (!slot->fingerprint)
			reserve(self, slot, wanted);
	}
}

int td_classes_has(const struct td_classes *self, uint64_t fingerprint)
{
	const struct td_class *slot = slot_of(self, fitting(fingerprint));

	return slot->fingerprint && slot->times;
}

void td_classes_clear(struct td_classes *self)
{
	for (size_t i = 0; i < self->used.count; i++)
		self->slots[self->used.items[i]] = (struct td_class){ 0 };
	self->used.count = 0;
	self->count = 0;
	self->full = 0;
	self->beyond = 0;
}

void td_classes_drop(struct td_classes *self)
{
	free(self->slots);
	free(self->used.items);
	self->slots = NULL;
}

static int compare_classes(const void *a, const void *b)
{
	uint64_t x = ((const struct td_class *)a)->fingerprint, y = ((const struct td_class *)b)->fingerprint;

	return x < y ? -1 : x > y;
}

struct td_class_list td_classes_list(const struct td_classes *self)
{
	struct td_class_list list = { 0 };

	for (size_t i = 0; i < self->used.count; i++) {
		const struct td_class *slot = &self->slots[self->used.items[i]];

		if (slot->times)
			TD_PUSH(&list, *slot);
	}
	if (list.count)
		qsort(list.items, list.count, sizeof *list.items, compare_classes);
	return list;
}

int td_classes_write(const struct td_classes *self, const char *path)
{
	struct td_class_list list = td_classes_list(self);
	FILE *file = fopen(path, "wx");
	int bad;

	for (size_t i = 0; file && i < list.count; i++)
		fprintf(file, "%016llx %u\n", (unsigned long long)list.items[i].fingerprint, list.items[i].times);
	free(list.items);
	bad = !file || ferror(file);
	if (file)
		bad |= fclose(file) != 0;
	return bad ? error("cannot write the classes to %s: %s", path, strerror(errno)) : 0;
}
