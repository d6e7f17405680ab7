#include "warned_place.h"

#include <stdlib.h>
#include <string.h>

/* A statement goes over a few lines, and code may be at any of them. */
enum { MOST_LINES_OFF = 5 };

/* How many parts of the two paths are the same, from the end. */
static int common_parts(const char *a, const char *b)
{
	size_t i = strlen(a), k = strlen(b);
	int parts = 0;

	while (i && k && a[i - 1] == b[k - 1]) {
		parts += a[i - 1] == '/';
		i--;
		k--;
	}
	return parts + ((!i || a[i - 1] == '/') && (!k || b[k - 1] == '/') && (!i || !k || a[i] != '/'));
}

/* The last parts of a path; all of it if it has no more. */
static const char *last_parts(const char *path, int parts)
{
	const char *start = path + strlen(path);

	while (start > path && (start[-1] != '/' || --parts))
		start--;
	return start;
}

/* The source file that is meant, by as much of its path as is the same; NULL: none is. */
static const char *file_meant(const struct td_strings *files, const char *file)
{
	const char *best = NULL;
	int most = 0;

	for (size_t i = 0; i < files->count; i++) {
		int parts = common_parts(files->items[i], file);

		if (parts > most) {
			most = parts;
			best = files->items[i];
		}
	}
	return best ? last_parts(best, most) : NULL;
}

static bool is_of_library(const struct td_strings *files, const char *file)
{
	for (size_t i = 0; i < files->count; i++)
		if (td_lines_is_file(files->items[i], file) && strncmp(files->items[i], "/usr/", strlen("/usr/")))
			return false;
	return true;
}

/* The frame that is in the program's own source, or else one that is in a library's; NULL: none is known. */
static const struct td_warned_frame *frame_meant(const struct td_warned_place *self, const struct td_strings *files)
{
	const struct td_warned_frame *of_library = NULL;

	for (size_t i = 0; i < self->count; i++) {
		const char *file = file_meant(files, self->items[i].file);

		if (file && !is_of_library(files, file))
			return &self->items[i];
		if (file && !of_library)
			of_library = &self->items[i];
	}
	return of_library;
}

static bool has_code(struct td_symbols *symbols, const char *file, int line, bool *acts)
{
	struct td_code code = td_lines_code(symbols, file, line);
	bool is_there = code.count;

	*acts = td_lines_act(symbols, &code);
	free(code.items);
	return is_there;
}

/* The one with code that is nearest to LINE; 0: none is near. */
static int nearest(const struct td_line_numbers *lines, int line)
{
	int best = 0;

	for (size_t i = 0; i < lines->count; i++)
		if (abs(lines->items[i] - line) <= MOST_LINES_OFF &&
		    (!best || abs(lines->items[i] - line) < abs(best - line)))
			best = lines->items[i];
	return best;
}

/* Also a line is meant whose only code is that of a library's function which was inlined there. */
static int line_meant(struct td_symbols *symbols, const char *file, int line, bool *acts)
{
	struct td_line_numbers lines;
	int meant;

	if (has_code(symbols, file, line, acts))
		return line;
	lines = td_lines_of(symbols, file);
	meant = nearest(&lines, line);
	free(lines.items);
	if (meant)
		has_code(symbols, file, meant, acts);
	return meant;
}

/* What is wrong with it, or NULL. */
static char *place(struct td_warned_place *self, const struct td_strings *files, struct td_symbols *symbols)
{
	const struct td_warned_frame *frame = frame_meant(self, files);
	bool acts = false;
	const char *file;

	if (!frame)
		return td_format("no code was compiled from a file %s", self->items[0].file);
	file = file_meant(files, frame->file);
	self->line = line_meant(symbols, file, frame->line, &acts);
	if (!self->line)
		return td_format("%s has no code near line %d", file, frame->line);
	self->file = td_strdup(file);
	self->meant = (size_t)(frame - self->items);
	self->is_nearest = self->line != frame->line;
	self->is_idle = !acts;
	return NULL;
}

static void place_all(struct td_warning *self, const struct td_strings *files, struct td_symbols *symbols)
{
	for (size_t i = 0; i < self->count; i++) {
		char *wrong = place(&self->items[i], files, symbols);

		if (wrong && (self->kind != TD_WARNING_WITNESS || i + 1 == self->count) && !self->shown) {
			self->verdict = TD_WARNING_NOT_TRIED;
			self->shown = wrong;
		} else {
			free(wrong);
		}
	}
}

void td_warnings_place(struct td_warnings *list, struct td_symbols *symbols)
{
	struct td_strings files = td_lines_files(symbols);

	for (size_t i = 0; i < list->count; i++)
		place_all(&list->items[i], &files, symbols);
	for (size_t i = 0; i < files.count; i++)
		free(files.items[i]);
	free(files.items);
}

bool td_warned_place_is(const struct td_warned_place *self, const struct td_site *site)
{
	char *path;
	bool is_it;

	if (!self->file || !site->file || site->line != self->line)
		return false;
	path = site->file[0] != '/' && site->directory ? td_format("%s/%s", site->directory, site->file)
						       : td_strdup(site->file);
	is_it = td_lines_is_file(path, self->file);
	free(path);
	return is_it;
}

const struct td_warned_frame *td_warned_place_frame(const struct td_warned_place *self)
{
	return &self->items[self->file ? self->meant : 0];
}

char *td_warned_place_words(const struct td_warned_place *self)
{
	const struct td_warned_frame *frame = td_warned_place_frame(self);
	const char *slash = strrchr(frame->file, '/');

	return td_format("%s:%d", slash ? slash + 1 : frame->file, self->file ? self->line : frame->line);
}
