#include "lines.h"

#include "types.h"

#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

/* What is looked for, and what is found. */
struct look {
	const char *file, *function;
	int line;
	uint64_t base; /* of the module that is looked at */
	struct td_code code;
	struct td_line_numbers lines;
	struct td_strings files;
	bool lists_files;
};

bool td_lines_is_file(const char *path, const char *file)
{
	size_t length = path ? strlen(path) : 0, end = strlen(file);

	return length >= end && !strcmp(path + length - end, file) &&
	       (length == end || path[length - end - 1] == '/' || file[0] == '/');
}

static void add_code(struct look *look, uint64_t low, uint64_t high)
{
	struct td_code *code = &look->code;
	struct td_code_range *last = code->count ? &code->items[code->count - 1] : NULL;

	if (low >= high)
		return;
	if (last && last->high == look->base + low)
		last->high = look->base + high;
	else
		TD_PUSH(code, ((struct td_code_range){look->base + low, look->base + high}));
}

static void look_at_row(struct look *look, Dwarf_Line *row, Dwarf_Line *next)
{
	Dwarf_Addr low, high;
	bool is_end = false;
	int line = 0;

	dwarf_lineendsequence(row, &is_end);
	if (is_end || !next || dwarf_lineno(row, &line) ||
	    !td_lines_is_file(dwarf_linesrc(row, NULL, NULL), look->file))
		return;
	if (line)
		TD_PUSH(&look->lines, line);
	if (line == look->line && dwarf_lineaddr(row, &low) == 0 && dwarf_lineaddr(next, &high) == 0)
		add_code(look, low, high);
}

static void look_at_rows(struct look *look, Dwarf_Die *unit)
{
	Dwarf_Lines *rows;
	size_t count;

	if (dwarf_getsrclines(unit, &rows, &count))
		return;
	for (size_t i = 0; i < count; i++)
		look_at_row(look, dwarf_onesrcline(rows, i), i + 1 < count ? dwarf_onesrcline(rows, i + 1) : NULL);
}

static const char *file_of(Dwarf_Die *die, unsigned attribute)
{
	Dwarf_Attribute number;
	Dwarf_Files *files;
	Dwarf_Word value;
	Dwarf_Die unit;
	size_t count;

	if (!dwarf_attr_integrate(die, attribute, &number) || dwarf_formudata(&number, &value) ||
	    !dwarf_diecu(die, &unit, NULL, NULL) || dwarf_getsrcfiles(&unit, &files, &count) || value >= count)
		return NULL;
	return dwarf_filesrc(files, value, NULL, NULL);
}

/* What the user wrote has lines of its own. */
static bool is_of_library(Dwarf_Die *inlined)
{
	const char *file = file_of(inlined, DW_AT_decl_file);

	return file && !strncmp(file, "/usr/", strlen("/usr/"));
}

static bool is_inlined_at(struct look *look, Dwarf_Die *die)
{
	Dwarf_Attribute number;
	Dwarf_Word line;

	return look->file && dwarf_tag(die) == DW_TAG_inlined_subroutine && dwarf_attr(die, DW_AT_call_line, &number) &&
	       dwarf_formudata(&number, &line) == 0 && (int)line == look->line &&
	       td_lines_is_file(file_of(die, DW_AT_call_file), look->file) && is_of_library(die);
}

static bool is_function(struct look *look, Dwarf_Die *die)
{
	int tag = dwarf_tag(die);
	const char *name;

	if (!look->function || (tag != DW_TAG_subprogram && tag != DW_TAG_inlined_subroutine))
		return false;
	name = dwarf_diename(die);
	return name && !strcmp(name, look->function);
}

static void add_code_of(struct look *look, Dwarf_Die *die)
{
	Dwarf_Addr base, low, high;
	ptrdiff_t at = 0;

	while ((at = dwarf_ranges(die, at, &base, &low, &high)) > 0)
		add_code(look, low, high);
}

static bool can_hold_code(int tag)
{
	return tag == DW_TAG_subprogram || tag == DW_TAG_inlined_subroutine || tag == DW_TAG_lexical_block ||
	       tag == DW_TAG_namespace || tag == DW_TAG_class_type || tag == DW_TAG_structure_type ||
	       tag == DW_TAG_try_block || tag == DW_TAG_catch_block;
}

static void look_at_entries(struct look *look, Dwarf_Die *parent)
{
	Dwarf_Die die;

	if (dwarf_child(parent, &die))
		return;
	do {
		if (!can_hold_code(dwarf_tag(&die)))
			continue;
		if (is_inlined_at(look, &die) || is_function(look, &die))
			add_code_of(look, &die);
		look_at_entries(look, &die);
	} while (dwarf_siblingof(&die, &die) == 0);
}

static bool has_file(Dwarf_Die *unit, const char *file)
{
	Dwarf_Files *files;
	size_t count;

	if (dwarf_getsrcfiles(unit, &files, &count))
		return false;
	for (size_t i = 0; i < count; i++)
		if (td_lines_is_file(dwarf_filesrc(files, i, NULL, NULL), file))
			return true;
	return false;
}

static void add_file(struct td_strings *list, const char *path)
{
	for (size_t i = 0; i < list->count; i++)
		if (!strcmp(list->items[i], path))
			return;
	TD_PUSH(list, td_strdup(path));
}

static void add_files(struct look *look, Dwarf_Die *unit)
{
	Dwarf_Files *files;
	size_t count;

	if (dwarf_getsrcfiles(unit, &files, &count))
		return;
	for (size_t i = 0; i < count; i++)
		if (dwarf_filesrc(files, i, NULL, NULL))
			add_file(&look->files, dwarf_filesrc(files, i, NULL, NULL));
}

static void look_at_unit(struct look *look, Dwarf_Die *unit)
{
	if (look->lists_files && !td_unit_is_runtime(unit))
		add_files(look, unit);
	if (td_unit_is_runtime(unit) || (look->file && !has_file(unit, look->file)))
		return;
	if (look->file)
		look_at_rows(look, unit);
	if (look->file || look->function)
		look_at_entries(look, unit);
}

static void look_at_image(struct look *look, struct td_image *image)
{
	Dwarf_Off offset = 0, next;
	size_t header;
	Dwarf_Die unit;

	while (image->dwarf && dwarf_nextcu(image->dwarf, offset, &next, &header, NULL, NULL, NULL) == 0) {
		if (dwarf_offdie(image->dwarf, offset + header, &unit))
			look_at_unit(look, &unit);
		offset = next;
	}
}

static void look_everywhere(struct look *look, struct td_symbols *symbols)
{
	uint64_t place;

	for (uint32_t i = 0; i < symbols->module_count; i++) {
		struct td_image *image = td_symbols_image(symbols, symbols->modules[i].low, &place);

		look->base = symbols->modules[i].base;
		if (image)
			look_at_image(look, image);
	}
}

struct td_code td_lines_code(struct td_symbols *symbols, const char *file, int line)
{
	struct look look = {.file = file, .line = line};

	look_everywhere(&look, symbols);
	free(look.lines.items);
	return look.code;
}

struct td_code td_lines_function(struct td_symbols *symbols, const char *name)
{
	struct look look = {.function = name};

	look_everywhere(&look, symbols);
	return look.code;
}

/* Hooks and primitives are the runtime's; in a library they are called through a table, where there is no unit. */
static bool may_act(struct td_image *image, uint64_t target)
{
	Dwarf_Die unit;

	return !td_image_unit(image, target, &unit) || td_unit_is_runtime(&unit);
}

/* A call has the byte E8 and the distance to its target from behind it; one through a pointer has FF. */
static bool has_call(struct td_image *image, uint64_t low, uint64_t high)
{
	size_t size;
	const char *bytes = td_image_bytes(image, low, &size);
	int32_t distance;

	for (size_t i = 0; bytes && i + 5 <= size && low + i < high; i++) {
		if ((uint8_t)bytes[i] == 0xff)
			return true;
		memcpy(&distance, bytes + i + 1, sizeof distance);
		if ((uint8_t)bytes[i] == 0xe8 && may_act(image, low + i + 5 + (uint64_t)(int64_t)distance))
			return true;
	}
	return !bytes;
}

bool td_lines_act(struct td_symbols *symbols, const struct td_code *code)
{
	uint64_t low;

	for (size_t i = 0; i < code->count; i++) {
		struct td_image *image = td_symbols_image(symbols, code->items[i].low, &low);

		if (!image || has_call(image, low, low + (code->items[i].high - code->items[i].low)))
			return true;
	}
	return false;
}

bool td_lines_variable(struct td_symbols *symbols, const char *name, uint64_t *low, uint64_t *high)
{
	uint64_t place;

	for (uint32_t i = 0; i < symbols->module_count; i++) {
		struct td_image *image = td_symbols_image(symbols, symbols->modules[i].low, &place);
		const struct td_variable *variable = image ? td_image_global_named(image, name) : NULL;

		if (variable) {
			*low = symbols->modules[i].base + variable->low;
			*high = symbols->modules[i].base + variable->high;
			return true;
		}
	}
	return false;
}

struct td_strings td_lines_files(struct td_symbols *symbols)
{
	struct look look = {.lists_files = true};

	look_everywhere(&look, symbols);
	return look.files;
}

static int compare_numbers(const void *a, const void *b)
{
	const int *x = a, *y = b;

	return *x < *y ? -1 : *x > *y;
}

struct td_line_numbers td_lines_of(struct td_symbols *symbols, const char *file)
{
	struct look look = {.file = file};
	struct td_line_numbers lines;
	size_t kept = 0;

	look_everywhere(&look, symbols);
	free(look.code.items);
	lines = look.lines;
	if (lines.count)
		qsort(lines.items, lines.count, sizeof *lines.items, compare_numbers);
	for (size_t i = 0; i < lines.count; i++)
		if (!kept || lines.items[kept - 1] != lines.items[i])
			lines.items[kept++] = lines.items[i];
	lines.count = kept;
	return lines;
}
