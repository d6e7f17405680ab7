#include "records.h"

#include "base/base.h"

#include <stdlib.h>
#include <string.h>

/* The name of a field as it came, "USR \n file \n hash", and the one that stands for it. */
struct field {
	const char *text;
	uint32_t name, meant;
};

struct fields {
	struct field *items;
	size_t count, room;
};

static bool is_field(const struct td_program *self, uint32_t name)
{
	return strchr(td_text(self, name), '\n') != NULL;
}

static int by_text(const void *a, const void *b)
{
	return strcmp(((const struct field *)a)->text, ((const struct field *)b)->text);
}

static int by_name(const void *a, const void *b)
{
	const struct field *left = a, *right = b;

	return left->name < right->name ? -1 : left->name > right->name;
}

static void collect(const struct td_program *self, struct fields *fields)
{
	unsigned char *is_seen = td_alloc(self->all.strings.count);

	for (uint32_t i = 1; i < self->all.nodes.count; i++) {
		uint32_t name = td_node(self, i)->name;

		if (!is_seen[name] && is_field(self, name))
			TD_PUSH(fields, ((struct field){ td_text(self, name), name, name }));
		is_seen[name] = 1;
	}
	free(is_seen);
}

/* The same part of two names, up to the end of the line. */
static bool are_equal(const char *a, const char *b)
{
	size_t size = strcspn(a, "\n");

	return size == strcspn(b, "\n") && !strncmp(a, b, size);
}

static const char *part(const struct field *field, unsigned which)
{
	const char *at = field->text;

	while (which--)
		at = strchr(at, '\n') + 1;
	return at;
}

static bool are_one(const struct field *a, const struct field *b)
{
	return are_equal(part(a, 1), part(b, 1)) || are_equal(part(a, 2), part(b, 2));
}

/* Two that are one with a third are one. */
static void unite(struct field *fields, size_t count)
{
	bool changed = true;

	while (changed) {
		changed = false;
		for (size_t i = 0; i < count; i++)
			for (size_t j = i + 1; j < count; j++)
				if (fields[i].meant != fields[j].meant && are_one(&fields[i], &fields[j])) {
					uint32_t meant = fields[i].meant < fields[j].meant ? fields[i].meant : fields[j].meant;

					fields[i].meant = fields[j].meant = meant;
					changed = true;
				}
	}
}

static void rename_nodes(struct td_program *self, const struct fields *fields)
{
	for (uint32_t i = 1; i < self->all.nodes.count; i++) {
		struct field key = { .name = self->all.nodes.items[i].name };
		const struct field *found = bsearch(&key, fields->items, fields->count, sizeof key, by_name);

		if (found)
			self->all.nodes.items[i].name = found->meant;
	}
}

void td_records_unite(struct td_program *self)
{
	struct fields fields = { 0 };
	size_t end;

	collect(self, &fields);
	if (!fields.count)
		return;
	qsort(fields.items, fields.count, sizeof *fields.items, by_text);
	for (size_t first = 0; first < fields.count; first = end) {
		for (end = first + 1; end < fields.count && are_equal(fields.items[first].text, fields.items[end].text);)
			end++;
		unite(fields.items + first, end - first);
	}
	qsort(fields.items, fields.count, sizeof *fields.items, by_name);
	rename_nodes(self, &fields);
	free(fields.items);
}
