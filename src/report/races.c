#include "races.h"

#include "paint.h"
#include "words.h"

#include <stdlib.h>

/* A step on a line: where its columns are. */
struct columns {
	int number, label, place, text;
};

static int larger(int a, int b)
{
	return a > b ? a : b;
}

static const struct td_trace *trace_of(const struct td_variants *variants)
{
	return variants->steps->trace;
}

static const char *label_of(const struct td_variants *variants, uint32_t step)
{
	return trace_of(variants)->threads[variants->steps->items[step].thread].label;
}

/* Of a touch's step, counted from 1. */
static uint32_t number_of(const struct td_variants *variants, uint32_t touch)
{
	return variants->steps->items[variants->steps->touches[touch].step].event + 1;
}

static bool has_event(const struct td_variants *variants, uint32_t step)
{
	return variants->steps->items[step].event != UINT32_MAX;
}

static uint32_t site_of(const struct td_variants *variants, uint32_t step)
{
	const struct td_trace *trace = trace_of(variants);
	const struct td_trace_step *item = &variants->steps->items[step];

	return has_event(variants, step) ? trace->events[item->event].site : trace->threads[item->thread].site;
}

/* What a call is about has not happened, so it has no value. */
static char *text_of(const struct td_variants *variants, uint32_t step)
{
	const struct td_trace *trace = trace_of(variants);
	const struct td_trace_step *item = &variants->steps->items[step];
	char *what, *text;

	if (step < variants->steps->happened)
		return td_words_event(trace, &trace->events[item->event]);
	if (has_event(variants, step))
		what = td_words_next(trace->events[item->event].raw.kind,
				     trace->names[trace->events[item->event].name]);
	else
		what = td_words_next(trace->threads[item->thread].raw.pending,
				     trace->names[trace->threads[item->thread].name]);
	text = td_format("%s (not done)", what);
	free(what);
	return text;
}

static void measure_step(const struct td_variants *variants, uint32_t step, struct columns *columns)
{
	char *place = td_words_place(&trace_of(variants)->sites[site_of(variants, step)]),
	     *text = text_of(variants, step);

	columns->label = larger(columns->label, td_text_width(label_of(variants, step)));
	columns->place = larger(columns->place, td_text_width(place));
	columns->text = larger(columns->text, td_text_width(text));
	free(place);
	free(text);
}

static struct columns measure(const struct td_variants *variants)
{
	struct columns columns = { .number = larger(3, snprintf(NULL, 0, "%u", trace_of(variants)->event_count)) };

	for (uint32_t i = 0; i < variants->steps->count; i++)
		if (variants->steps->items[i].touch_count)
			measure_step(variants, i, &columns);
	return columns;
}

static void print_cell(const struct td_paint *paint, enum td_colour colour, const char *text, int width)
{
	td_paint(paint, colour, text);
	td_paint_pad(paint, width - td_text_width(text) + 2);
}

static void print_timestamp(const struct td_paint *paint, const struct td_variants *variants, uint32_t step)
{
	const uint32_t *timestamp = td_timestamp(variants->all, step);

	for (uint32_t i = 0; i < variants->all->width; i++)
		td_paint_format(paint, TD_DIM, "%s%u", i ? " " : "[", timestamp[i]);
	td_paint(paint, TD_DIM, "]");
	fputc('\n', paint->out);
}

static void print_step(const struct td_paint *paint, const struct td_variants *variants, const struct columns *columns,
		       uint32_t step)
{
	char *place = td_words_place(&trace_of(variants)->sites[site_of(variants, step)]),
	     *text = text_of(variants, step);

	if (step < variants->steps->happened)
		td_paint_format(paint, TD_DIM, "%*u  ", columns->number, variants->steps->items[step].event + 1);
	else
		td_paint_pad(paint, columns->number + 2);
	print_cell(paint, TD_BOLD, label_of(variants, step), columns->label);
	print_cell(paint, TD_CYAN, place, columns->place);
	print_cell(paint, TD_PLAIN, text, columns->text);
	print_timestamp(paint, variants, step);
	free(place);
	free(text);
}

static void print_rivals(const struct td_paint *paint, const struct td_variants *variants,
			 const struct columns *columns, uint32_t touch)
{
	const struct td_steps *steps = variants->steps;
	const char *name = trace_of(variants)->names[steps->objects[steps->touches[touch].object].name];

	td_paint_pad(paint, columns->number + 2);
	td_paint_format(paint, TD_YELLOW,
			steps->touches[touch].writes ? "on %s could have come first:" : "%s could have been read from:",
			*name ? name : "it");
	fputc('\n', paint->out);
	for (uint32_t i = 0; i < td_race_set_size(variants->sets, touch); i++) {
		uint32_t rival = td_race_set(variants->sets, touch)[i];

		td_paint_pad(paint, 4);
		if (rival != TD_NO_TOUCH) {
			print_step(paint, variants, columns, steps->touches[rival].step);
			continue;
		}
		td_paint_pad(paint, columns->number + 2);
		td_paint(paint, TD_PLAIN, "what was there at the beginning");
		fputc('\n', paint->out);
	}
}

static uint32_t races_of_step(const struct td_variants *variants, uint32_t step)
{
	const struct td_trace_step *item = &variants->steps->items[step];
	uint32_t count = 0;

	for (uint32_t i = item->touch; i < item->touch + item->touch_count; i++)
		count += td_race_set_size(variants->sets, i);
	return count;
}

static void print_threads(const struct td_paint *paint, const struct td_trace *trace)
{
	fputs("timestamps: how many steps of", paint->out);
	for (uint32_t i = 0; i < trace->thread_count; i++) {
		fputs(i ? ", " : " ", paint->out);
		td_paint(paint, TD_BOLD, trace->threads[i].label);
	}
	fputs(" happened before, or are this one\n\n", paint->out);
}

void td_report_races(const struct td_variants *variants, FILE *out)
{
	struct td_paint paint = td_paint_open(out);
	struct columns columns = measure(variants);
	uint32_t races = 0, events = 0;

	print_threads(&paint, trace_of(variants));
	for (uint32_t i = 0; i < variants->steps->happened; i++) {
		const struct td_trace_step *step = &variants->steps->items[i];
		uint32_t count = races_of_step(variants, i);

		if (!count)
			continue;
		races += count;
		events++;
		print_step(&paint, variants, &columns, i);
		for (uint32_t k = step->touch; k < step->touch + step->touch_count; k++)
			if (td_race_set_size(variants->sets, k))
				print_rivals(&paint, variants, &columns, k);
		fputc('\n', out);
	}
	fprintf(out, "races: %u, at %u of %u events\n", races, events, trace_of(variants)->event_count);
}

/* Events in the order of the prefix, as "1-4 7 5". */
static void print_prefix(const struct td_variants *variants, const struct td_variant *variant, FILE *out)
{
	uint32_t i = 0;

	while (i < variant->step_count) {
		uint32_t first = variants->steps->items[variant->steps[i]].event, last = first;

		if (variant->kept[i++].flags & TD_KEPT_CHANGED)
			continue;
		while (i < variant->step_count && variant->steps[i] == variant->steps[i - 1] + 1 &&
		       !(variant->kept[i].flags & TD_KEPT_CHANGED))
			last = variants->steps->items[variant->steps[i++]].event;
		fprintf(out, last > first ? " %u-%u" : " %u", first + 1, last + 1);
	}
}

static char *name_of_step(const struct td_variants *variants, uint32_t touch)
{
	uint32_t step;
	char *text, *name;

	if (touch == TD_NO_TOUCH)
		return td_strdup("the beginning");
	step = variants->steps->touches[touch].step;
	text = text_of(variants, step);
	if (step < variants->steps->happened)
		name = td_format("%s: %s (%u)", label_of(variants, step), text, number_of(variants, touch));
	else
		name = td_format("%s: %s", label_of(variants, step), text);
	free(text);
	return name;
}

static void print_change(const struct td_variants *variants, const struct td_change *change, FILE *out)
{
	bool writes = variants->steps->touches[change->touch].writes;
	char *touch = name_of_step(variants, change->touch), *rival = name_of_step(variants, change->rival);

	if (writes)
		fprintf(out, "        %s comes before %s\n", rival, touch);
	else
		fprintf(out, "        %s gets the value of %s\n", touch, rival);
	free(touch);
	free(rival);
}

static void print_opened(const struct td_variants *variants, uint32_t touch, FILE *out)
{
	char *name = name_of_step(variants, touch);

	fprintf(out, "%8s%s gives way to something new\n", "", name);
	free(name);
}

static void print_barred(const struct td_variants *variants, const struct td_variant *variant, FILE *out)
{
	const char *between = "        waits for something new: ";

	for (uint32_t i = 0; i < variant->kept_count; i++)
		if (variant->kept[i].flags & TD_KEPT_BARRED) {
			fprintf(out, "%s%s", between, trace_of(variants)->threads[variant->kept[i].thread].label);
			between = ", ";
		}
	fputs(*between == ',' ? "\n" : "", out);
}

static void print_variant(const struct td_variants *variants, uint32_t number, FILE *out)
{
	const struct td_variant *variant = &variants->items[number];

	fprintf(out, "%5u   keeps", number + 1);
	print_prefix(variants, variant, out);
	fputc('\n', out);
	for (uint32_t i = 0; i < variant->change_count; i++)
		print_change(variants, &variant->changes[i], out);
	for (uint32_t i = 0; i < variant->opened_count; i++)
		print_opened(variants, variant->opened[i], out);
	print_barred(variants, variant, out);
}

static int column_width(const struct td_variants *variants, uint32_t column)
{
	return larger(2, snprintf(NULL, 0, "%u", number_of(variants, variants->table->columns[column])));
}

/* A variant each line, as a row of the table; rows that something had to be opened for may come several times or not at
 * all. */
static void print_table(const struct td_paint *paint, const struct td_variants *variants)
{
	const struct td_race_table *table = variants->table;

	td_paint(paint, TD_BOLD, "event");
	for (uint32_t i = 0; i < table->column_count; i++)
		td_paint_format(paint, TD_BOLD, "  %*u", column_width(variants, i),
				number_of(variants, table->columns[i]));
	fputc('\n', paint->out);
	for (size_t k = 0; k < variants->count; k++) {
		fprintf(paint->out, "%5zu", k + 1);
		for (uint32_t i = 0; i < table->column_count; i++)
			fprintf(paint->out, "  %*d", column_width(variants, i),
				td_race_table_row(table, variants->items[k].row)[i]);
		fputc('\n', paint->out);
	}
	fputc('\n', paint->out);
}

void td_report_variants(const struct td_variants *variants, const char *replay_line, FILE *out)
{
	struct td_paint paint = td_paint_open(out);

	if (variants->count)
		print_table(&paint, variants);
	for (uint32_t i = 0; i < variants->count; i++)
		print_variant(variants, i, out);
	fprintf(out, "%svariants: %zu%s\n", variants->count ? "\n" : "", variants->count,
		variants->table->more ? " (there are more)" : "");
	if (variants->count)
		fprintf(out, "follow the first: %s --variant 1\n", replay_line);
}
