#include "site_table.h"

#include <fcntl.h>
#include <gelf.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "path.h"
#include "wire/ops.h"

/* Reading a blob: what is wrong in it ends the reading of the section, and nothing of it is believed to be in range. */

struct reader {
	const char *bytes;
	size_t size, at;
	bool bad;
	struct td_strings strings; /* of this blob */
	uint32_t line;             /* of the last site */
};

static uint64_t number(struct reader *self)
{
	uint64_t value = 0;

	for (int shift = 0; shift < 64 && self->at < self->size; shift += 7) {
		unsigned char byte = (unsigned char)self->bytes[self->at++];

		value |= (uint64_t)(byte & 0x7f) << shift;
		if (!(byte & 0x80))
			return value;
	}
	self->bad = true;
	return 0;
}

static uint32_t small(struct reader *self)
{
	uint64_t value = number(self);

	self->bad |= value > UINT32_MAX;
	return (uint32_t)value;
}

/* The number of things that follow, each of at least one byte. */
static uint32_t counter(struct reader *self)
{
	uint32_t count = small(self);

	self->bad |= count > self->size - self->at;
	return self->bad ? 0 : count;
}

static const char *text(struct reader *self)
{
	uint32_t index = small(self);

	self->bad |= index >= self->strings.count;
	return self->bad ? "" : self->strings.items[index];
}

static void read_strings(struct reader *self)
{
	for (uint32_t left = counter(self); left && !self->bad; left--) {
		const char *begin = self->bytes + self->at, *end = memchr(begin, 0, self->size - self->at);

		self->bad |= !end;
		if (end)
			TD_PUSH(&self->strings, (char *)begin);
		self->at += end ? (size_t)(end - begin) + 1 : 0;
	}
}

static void read_site(struct reader *self, struct td_site_table *table)
{
	struct td_table_site site = {.block = (uint32_t)table->blocks.count - 1};
	uint32_t kind = small(self);
	uint64_t difference;

	self->bad |= kind >= TD_SITE_KINDS;
	site.kind = kind;
	site.file = text(self);
	difference = number(self);
	self->line += (uint32_t)(difference >> 1 ^ -(difference & 1));
	site.line = self->line;
	site.column = small(self);
	site.discriminator = small(self);
	site.expression = text(self);
	site.callee = text(self);
	if (!self->bad)
		TD_PUSH(&table->sites, site);
}

static void read_block(struct reader *self, struct td_site_table *table, uint32_t first, uint32_t count)
{
	struct td_table_block block = {.function = (uint32_t)table->functions.count - 1,
				       .first_site = (uint32_t)table->sites.count,
				       .first_successor = (uint32_t)table->successors.count};

	block.is_loop_head = number(self);
	TD_PUSH(&table->blocks, block);
	for (uint32_t left = counter(self); left && !self->bad; left--) {
		uint32_t successor = small(self);

		self->bad |= successor >= count;
		if (!self->bad)
			TD_PUSH(&table->successors, first + successor);
	}
	for (uint32_t left = counter(self); left && !self->bad; left--)
		read_site(self, table);
}

static void read_function(struct reader *self, struct td_site_table *table)
{
	struct td_table_function function = {.first_block = (uint32_t)table->blocks.count, .blob = table->blob_count};
	uint32_t count;

	function.name = text(self);
	function.file = text(self);
	function.signature = text(self);
	function.line = small(self);
	function.flags = small(self);
	if (self->bad)
		return;
	TD_PUSH(&table->functions, function);
	count = counter(self);
	for (uint32_t i = 0; i < count && !self->bad; i++)
		read_block(self, table, function.first_block, count);
}

/* Takes back what has been read of a blob that is damaged. */
static void drop_from(struct td_site_table *table, const struct td_site_table *before)
{
	table->sites.count = before->sites.count;
	table->blocks.count = before->blocks.count;
	table->functions.count = before->functions.count;
	table->successors.count = before->successors.count;
	table->is_damaged = true;
}

static void read_blob(struct td_site_table *table, const char *bytes, size_t size)
{
	struct td_site_table before = *table;
	struct reader reader = {.bytes = bytes, .size = size};

	read_strings(&reader);
	for (uint32_t left = counter(&reader); left && !reader.bad; left--)
		read_function(&reader, table);
	if (reader.bad)
		drop_from(table, &before);
	else
		table->blob_count++;
	free(reader.strings.items);
}

static uint32_t size_at(const char *bytes)
{
	const unsigned char *at = (const unsigned char *)bytes;

	return at[0] | at[1] << 8 | at[2] << 16 | (uint32_t)at[3] << 24;
}

static void read_section(struct td_site_table *table, const char *bytes, size_t size)
{
	enum { HEADER = TD_SITES_MARK_SIZE + 4 };

	while (size) {
		size_t length = size >= HEADER ? size_at(bytes + TD_SITES_MARK_SIZE) : 0;

		if (size < HEADER || memcmp(bytes, TD_SITES_MARK, TD_SITES_MARK_SIZE) != 0 || length > size - HEADER) {
			table->is_damaged = true;
			return;
		}
		read_blob(table, bytes + HEADER, length);
		bytes += HEADER + length;
		size -= HEADER + length;
	}
}

static void read_sections(struct td_site_table *table, Elf *elf)
{
	Elf_Scn *section = NULL;
	GElf_Shdr header;
	size_t names;

	while (elf_getshdrstrndx(elf, &names) == 0 && (section = elf_nextscn(elf, section))) {
		const char *name = gelf_getshdr(section, &header) ? elf_strptr(elf, names, header.sh_name) : NULL;
		Elf_Data *data = name && !strcmp(name, TD_SITES_SECTION) ? elf_rawdata(section, NULL) : NULL;

		if (!data || !data->d_size)
			continue;
		TD_PUSH(&table->texts, td_copy(data->d_buf, data->d_size));
		read_section(table, table->texts.items[table->texts.count - 1], data->d_size);
	}
}

static void read_file(struct td_site_table *table, const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	Elf *elf;

	elf_version(EV_CURRENT);
	elf = fd < 0 ? NULL : elf_begin(fd, ELF_C_READ_MMAP, NULL);
	if (elf && elf_kind(elf) == ELF_K_ELF)
		read_sections(table, elf);
	elf_end(elf);
	if (fd >= 0)
		close(fd);
}

/* The end of each function's blocks, and of each block's sites, is where those of the next one begin. */
static void close_lists(struct td_site_table *table)
{
	struct td_table_block block = {.function = (uint32_t)table->functions.count,
				       .first_site = (uint32_t)table->sites.count,
				       .first_successor = (uint32_t)table->successors.count};

	TD_PUSH(&table->functions,
		((struct td_table_function){.name = "", .first_block = (uint32_t)table->blocks.count}));
	TD_PUSH(&table->blocks, block);
	table->functions.count--;
	table->blocks.count--;
}

static int compare_places(const void *a, const void *b, void *context)
{
	const struct td_site_table *table = context;
	uint32_t one = *(const uint32_t *)a, other = *(const uint32_t *)b;
	const struct td_table_site *x = &table->sites.items[one], *y = &table->sites.items[other];

	if (x->line != y->line)
		return x->line < y->line ? -1 : 1;
	if (x->column != y->column)
		return x->column < y->column ? -1 : 1;
	return one < other ? -1 : one > other;
}

static int compare_names(const void *a, const void *b, void *context)
{
	const struct td_site_table *table = context;
	uint32_t one = *(const uint32_t *)a, other = *(const uint32_t *)b;
	int difference = strcmp(table->functions.items[one].name, table->functions.items[other].name);

	return difference ? difference : one < other ? -1 : one > other;
}

static uint32_t *sorted(struct td_site_table *table, size_t count, int (*compare)(const void *, const void *, void *))
{
	uint32_t *order = td_alloc(count * sizeof *order);

	for (uint32_t i = 0; i < count; i++)
		order[i] = i;
	qsort_r(order, count, sizeof *order, compare, table);
	return order;
}

struct td_site_table *td_site_table_open(const struct td_module *modules, uint32_t count)
{
	struct td_site_table *table = td_alloc(sizeof *table);

	for (uint32_t i = 0; i < count; i++)
		read_file(table, modules[i].path);
	close_lists(table);
	table->by_place = sorted(table, table->sites.count, compare_places);
	table->by_name = sorted(table, table->functions.count, compare_names);
	return table;
}

void td_site_table_close(struct td_site_table *table)
{
	for (size_t i = 0; i < table->texts.count; i++)
		free(table->texts.items[i]);
	free(table->texts.items);
	free(table->sites.items);
	free(table->blocks.items);
	free(table->functions.items);
	free(table->successors.items);
	free(table->by_place);
	free(table->by_name);
	free(table);
}

/* Looking up. */

static size_t first_of_name(const struct td_site_table *table, const char *name)
{
	size_t low = 0, high = table->functions.count;

	while (low < high) {
		size_t middle = (low + high) / 2;

		if (strcmp(table->functions.items[table->by_name[middle]].name, name) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

const struct td_table_function *td_site_table_callee(const struct td_site_table *table,
						     const struct td_table_site *site)
{
	uint32_t blob = table->functions.items[table->blocks.items[site->block].function].blob;
	const struct td_table_function *found = NULL;

	for (size_t i = first_of_name(table, site->callee); i < table->functions.count; i++) {
		const struct td_table_function *function = &table->functions.items[table->by_name[i]];
		bool is_local = function->flags & TD_FUNCTION_LOCAL;

		if (strcmp(function->name, site->callee) != 0)
			break;
		if (is_local && function->blob == blob)
			return function;
		if (!is_local && !found)
			found = function;
	}
	return found;
}

static size_t first_of_line(const struct td_site_table *table, uint32_t line)
{
	size_t low = 0, high = table->sites.count;

	while (low < high) {
		size_t middle = (low + high) / 2;

		if (table->sites.items[table->by_place[middle]].line < line)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static bool is_file(const char *file, const char *path)
{
	char *folded;
	bool is_same;

	if (!strcmp(file, path))
		return true;
	folded = td_path_fold(file);
	is_same = !strcmp(folded, path);
	free(folded);
	return is_same;
}

void td_site_table_at(const struct td_site_table *table, const char *path, uint32_t line, uint32_t column,
		      td_site_visit *visit, void *context)
{
	for (size_t i = first_of_line(table, line); i < table->sites.count; i++) {
		const struct td_table_site *site = &table->sites.items[table->by_place[i]];

		if (site->line != line)
			break;
		if ((!column || site->column == column) && is_file(site->file, path))
			visit(context, table->by_place[i]);
	}
}

struct in_function {
	const struct td_site_table *table;
	const struct td_code_place *place;
	td_site_visit *visit;
	void *context;
};

static void visit_in_function(void *context, uint32_t site)
{
	struct in_function *self = context;
	const struct td_table_site *at = &self->table->sites.items[site];
	const struct td_table_block *block = &self->table->blocks.items[at->block];
	const char *name = self->place->function;

	if (at->discriminator == self->place->discriminator &&
	    (!name || !strcmp(self->table->functions.items[block->function].name, name)))
		self->visit(self->context, site);
}

static void visit_place(const struct td_site_table *table, const struct td_code_place *place, td_site_visit *visit,
			void *context)
{
	if (place->line && place->column)
		td_site_table_at(table, place->path, place->line, place->column, visit_in_function,
				 &(struct in_function){table, place, visit, context});
}

void td_site_table_of(const struct td_site_table *table, struct td_symbols *symbols, uint64_t pc, enum td_pc how,
		      td_site_visit *visit, void *context)
{
	struct td_code_place place;

	if (!table->sites.count || !td_symbols_place(symbols, pc, how, &place))
		return;
	visit_place(table, &place, visit, context);
	free(place.path);
}

struct in_code {
	const struct td_site_table *table;
	td_site_code_visit *visit;
	void *context;
	uint64_t low, high;
};

static void visit_site_of_code(void *context, uint32_t site)
{
	struct in_code *self = context;

	self->visit(self->context, self->low, self->high, site);
}

static void visit_code(void *context, uint64_t low, uint64_t high, const struct td_code_place *place)
{
	struct in_code *self = context;

	self->low = low;
	self->high = high;
	visit_place(self->table, place, visit_site_of_code, self);
}

void td_site_table_each_code(const struct td_site_table *table, struct td_symbols *symbols, td_site_code_visit *visit,
			     void *context)
{
	if (table->sites.count)
		td_symbols_each_place(symbols, visit_code, &(struct in_code){table, visit, context, 0, 0});
}

/* A condition variable's events know their mutex as `other`; that of the wait for it has no expression. */
static bool is_about_mutex(enum td_kind kind)
{
	return kind == TD_LOCK || kind == TD_UNLOCK;
}

/* Functions of the C library whose first argument is the primitive that their events are about. */
static bool is_of_primitive(const char *callee, enum td_kind kind)
{
	static const char *const begins[] = {
		"pthread_mutex_", "pthread_cond_", "pthread_rwlock_", "pthread_spin_", "pthread_barrier_", "sem_",
		"mtx_",           "cnd_"};

	if (is_about_mutex(kind) && (strstr(callee, "cond_") || strstr(callee, "cnd_")))
		return false;
	for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
		if (!strncmp(callee, begins[i], strlen(begins[i])))
			return true;
	return false;
}

static bool names_object(const struct td_table_site *site, enum td_kind kind)
{
	switch (kind) {
	case TD_READ: return site->kind == TD_SITE_READ;
	case TD_WRITE: return site->kind == TD_SITE_WRITE;
	case TD_RMW: return site->kind == TD_SITE_UPDATE;
	default:
		return td_op_acts_on(kind, TD_ON_PRIMITIVE) && site->kind == TD_SITE_CALL &&
		       is_of_primitive(site->callee, kind);
	}
}

/* What the C library does in a call is an access at the call's place; a call of a macro's has the place of its
 * accesses, too. */
static bool may_access(const struct td_site_table *table, const struct td_table_site *site)
{
	if (site->kind == TD_SITE_CALL)
		return strcmp(site->callee, "__assert_fail") != 0 && !td_site_table_callee(table, site);
	return site->kind == TD_SITE_CALL_INDIRECT || site->kind == TD_SITE_ASSEMBLY;
}

struct sought {
	const struct td_site_table *table;
	enum td_kind kind;
	const char *found; /* NULL: none yet; "": there is none, or they differ */
};

static void visit_expression(void *context, uint32_t number)
{
	struct sought *self = context;
	const struct td_table_site *site = &self->table->sites.items[number];

	if (td_op_acts_on(self->kind, TD_ON_MEMORY) && may_access(self->table, site))
		self->found = "";
	if (names_object(site, self->kind))
		self->found = !self->found || !strcmp(self->found, site->expression) ? site->expression : "";
}

const char *td_site_table_expression(const struct td_site_table *table, struct td_symbols *symbols, uint64_t pc,
				     enum td_kind kind)
{
	struct sought sought = {table, kind, NULL};

	td_site_table_of(table, symbols, pc, TD_PC_RETURN, visit_expression, &sought);
	return sought.found && *sought.found ? sought.found : NULL;
}
