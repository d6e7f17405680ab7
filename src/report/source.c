/* Source, stack and output. */
#include <stdlib.h>
#include <string.h>

#include "frames.h"
#include "sections.h"
#include "words.h"

enum { OUTPUT_LINES = 20 };

void td_section_head(const struct td_paint *paint, const char *text)
{
	fputc('\n', paint->out);
	td_paint(paint, TD_BOLD, text);
	fputc('\n', paint->out);
}

bool td_is_deadlock(const struct td_trace *trace)
{
	return trace->ended.end == TD_END_DEADLOCK || trace->ended.end == TD_END_CYCLE;
}

static void print_line(const struct td_paint *paint, uint32_t number, const char *text, bool failing)
{
	char *wide = td_expand_tabs(text);

	td_paint(paint, TD_RED, failing ? "  > " : "    ");
	td_paint_format(paint, TD_DIM, *wide ? "%4u │ " : "%4u │", number);
	td_paint(paint, failing ? TD_BOLD : TD_PLAIN, wide);
	fputc('\n', paint->out);
	free(wide);
}

void td_section_source(const struct td_paint *paint, const struct td_trace *trace)
{
	const struct td_site *site = &trace->sites[trace->site];
	uint32_t number = trace->excerpt_line;
	char *copy, *place;

	if (!trace->excerpt || !site->file || td_is_deadlock(trace) || !td_end_is_finding(trace->ended.end))
		return;
	place = td_format("%s:%d", site->file, site->line);
	td_section_head(paint, place);
	copy = td_strdup(trace->excerpt);
	for (char *line = copy; *line; number++) {
		char *end = strchrnul(line, '\n'), *next = *end ? end + 1 : end;

		*end = '\0';
		print_line(paint, number, line, (int)number == site->line);
		line = next;
	}
	free(copy);
	free(place);
}

void td_section_stack(const struct td_paint *paint, const struct td_trace *trace)
{
	char *text;

	if (td_frames_told(trace, &trace->stack) < 2 || trace->ended.end == TD_END_RACE || td_is_deadlock(trace) ||
	    trace->ended.end == TD_END_LEAKED_THREAD || !td_end_is_finding(trace->ended.end))
		return;
	text = td_format("stack of %s", trace->threads[trace->ended.thread].label);
	td_section_head(paint, text);
	free(text);
	td_frames_print(paint, trace, &trace->stack, 4);
}

/* The start of the last lines, and how many there are before. */
static size_t last_lines(const char *text, size_t size, size_t *skipped)
{
	size_t at = size, lines = 0;

	*skipped = 0;
	if (at && text[at - 1] == '\n')
		at--;
	while (at && lines < OUTPUT_LINES) {
		while (at && text[at - 1] != '\n')
			at--;
		lines++;
		if (at && lines < OUTPUT_LINES)
			at--;
	}
	for (size_t i = 0; i < at; i++)
		*skipped += text[i] == '\n';
	return at;
}

void td_section_output(const struct td_paint *paint, const struct td_trace *trace)
{
	size_t skipped, at = last_lines(trace->output, trace->output_size, &skipped);

	if (!trace->output_size)
		return;
	td_section_head(paint, "output");
	if (skipped)
		td_paint_format(paint, TD_DIM, "    | … %zu %s", skipped, td_counted(skipped, "line", "lines")),
			fputc('\n', paint->out);
	while (at < trace->output_size) {
		const char *line = trace->output + at, *end = memchr(line, '\n', trace->output_size - at);
		size_t length = end ? (size_t)(end - line) : trace->output_size - at;
		char *copy = td_format("%.*s", (int)length, line), *wide = td_expand_tabs(copy);

		td_paint(paint, TD_PLAIN, *wide ? "    | " : "    |");
		td_paint(paint, TD_PLAIN, wide);
		fputc('\n', paint->out);
		free(copy);
		free(wide);
		at += length + 1;
	}
}
