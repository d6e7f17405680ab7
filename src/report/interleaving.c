#include "interleaving.h"

#include <stdlib.h>
#include <string.h>

#include "words.h"

enum { MOST_COLUMNS = 4, LEAST_COLUMN = 24, LAST_COLUMN = 44, BETWEEN = 3, NO_COLUMN = -1 };

#define STOP_MARK "╰ "

struct column {
	uint32_t thread;
	int place, text;         /* widths of what is in it */
	int width;
	char *origin;            /* where the thread came from */
};

struct picture {
	const struct td_paint *paint;
	const struct td_trace *trace;
	const struct td_rows *rows;
	struct column *columns;
	int count;
	int *column_of;          /* of each thread, NO_COLUMN if it has no row */
	int number;              /* width of an event's number */
};

static int larger(int a, int b)
{
	return a > b ? a : b;
}

static char *origin_of(const struct td_trace *trace, uint32_t thread)
{
	const struct td_trace_thread *info = &trace->threads[thread];
	char *site, *text;

	if (!thread)
		return td_strdup("");
	site = td_words_place(&trace->sites[info->create_site]);
	text = td_format("created at %s", site);
	free(site);
	return text;
}

static void add_column(struct picture *picture, uint32_t thread)
{
	struct column *column = &picture->columns[picture->count];

	picture->column_of[thread] = picture->count++;
	*column = (struct column){ .thread = thread, .origin = origin_of(picture->trace, thread) };
	column->text = larger(td_text_width(picture->trace->threads[thread].label), td_text_width(column->origin));
}

static void measure(struct picture *picture)
{
	for (size_t i = 0; i < picture->rows->count; i++) {
		const struct td_row *row = &picture->rows->items[i];

		if (row->place) {
			struct column *column = &picture->columns[picture->column_of[row->thread]];

			column->place = larger(column->place, td_text_width(row->place));
		}
	}
	for (size_t i = 0; i < picture->rows->count; i++) {
		const struct td_row *row = &picture->rows->items[i];

		if (row->thread == UINT32_MAX)
			continue;
		struct column *column = &picture->columns[picture->column_of[row->thread]];
		int before = row->place ? column->place + 2 : row->kind == TD_ROW_SWITCH ? 2 : 0;

		column->text = larger(column->text, before + td_text_width(row->text));
	}
}

static struct picture arrange(const struct td_paint *paint, const struct td_trace *trace, const struct td_rows *rows)
{
	struct picture picture = { .paint = paint, .trace = trace, .rows = rows,
				   .columns = td_alloc(trace->thread_count * sizeof *picture.columns),
				   .column_of = td_alloc(trace->thread_count * sizeof *picture.column_of),
				   .number = snprintf(NULL, 0, "%u", trace->event_count) };
	bool *seen = td_alloc(trace->thread_count * sizeof *seen);

	for (size_t i = 0; i < rows->count; i++)
		if (rows->items[i].thread != UINT32_MAX)
			seen[rows->items[i].thread] = true;
	for (uint32_t i = 0; i < trace->thread_count; i++) {
		picture.column_of[i] = NO_COLUMN;
		if (seen[i])
			add_column(&picture, i);
	}
	free(seen);
	picture.number = larger(picture.number, 3);
	measure(&picture);
	return picture;
}

/* Each column gets what it needs, or the wide ones less: a row has text in one column only, and may run on over the empty ones
 * to its right.  The last has nothing to run over, so it is served first.  False if that leaves too little. */
static bool fit(struct picture *picture)
{
	int count = picture->count, room = picture->paint->width - picture->number - 2 - BETWEEN * (count - 1), most, total;

	if (count > MOST_COLUMNS || !count)
		return false;
	struct column *last = &picture->columns[count - 1];

	most = room - LEAST_COLUMN * (count - 1);
	if (most < LEAST_COLUMN || (most < last->text && most < LAST_COLUMN))
		return false;
	last->width = last->text < most ? last->text : most;
	room -= last->width;
	most = room;
	do {
		total = 0;
		for (int i = 0; i < count - 1; i++) {
			struct column *column = &picture->columns[i];

			column->width = column->text < most ? column->text : most;
			total += column->width;
		}
	} while (total > room && most-- > LEAST_COLUMN);
	return true;
}

static enum td_colour colour_of(const struct td_row *row)
{
	switch (row->kind) {
	case TD_ROW_END:
		return TD_RED;
	case TD_ROW_SWITCH:
		return TD_YELLOW;
	case TD_ROW_FOLD:
		return TD_DIM;
	default:
		return TD_PLAIN;
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

/* How far a text in column AT may go: to the end of the line. */
static int reach(const struct picture *picture, int at)
{
	int width = picture->columns[at].width;

	for (int i = at + 1; i < picture->count; i++)
		width += BETWEEN + picture->columns[i].width;
	return width;
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
	int at = picture->column_of[row->thread], before = 0, used;
	const struct column *column = &picture->columns[at];
	const char *text = row->text;
	bool first = true;

	if (row->kind == TD_ROW_SWITCH)
		before = 2;
	else if (row->place)
		before = column->place + 2;
	do {
		char *line = take_line(&text, reach(picture, at) - before);

		print_left(picture, first ? row : NULL, at);
		if (first && row->kind == TD_ROW_SWITCH) {
			td_paint(picture->paint, TD_YELLOW, STOP_MARK);
		} else if (first && row->place) {
			td_paint(picture->paint, TD_CYAN, row->place);
			td_paint_pad(picture->paint, before - td_text_width(row->place));
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

static void print_heads(const struct picture *picture)
{
	const struct td_paint *paint = picture->paint;
	int lines = picture->count == 1 && !*picture->columns[0].origin ? 1 : 2;

	for (int line = 0; line < lines; line++) {
		td_paint_pad(paint, picture->number + 2);
		for (int i = 0; i < picture->count; i++) {
			const struct column *column = &picture->columns[i];
			const char *text = line ? column->origin : picture->trace->threads[column->thread].label;
			char *cut = td_format("%.*s", (int)td_text_fit(text, column->width), text);

			td_paint(paint, line ? TD_DIM : TD_BOLD, cut);
			if (i + 1 < picture->count) {
				td_paint_pad(paint, column->width - td_text_width(cut));
				td_paint(paint, TD_DIM, " │ ");
			}
			free(cut);
		}
		fputc('\n', paint->out);
	}
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
			td_paint(picture->paint, TD_DIM, row->text);
			fputc('\n', picture->paint->out);
		}
	}
}

/* The label moves to the right with the thread, so that threads are still told apart at a glance. */
static int indent_of(const struct picture *picture, const struct td_row *row)
{
	int at = row->thread == UINT32_MAX ? 0 : picture->column_of[row->thread];

	return at % 6;
}

static void print_line(const struct picture *picture, const struct td_row *row, int label, int place)
{
	const struct td_paint *paint = picture->paint;
	const char *name = row->thread == UINT32_MAX ? "" : picture->trace->threads[row->thread].label;
	int indent = indent_of(picture, row);

	print_left(picture, row, 0);
	td_paint_pad(paint, indent);
	td_paint(paint, TD_BOLD, name);
	td_paint_pad(paint, label - indent - td_text_width(name) + 2);
	td_paint(paint, TD_CYAN, row->place ? row->place : "");
	td_paint_pad(paint, place - td_text_width(row->place ? row->place : "") + 2);
	td_paint(paint, colour_of(row), row->kind == TD_ROW_SWITCH ? STOP_MARK : "");
	td_paint(paint, colour_of(row), row->text);
	fputc('\n', paint->out);
}

static void print_compact(const struct picture *picture)
{
	int label = 0, place = 0;

	for (size_t i = 0; i < picture->rows->count; i++) {
		const struct td_row *row = &picture->rows->items[i];

		if (row->thread != UINT32_MAX)
			label = larger(label, indent_of(picture, row) +
						      td_text_width(picture->trace->threads[row->thread].label));
		if (row->place)
			place = larger(place, td_text_width(row->place));
	}
	for (size_t i = 0; i < picture->rows->count; i++)
		print_line(picture, &picture->rows->items[i], label, place);
}

void td_interleaving_print(const struct td_paint *paint, const struct td_trace *trace, const struct td_rows *rows)
{
	struct picture picture = arrange(paint, trace, rows);

	if (fit(&picture))
		print_columns(&picture);
	else
		print_compact(&picture);
	for (int i = 0; i < picture.count; i++)
		free(picture.columns[i].origin);
	free(picture.columns);
	free(picture.column_of);
}
