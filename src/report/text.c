#include <stdlib.h>

#include "interleaving.h"
#include "report.h"
#include "sections.h"
#include "words.h"

enum { FURTHER = 4 /* where further lines of the headline begin */ };

static void print_line(const struct td_paint *paint, enum td_colour colour, const char *line)
{
	td_paint_sentence(paint, colour, 0, FURTHER, line);
}

/* The cause first, where it is known: it is what a reader looks for.  That no order is the cause is a remark. */
static void print_headline(const struct td_paint *paint, const struct td_trace *trace)
{
	char *line = td_report_headline(trace);
	char *cause = trace->cause ? td_format("%s: %s", td_words_program(trace), trace->cause) : NULL;
	bool is_remark = cause && !trace->told_count;

	if (cause && !is_remark)
		print_line(paint, TD_RED, cause);
	print_line(paint, td_end_is_finding(trace->ended.end) ? TD_RED : TD_BOLD, line);
	if (is_remark)
		print_line(paint, TD_BOLD, cause);
	free(cause);
	free(line);
}

/* There is no execution to show, only what was seen of it. */
static void print_unconfirmed(const struct td_paint *paint, const struct td_trace *trace)
{
	print_headline(paint, trace);
	td_section_race(paint, trace);
	td_section_source(paint, trace);
}

void td_report_text_with(const struct td_trace *trace, const struct td_report_options *options, const char *replay_line,
			 FILE *out)
{
	struct td_paint paint = td_paint_open(out);

	if (trace->unconfirmed) {
		print_unconfirmed(&paint, trace);
		return;
	}

	struct td_rows rows = td_rows_make(trace, options);

	print_headline(&paint, trace);
	fputc('\n', out);
	td_interleaving_print(&paint, trace, &rows);
	td_section_race(&paint, trace);
	td_section_source(&paint, trace);
	td_section_stack(&paint, trace);
	td_section_threads(&paint, trace);
	td_section_locks(&paint, trace);
	td_section_limits(&paint, trace);
	td_section_daemons(&paint, trace);
	td_section_blocks(&paint, trace, &rows);
	td_section_output(&paint, trace);
	if (replay_line) {
		fputc('\n', out);
		td_paint_format(&paint, TD_BOLD, "replay: %s", replay_line);
		fputc('\n', out);
	}
	td_rows_clear(&rows);
}

void td_report_text(const struct td_trace *trace, const char *replay_line, FILE *out)
{
	td_report_text_with(trace, &(struct td_report_options){ 0 }, replay_line, out);
}
