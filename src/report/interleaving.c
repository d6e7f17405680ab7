#include "interleaving.h"

#include <stdlib.h>
#include <string.h>

#include "scopes.h"
#include "usual_file.h"
#include "words.h"

enum { MOST_COLUMNS = 4, LEAST_TEXT = 12, LAST_COLUMN = 28, BETWEEN = 3, NO_COLUMN = -1 };

#define STOP_MARK "╰ "

struct column {
	uint32_t thread;
	int place, text; /* widths of what is in it */
	int least;       /* of its head and places, and some text */
	int width;
	char *origin; /* where the thread came from */
};

struct picture {
	const struct td_paint *paint;
	const struct td_trace *trace;
	const struct td_rows *rows;
	struct td_scopes scopes; /* that are told above */
	char **texts;            /* of the rows, without these */
	const char *file;        /* places in it are told without its name; NULL: all are told with their files */
	struct column *columns;
	int count;
	int *column_of;   /* of each thread, NO_COLUMN if it has no row */
	int number;       /* width of an event's number */
	int label, place; /* without columns: widths of these */
};

static int larger(int a, int b)
{
	return a > b ? a : b;
}

static const char *text_of(const struct picture *picture, const struct td_row *row)
{
	return picture->texts[row - picture->rows->items];
}

static const char *place_of(const struct picture *picture, const struct td_row *row)
{
	return row->place ? td_place_in(row->place, picture->file) : "";
}

/* How far a row's text stands from the left of its column. */
static int before_text(const struct column *column, const struct td_row *row)
{
	return row->place ? column->place + 2 : row->kind == TD_ROW_SWITCH ? 2 : 0;
}

/* The label moves to the right with the thread, so that threads are still told apart at a glance. */
static int indent_of(const struct picture *picture, const struct td_row *row)
{
	int at = row->thread == UINT32_MAX ? 0 : picture->column_of[row->thread];

	return at % 6;
}

static char *origin_of(const struct picture *picture, uint32_t thread)
{
	const struct td_trace_thread *info = &picture->trace->threads[thread];
	char *site, *text;

	if (!thread)
		return td_strdup("");
	site = td_words_place(&picture->trace->sites[info->create_site]);
	text = td_format("created at %s", td_place_in(site, picture->file));
	free(site);
	return text;
}

/* The longest word of a column's head: between words it may be broken. */
static int head_width(const struct picture *picture, const struct column *column)
{
	const char *place = strrchr(column->origin, ' ');
	int label = td_text_width(picture->trace->threads[column->thread].label);

	return place ? larger(label, td_text_width(place + 1)) : label;
}

static void measure_places(struct picture *picture)
{
	for (size_t i = 0; i < picture->rows->count; i++) {
		const struct td_row *row = &picture->rows->items[i];
		int width = td_text_width(place_of(picture, row));

		picture->place = larger(picture->place, width);
		if (row->thread == UINT32_MAX)
			continue;
		struct column *column = &picture->columns[picture->column_of[row->thread]];

		column->place = larger(column->place, width);
		picture->label =
			larger(picture->label,
			       indent_of(picture, row) + td_text_width(picture->trace->threads[row->thread].label));
	}
}

static void measure_text(struct picture *picture)
{
	for (size_t i = 0; i < picture->rows->count; i++) {
		const struct td_row *row = &picture->rows->items[i];

		if (row->thread == UINT32_MAX)
			continue;
		struct column *column = &picture->columns[picture->column_of[row->thread]];

		column->text = larger(column->text, before_text(column, row) + td_text_width(text_of(picture, row)));
	}
}

/* What the widths depend on where the names of FILE are left out. */
static void measure(struct picture *picture, const char *file)
{
	picture->file = file;
	picture->label = picture->place = 0;
	for (int i = 0; i < picture->count; i++) {
		struct column *column = &picture->columns[i];

		free(column->origin);
		*column = (struct column){.thread = column->thread, .origin = origin_of(picture, column->thread)};
		column->text = larger(td_text_width(picture->trace->threads[column->thread].label),
				      td_text_width(column->origin));
	}
	measure_places(picture);
	measure_text(picture);
	for (int i = 0; i < picture->count; i++)
		picture->columns[i].least =
			larger(head_width(picture, &picture->columns[i]), picture->columns[i].place + 2 + LEAST_TEXT);
}

static struct picture arrange(const struct td_paint *paint, const struct td_trace *trace, const struct td_rows *rows)
{
	struct picture picture = {.paint = paint,
				  .trace = trace,
				  .rows = rows,
				  .columns = td_alloc(trace->thread_count * sizeof *picture.columns),
				  .column_of = td_alloc(trace->thread_count * sizeof *picture.column_of),
				  .number = larger(snprintf(NULL, 0, "%u", trace->event_count), 3),
				  .scopes = td_scopes_make(trace, rows),
				  .texts = td_alloc(rows->count * sizeof *picture.texts)};
	bool *seen = td_alloc(trace->thread_count * sizeof *seen);

	for (size_t i = 0; i < rows->count; i++)
		if (rows->items[i].thread != UINT32_MAX)
			seen[rows->items[i].thread] = true;
	for (uint32_t i = 0; i < trace->thread_count; i++) {
		picture.column_of[i] = seen[i] ? picture.count : NO_COLUMN;
		if (seen[i])
			picture.columns[picture.count++] = (struct column){.thread = i};
	}
	free(seen);
	for (size_t i = 0; i < rows->count; i++)
		picture.texts[i] = td_scopes_strip(&picture.scopes, rows->items[i].text);
	return picture;
}

/* The columns that are left get what they need, or the wide ones less. */
static void share(struct picture *picture, int count, int room)
{
	int most = room, total;

	do {
		total = 0;
		for (int i = 0; i < count; i++) {
			struct column *column = &picture->columns[i];

			column->width = larger(column->least, column->text < most ? column->text : most);
			total += column->width;
		}
	} while (total > room && most-- > 0);
}

/* A row has text in one column only, and may run on over the empty ones to its right.  The last has nothing to run
 * over, so it is served first.  False if that leaves too little. */
static bool fit(struct picture *picture)
{
	int count = picture->count, room = picture->paint->width - picture->number - 2 - BETWEEN * (count - 1);
	struct column *last = &picture->columns[count - 1];
	int most = room;

	if (count > MOST_COLUMNS || !count)
		return false;
	for (int i = 0; i < count - 1; i++)
		most -= picture->columns[i].least;
	if (most < last->least || (most < last->text && most < LAST_COLUMN))
		return false;
	last->width = last->text < most ? last->text : most;
	share(picture, count - 1, room - last->width);
	return true;
}

/* How far a text in column AT may go: to the end of the line. */
static int reach(const struct picture *picture, int at)
{
	int width = picture->columns[at].width;

	for (int i = at + 1; i < picture->count; i++)
		width += BETWEEN + picture->columns[i].width;
	return width;
}

/* Does all text stand on one line, and every head? */
static bool is_unbroken(const struct picture *picture)
{
	for (int i = 0; i < picture->count; i++)
		if (picture->columns[i].width < td_text_width(picture->columns[i].origin))
			return false;
	for (size_t i = 0; i < picture->rows->count; i++) {
		const struct td_row *row = &picture->rows->items[i];
		int at = row->thread == UINT32_MAX ? NO_COLUMN : picture->column_of[row->thread];

		if (at != NO_COLUMN &&
		    before_text(&picture->columns[at], row) + td_text_width(text_of(picture, row)) > reach(picture, at))
			return false;
	}
	return true;
}

static enum td_colour colour_of(const struct td_row *row)
{
	switch (row->kind) {
	case TD_ROW_END: return TD_RED;
	case TD_ROW_SWITCH: return TD_YELLOW;
	case TD_ROW_FOLD: return TD_DIM;
	default: return TD_PLAIN;
	}
}

/* Everything left of column AT, as it is where nothing is said. */
static void print_left(const struct picture *picture, const struct td_row *row, int at)
{
	if (row && row->kind == TD_ROW_EVENT)
		td_paint_format(picture->paint, TD_DIM, "%*u  ", picture->number, row->event + 1);
	else if (row && row->kind == TD_ROW_END)
		td_paint_pad(picture->paint, picture->number - 1), td_paint(picture->paint, TD_RED, "✗  ");
	else
		td_paint_pad(picture->paint, picture->number + 2);
	for (int i = 0; i < at; i++) {
		td_paint_pad(picture->paint, picture->columns[i].width);
		td_paint(picture->paint, TD_DIM, " │ ");
	}
}

/* The empty columns right of column AT, of which USED is filled; the text may have gone beyond it. */
static void print_right(const struct picture *picture, int at, int used)
{
	int gap = 0; /* blanks that are owed if anything follows */

	for (int i = at + 1; i < picture->count; i++) {
		int left = picture->columns[i - 1].width - used;

		used = left < 0 ? -left - BETWEEN : 0;
		if (left < 0) {
			gap = used < 0 ? -used : 0;
			used = used < 0 ? 0 : used;
			continue;
		}
		td_paint_pad(picture->paint, gap + left);
		td_paint(picture->paint, TD_DIM, i + 1 < picture->count ? " │ " : " │");
		gap = 0;
	}
	fputc('\n', picture->paint->out);
}

/* TEXT in lines of WIDTH columns: the first as far as it fits, the rest from *text on. */
static char *take_line(const char **text, int width)
{
	size_t size = td_text_fit(*text, larger(width, 8));
	char *line = td_format("%.*s", (int)size, *text);

	*text += size;
	*text += strspn(*text, " ");
	return line;
}

static void print_cell(const struct picture *picture, const struct td_row *row)
{
	int at = picture->column_of[row->thread], used;
	int before = before_text(&picture->columns[at], row);
	const char *text = text_of(picture, row), *place = place_of(picture, row);
	bool first = true;

	do {
		char *line = take_line(&text, reach(picture, at) - before);

		print_left(picture, first ? row : NULL, at);
		if (first && row->kind == TD_ROW_SWITCH) {
			td_paint(picture->paint, TD_YELLOW, STOP_MARK);
		} else if (first && row->place) {
			td_paint(picture->paint, TD_CYAN, place);
			td_paint_pad(picture->paint, before - td_text_width(place));
		} else {
			td_paint_pad(picture->paint, before);
		}
		td_paint(picture->paint, colour_of(row), line);
		used = before + td_text_width(line);
		print_right(picture, at, used);
		free(line);
		first = false;
	} while (*text);
}

/* A line of all heads, from where each has come to; false if they were at their ends. */
static bool print_head_line(const struct picture *picture, const char **texts, enum td_colour colour)
{
	const struct td_paint *paint = picture->paint;
	bool any = false;

	for (int i = 0; i < picture->count; i++)
		any |= *texts[i] != 0;
	if (!any)
		return false;
	td_paint_pad(paint, picture->number + 2);
	for (int i = 0; i < picture->count; i++) {
		char *line = take_line(&texts[i], picture->columns[i].width);

		td_paint(paint, colour, line);
		if (i + 1 < picture->count) {
			td_paint_pad(paint, picture->columns[i].width - td_text_width(line));
			td_paint(paint, TD_DIM, " │ ");
		}
		free(line);
	}
	fputc('\n', paint->out);
	return true;
}

static void print_heads(const struct picture *picture)
{
	const char **labels = td_alloc(picture->count * sizeof *labels),
		   **origins = td_alloc(picture->count * sizeof *origins);

	for (int i = 0; i < picture->count; i++) {
		labels[i] = picture->trace->threads[picture->columns[i].thread].label;
		origins[i] = picture->columns[i].origin;
	}
	while (print_head_line(picture, labels, TD_BOLD))
		;
	while (print_head_line(picture, origins, TD_DIM))
		;
	free(labels);
	free(origins);
}

static void print_columns(const struct picture *picture)
{
	print_heads(picture);
	for (size_t i = 0; i < picture->rows->count; i++) {
		const struct td_row *row = &picture->rows->items[i];

		if (row->thread != UINT32_MAX) {
			print_cell(picture, row);
		} else {
			td_paint_pad(picture->paint, picture->number + 2);
			td_paint_sentence(picture->paint, TD_DIM, picture->number + 2, picture->number + 4,
					  text_of(picture, row));
		}
	}
}

/* Without columns: how far a row's text stands from the left of the line. */
static int line_before(const struct picture *picture, const struct td_row *row)
{
	return picture->number + 2 + picture->label + 2 + picture->place + 2 + (row->kind == TD_ROW_SWITCH ? 2 : 0);
}

static void print_line(const struct picture *picture, const struct td_row *row)
{
	const struct td_paint *paint = picture->paint;
	const char *name = row->thread == UINT32_MAX ? "" : picture->trace->threads[row->thread].label;
	const char *place = place_of(picture, row);
	int indent = indent_of(picture, row), at = line_before(picture, row);

	print_left(picture, row, 0);
	td_paint_pad(paint, indent);
	td_paint(paint, TD_BOLD, name);
	td_paint_pad(paint, picture->label - indent - td_text_width(name) + 2);
	td_paint(paint, TD_CYAN, place);
	td_paint_pad(paint, picture->place - td_text_width(place) + 2);
	td_paint(paint, colour_of(row), row->kind == TD_ROW_SWITCH ? STOP_MARK : "");
	td_paint_sentence(paint, colour_of(row), at, at, text_of(picture, row));
}

static void print_lines(const struct picture *picture)
{
	for (size_t i = 0; i < picture->rows->count; i++)
		print_line(picture, &picture->rows->items[i]);
}

static bool do_lines_fit(const struct picture *picture)
{
	for (size_t i = 0; i < picture->rows->count; i++) {
		const struct td_row *row = &picture->rows->items[i];

		if (line_before(picture, row) + td_text_width(text_of(picture, row)) > picture->paint->width)
			return false;
	}
	return true;
}

/* In columns if they can be had, with the names of files if they fit; whether in columns. */
static bool choose_layout(struct picture *picture, const char *file)
{
	measure(picture, NULL);
	if (fit(picture) && is_unbroken(picture))
		return true;
	measure(picture, file);
	if (fit(picture))
		return true;
	measure(picture, NULL);
	if (!do_lines_fit(picture))
		measure(picture, file);
	return false;
}

/* What the rows leave out. */
static void print_legend(const struct picture *picture)
{
	int at = picture->number + 2;

	if (picture->file) {
		td_paint_pad(picture->paint, at);
		td_paint_sentence_format(picture->paint, TD_DIM, at, at, ":N is line N of %s", picture->file);
	}
	for (size_t i = 0; i < picture->scopes.count; i++) {
		const struct td_scope *scope = &picture->scopes.items[i];

		if (scope->is_ambiguous)
			continue;
		td_paint_pad(picture->paint, at);
		td_paint_sentence_format(picture->paint, TD_DIM, at, at, "%s is the variable %s", scope->root,
					 scope->scope);
	}
}

static void clear(struct picture *picture)
{
	for (int i = 0; i < picture->count; i++)
		free(picture->columns[i].origin);
	for (size_t i = 0; i < picture->rows->count; i++)
		free(picture->texts[i]);
	td_scopes_clear(&picture->scopes);
	free(picture->texts);
	free(picture->columns);
	free(picture->column_of);
}

void td_interleaving_print(const struct td_paint *paint, const struct td_trace *trace, const struct td_rows *rows)
{
	struct picture picture = arrange(paint, trace, rows);
	char *file = td_usual_file(rows);
	bool has_columns = choose_layout(&picture, file);

	print_legend(&picture);
	if (has_columns)
		print_columns(&picture);
	else
		print_lines(&picture);
	clear(&picture);
	free(file);
}
