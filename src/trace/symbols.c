#include "symbols.h"

#include <ctype.h>
#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

#include "demangle.h"
#include "path.h"
#include "types.h"

/* A place as the line table gives it. */
struct place {
	const char *path, *directory; /* of the file; of the compilation */
	int line, column;
};

struct td_symbols *td_symbols_open(const struct td_module *modules, uint32_t count)
{
	struct td_symbols *symbols = td_alloc(sizeof *symbols);

	symbols->modules = modules;
	symbols->module_count = count;
	symbols->images = td_alloc(count * sizeof *symbols->images);
	return symbols;
}

void td_symbols_close(struct td_symbols *symbols)
{
	for (uint32_t i = 0; i < symbols->module_count; i++)
		if (symbols->images[i])
			td_image_close(symbols->images[i]);
	td_sources_clear(&symbols->sources);
	free(symbols->images);
	free(symbols);
}

struct td_image *td_symbols_image(struct td_symbols *symbols, uint64_t address, uint64_t *place)
{
	for (uint32_t i = 0; i < symbols->module_count; i++) {
		const struct td_module *module = &symbols->modules[i];

		if (address < module->low || address >= module->high)
			continue;
		if (!symbols->images[i])
			symbols->images[i] = td_image_open(module->path);
		*place = address - module->base;
		return symbols->images[i];
	}
	return NULL;
}

static struct td_image *find_unit(struct td_symbols *symbols, uint64_t pc, enum td_pc how, uint64_t *place, Dwarf_Die *unit)
{
	struct td_image *image = td_symbols_image(symbols, pc, place);

	if (!image)
		return NULL;
	*place -= how == TD_PC_RETURN;
	return td_image_unit(image, *place, unit) ? image : NULL;
}

static bool child_with(Dwarf_Die *parent, uint64_t pc, Dwarf_Die *child)
{
	if (dwarf_child(parent, child))
		return false;
	do {
		switch (dwarf_tag(child)) {
		case DW_TAG_lexical_block:
		case DW_TAG_inlined_subroutine:
		case DW_TAG_try_block:
		case DW_TAG_catch_block:
			if (dwarf_haspc(child, pc) > 0)
				return true;
		}
	} while (dwarf_siblingof(child, child) == 0);
	return false;
}

/* What dwarf_getscopes does, which goes through the whole unit each time, and does not come to a function that lies inside another one
 * which does not hold its code. */
static int scopes_of(struct td_image *image, uint64_t pc, Dwarf_Die *unit, Dwarf_Die **scopes)
{
	const struct td_variable *function = td_image_function(image, pc);
	struct {
		Dwarf_Die *items;
		size_t count, room;
	} list = { 0 };
	Dwarf_Die at, child;

	*scopes = NULL;
	if (!function)
		return 0;
	TD_PUSH(&list, *unit);
	for (at = function->die;; at = child) {
		TD_PUSH(&list, at);
		if (!child_with(&at, pc, &child))
			break;
	}
	for (size_t i = 0; i < list.count / 2; i++) {
		at = list.items[i];
		list.items[i] = list.items[list.count - 1 - i];
		list.items[list.count - 1 - i] = at;
	}
	*scopes = list.items;
	return (int)list.count;
}

int td_symbols_scopes(struct td_symbols *symbols, uint64_t pc, enum td_pc how, Dwarf_Die **scopes)
{
	Dwarf_Die unit;
	uint64_t place;
	struct td_image *image = find_unit(symbols, pc, how, &place, &unit);

	*scopes = NULL;
	return image ? scopes_of(image, place, &unit, scopes) : 0;
}

static const char *directory_of(Dwarf_Die *unit)
{
	Dwarf_Attribute attribute;

	return dwarf_attr(unit, DW_AT_comp_dir, &attribute) ? dwarf_formstring(&attribute) : NULL;
}

/* Code the compiler made up has line 0; the nearest line before it, of the same file, is where a reader would look. */
static int line_before(Dwarf_Die *unit, uint64_t pc, const char *path)
{
	Dwarf_Lines *lines;
	size_t count;
	int number = 0;

	if (!path || dwarf_getsrclines(unit, &lines, &count))
		return 0;
	for (size_t i = count; i-- > 0 && !number;) {
		Dwarf_Line *line = dwarf_onesrcline(lines, i);
		const char *source = dwarf_linesrc(line, NULL, NULL);
		Dwarf_Addr address;

		if (dwarf_lineaddr(line, &address) == 0 && address <= pc && pc - address < 64 && source &&
		    !strcmp(source, path))
			dwarf_lineno(line, &number);
	}
	return number;
}

static struct place place_of(Dwarf_Die *unit, uint64_t pc)
{
	struct place place = { .directory = directory_of(unit) };
	Dwarf_Line *line = dwarf_getsrc_die(unit, pc);

	if (!line)
		return place;
	place.path = dwarf_linesrc(line, NULL, NULL);
	dwarf_lineno(line, &place.line);
	dwarf_linecol(line, &place.column);
	if (!place.line)
		place.line = line_before(unit, pc, place.path);
	return place;
}

static char *absolute_path(const struct place *place)
{
	if (place->path[0] == '/' || !place->directory)
		return td_strdup(place->path);
	return td_format("%s/%s", place->directory, place->path);
}

/* As the compiler was called, where that can be told: "src/queue.c". */
static char *short_path(const struct place *place)
{
	size_t length = place->directory ? strlen(place->directory) : 0;
	const char *path = place->path;

	if (length && !strncmp(path, place->directory, length) && path[length] == '/')
		path += length + 1;
	while (path[0] == '.' && path[1] == '/')
		path += 2;
	return *path == '/' ? td_path_fold(path) : td_strdup(path);
}

/* The innermost function, inlined or not, by its name for the linker. */
static const char *linkage_name(struct td_image *image, uint64_t pc, Dwarf_Die *unit)
{
	static const unsigned names[] = { DW_AT_linkage_name, DW_AT_MIPS_linkage_name, DW_AT_name };
	Dwarf_Attribute attribute;
	Dwarf_Die *scopes;
	const char *name = NULL;
	int count = scopes_of(image, pc, unit, &scopes), at = 0;

	while (at < count && dwarf_tag(&scopes[at]) != DW_TAG_subprogram && dwarf_tag(&scopes[at]) != DW_TAG_inlined_subroutine)
		at++;
	for (size_t i = 0; at < count && !name && i < sizeof names / sizeof *names; i++)
		if (dwarf_attr_integrate(&scopes[at], names[i], &attribute))
			name = dwarf_formstring(&attribute);
	free(scopes);
	return name;
}

static bool place_of_row(struct td_image *image, Dwarf_Die *unit, Dwarf_Line *row, uint64_t pc, struct td_code_place *place)
{
	struct place found = { .path = dwarf_linesrc(row, NULL, NULL), .directory = directory_of(unit) };
	unsigned discriminator = 0;
	char *path;

	if (!found.path)
		return false;
	dwarf_lineno(row, &found.line);
	dwarf_linecol(row, &found.column);
	dwarf_linediscriminator(row, &discriminator);
	path = absolute_path(&found);
	*place = (struct td_code_place){ td_path_fold(path), (uint32_t)found.line, (uint32_t)found.column, discriminator,
					 linkage_name(image, pc, unit) };
	free(path);
	return true;
}

bool td_symbols_place(struct td_symbols *symbols, uint64_t pc, enum td_pc how, struct td_code_place *place)
{
	Dwarf_Die unit;
	uint64_t at;
	struct td_image *image = find_unit(symbols, pc, how, &at, &unit);
	Dwarf_Line *row = image && !td_unit_is_runtime(&unit) ? dwarf_getsrc_die(&unit, at) : NULL;

	return row && place_of_row(image, &unit, row, at, place);
}

struct visitor {
	td_code_visit *visit;
	void *context;
	struct td_image *image;
	uint64_t base;           /* of the module */
};

static void visit_rows(const struct visitor *self, Dwarf_Die *unit)
{
	struct td_code_place place;
	Dwarf_Lines *rows;
	size_t count;

	if (td_unit_is_runtime(unit) || dwarf_getsrclines(unit, &rows, &count))
		return;
	for (size_t i = 0; i + 1 < count; i++) {
		Dwarf_Line *row = dwarf_onesrcline(rows, i);
		Dwarf_Addr low, high;
		bool is_end = false;

		dwarf_lineendsequence(row, &is_end);
		if (is_end || dwarf_lineaddr(row, &low) || dwarf_lineaddr(dwarf_onesrcline(rows, i + 1), &high) || low >= high ||
		    !place_of_row(self->image, unit, row, low, &place))
			continue;
		self->visit(self->context, self->base + low, self->base + high, &place);
		free(place.path);
	}
}

void td_symbols_each_place(struct td_symbols *symbols, td_code_visit *visit, void *context)
{
	for (uint32_t i = 0; i < symbols->module_count; i++) {
		const struct td_module *module = &symbols->modules[i];
		uint64_t place;
		struct visitor self = { visit, context, td_symbols_image(symbols, module->low, &place), module->base };
		Dwarf_Off offset = 0, next;
		size_t header;
		Dwarf_Die unit;

		while (self.image && self.image->dwarf &&
		       dwarf_nextcu(self.image->dwarf, offset, &next, &header, NULL, NULL, NULL) == 0) {
			if (dwarf_offdie(self.image->dwarf, offset + header, &unit))
				visit_rows(&self, &unit);
			offset = next;
		}
	}
}

static char *trimmed(const char *text)
{
	size_t length;

	while (isspace((unsigned char)*text))
		text++;
	length = strlen(text);
	while (length && isspace((unsigned char)text[length - 1]))
		length--;
	return td_format("%.*s", (int)length, text);
}

static const char *source_line(struct td_symbols *symbols, const struct place *place, int line)
{
	char *path;
	const char *text;

	if (!place->path || line <= 0)
		return NULL;
	path = absolute_path(place);
	text = td_sources_line(&symbols->sources, path, line);
	free(path);
	return text;
}

static struct td_site make_site(struct td_symbols *symbols, uint64_t pc, char *function, const struct place *place)
{
	struct td_site site = { .pc = pc, .function = function ? function : td_strdup("?") };

	if (place->path && place->line) {
		const char *source = source_line(symbols, place, place->line);

		site.file = short_path(place);
		site.directory = place->directory ? td_strdup(place->directory) : NULL;
		site.line = place->line;
		site.column = place->column;
		site.source = source ? trimmed(source) : NULL;
	}
	return site;
}

static bool call_place(Dwarf_Die *unit, Dwarf_Die *inlined, struct place *place)
{
	Dwarf_Attribute attribute;
	Dwarf_Word number;
	Dwarf_Files *files;
	size_t count;

	if (!dwarf_attr(inlined, DW_AT_call_file, &attribute) || dwarf_formudata(&attribute, &number) ||
	    dwarf_getsrcfiles(unit, &files, &count) || number >= count)
		return false;
	place->path = dwarf_filesrc(files, number, NULL, NULL);
	place->line = place->column = 0;
	if (dwarf_attr(inlined, DW_AT_call_line, &attribute) && dwarf_formudata(&attribute, &number) == 0)
		place->line = number;
	if (dwarf_attr(inlined, DW_AT_call_column, &attribute) && dwarf_formudata(&attribute, &number) == 0)
		place->column = number;
	return place->path != NULL;
}

static uint32_t sites_from_debug(struct td_symbols *symbols, uint64_t pc, enum td_pc how, struct td_site *sites, uint32_t room)
{
	Dwarf_Die unit, *scopes = NULL;
	uint64_t at;
	uint32_t filled = 0;
	struct td_image *image = find_unit(symbols, pc, how, &at, &unit);

	if (!image || td_unit_is_runtime(&unit))
		return 0;
	struct place place = place_of(&unit, at);
	int count = scopes_of(image, at, &unit, &scopes);

	for (int i = 0; i < count && filled < room; i++) {
		int tag = dwarf_tag(&scopes[i]);

		if (tag != DW_TAG_subprogram && tag != DW_TAG_inlined_subroutine)
			continue;
		sites[filled++] = make_site(symbols, pc, td_die_name(&scopes[i]), &place);
		if (tag == DW_TAG_subprogram || !call_place(&unit, &scopes[i], &place))
			break;
	}
	free(scopes);
	return filled;
}

uint32_t td_symbols_sites(struct td_symbols *symbols, uint64_t pc, enum td_pc how, struct td_site *sites, uint32_t room)
{
	static const struct place nowhere;
	uint32_t filled = sites_from_debug(symbols, pc, how, sites, room);
	const struct td_elf_symbol *symbol = NULL;
	struct td_image *image;
	uint64_t place;

	if (filled)
		return filled;
	image = td_symbols_image(symbols, pc, &place);
	if (image)
		symbol = td_image_symbol(image, place - (how == TD_PC_RETURN), true);
	sites[0] = make_site(symbols, pc, symbol ? td_demangle(symbol->name) : NULL, &nowhere);
	if (image && !symbol) {
		const char *name = strrchr(image->path, '/');

		free(sites[0].function);
		sites[0].function = td_format("?? in %s", name ? name + 1 : image->path);
	}
	return 1;
}

const char *td_symbols_line(struct td_symbols *symbols, uint64_t pc, enum td_pc how)
{
	Dwarf_Die unit;
	uint64_t at;

	if (!find_unit(symbols, pc, how, &at, &unit))
		return NULL;
	struct place place = place_of(&unit, at);

	return source_line(symbols, &place, place.line);
}

char *td_symbols_excerpt(struct td_symbols *symbols, const struct td_site *site, enum td_pc how, uint32_t *first)
{
	Dwarf_Die unit;
	uint64_t at;
	char *text = NULL;

	if (!site->file || !find_unit(symbols, site->pc, how, &at, &unit))
		return NULL;
	/* The site may be the call of a function that was inlined, so its own file is meant. */
	struct place place = { .path = site->file, .directory = directory_of(&unit) };

	*first = site->line > TD_EXCERPT_AROUND ? site->line - TD_EXCERPT_AROUND : 1;
	for (int line = *first; line <= site->line + TD_EXCERPT_AROUND; line++) {
		const char *source = source_line(symbols, &place, line);

		if (!source)
			break;
		char *longer = td_format("%s%s\n", text ? text : "", source);

		free(text);
		text = longer;
	}
	return text;
}
