#include "classes.h"

#include "base/base.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void td_classes_init(struct td_classes *self)
{
	*self = (struct td_classes){ .slots = td_alloc(TD_CLASS_SLOTS * sizeof *self->slots),
				     .times = td_alloc(TD_CLASS_SLOTS * sizeof *self->times) };
}

void td_classes_add(struct td_classes *self, uint64_t fingerprint)
{
	uint64_t wanted = fingerprint ? fingerprint : 1;
	uint64_t at = (wanted ^ wanted >> 32) % TD_CLASS_SLOTS;

	while (self->slots[at] && self->slots[at] != wanted)
		at = (at + 1) % TD_CLASS_SLOTS;
	self->times[at] += self->slots[at] == wanted;
	if (self->slots[at] == wanted)
		return;
	if (self->count == TD_CLASS_MOST) {
		self->full = 1;
		return;
	}
	self->slots[at] = wanted;
	self->times[at] = 1;
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
	free(self->times);
	self->slots = NULL;
}

struct line {
	uint64_t fingerprint;
	uint32_t times;
};

static int compare_lines(const void *a, const void *b)
{
	uint64_t x = ((const struct line *)a)->fingerprint, y = ((const struct line *)b)->fingerprint;

	return x < y ? -1 : x > y;
}

int td_classes_write(const struct td_classes *self, const char *path)
{
	struct line *lines = td_alloc((self->count + 1) * sizeof *lines);
	FILE *file = fopen(path, "wx");
	uint64_t count = 0;
	int bad;

	for (uint64_t i = 0; i < TD_CLASS_SLOTS; i++)
		if (self->slots[i])
			lines[count++] = (struct line){ self->slots[i], self->times[i] };
	qsort(lines, count, sizeof *lines, compare_lines);
	for (uint64_t i = 0; file && i < count; i++)
		fprintf(file, "%016llx %u\n", (unsigned long long)lines[i].fingerprint, lines[i].times);
	free(lines);
	bad = !file || ferror(file);
	if (file)
		bad |= fclose(file) != 0;
	return bad ? error("cannot write the classes to %s: %s", path, strerror(errno)) : 0;
}
