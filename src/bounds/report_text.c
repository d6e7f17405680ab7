#include "report.h"

#include "report/paint.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { AROUND = 2 };

const char *const td_verdict_names[] = { "unbounded", "alive", "bounded", "suppressed" };

struct td_bounds_counts td_bounds_count(const struct td_findings *findings)
{
	struct td_bounds_counts counts = { 0 };

	for (size_t i = 0; i < findings->count; i++) {
		counts.bounded += findings->items[i].verdict == TD_BOUNDED;
		counts.alive += findings->items[i].verdict == TD_ALIVE;
		counts.unbounded += findings->items[i].verdict == TD_UNBOUNDED;
		counts.suppressed += findings->items[i].verdict == TD_SUPPRESSED;
	}
	return counts;
}

static const char *file_of(const struct td_bounds_report *report, uint32_t node)
{
	return td_shown_file(td_text(report->program, td_node(report->program, node)->file));
}

static const char *function_of(const struct td_bounds_report *report, uint32_t node)
{
	return td_text(report->program, td_function_of(report->program, node)->spelling);
}

static void show_line(const struct td_bounds_report *report, const struct td_paint *paint, const char *file, uint32_t line,
		      bool marked)
{
	char *text = td_excerpt_line(report->excerpts, file, line), *wide;

	if (!text)
		return;
	wide = td_expand_tabs(text);
	td_paint(paint, TD_RED, marked ? "  > " : "    ");
	td_paint_format(paint, TD_DIM, *wide ? "%4u │ " : "%4u │", line);
	td_paint(paint, marked ? TD_BOLD : TD_PLAIN, wide);
	fputc('\n', paint->out);
	free(wide);
	free(text);
}

/* The loop, and the creation if it stands near. */
static void show_source(const struct td_bounds_report *report, const struct td_paint *paint, const struct td_finding *finding)
{
	const struct td_program *program = report->program;
	const char *file = td_text(program, td_node(program, finding->loop.node)->file);
	uint32_t line = td_finding_line(program, finding), site = td_node(program, finding->sites[finding->site_count - 1])->line;
	uint32_t last = site >= line && site - line < 14 ? site : line + AROUND;

	for (uint32_t i = line; i <= last; i++)
		show_line(report, paint, file, i, i == line || i == site);
	if (last < site) {
		td_paint(paint, TD_DIM, "         …");
		fputc('\n', paint->out);
		show_line(report, paint, file, site, true);
	}
}

static void show_way(const struct td_bounds_report *report, const struct td_paint *paint, const struct td_finding *finding)
{
	for (size_t i = finding->site_count; i-- > 0;) {
		uint32_t site = finding->sites[i];

		td_paint_format(paint, TD_PLAIN, "    %s ", i + 1 == finding->site_count ? "by way of" : "         ");
		td_paint(paint, TD_BOLD, function_of(report, site));
		td_paint_format(paint, TD_CYAN, "  %s:%u", file_of(report, site), td_node(report->program, site)->line);
		if (!i) {
			char *text = td_excerpt_node(report->excerpts, report->program, site);

			td_paint(paint, TD_PLAIN, "  ");
			td_paint(paint, TD_PLAIN, text);
			free(text);
		}
		fputc('\n', paint->out);
	}
}

static void show_condition(const struct td_bounds_report *report, const struct td_paint *paint,
			   const struct td_condition *condition, bool first)
{
	char *text = td_excerpt_node(report->excerpts, report->program, condition->node);

	td_paint(paint, TD_PLAIN, first ? "    looked at " : "              ");
	td_paint(paint, TD_BOLD, text);
	td_paint_format(paint, TD_CYAN, "  %s:%u", file_of(report, condition->node),
			td_node(report->program, condition->node)->line);
	fputs("\n                  ", paint->out);
	td_paint_format(paint, TD_PLAIN, "%s%s%s", condition->pattern ? condition->pattern : "", condition->pattern ? ": " : "",
			condition->why ? condition->why : "matches no pattern");
	fputc('\n', paint->out);
	free(text);
}

/* In a function on the way, and not in one that was only asked for what it returns. */
static bool is_on_way(const struct td_bounds_report *report, const struct td_finding *finding, uint32_t node)
{
	for (size_t i = 0; i < finding->site_count; i++)
		if (td_node(report->program, finding->sites[i])->function == td_node(report->program, node)->function)
			return true;
	return false;
}

static void show_conditions(const struct td_bounds_report *report, const struct td_paint *paint, const struct td_finding *finding)
{
	size_t shown = 0, left = 0;

	for (size_t i = 0; i < finding->conditions.count; i++) {
		const struct td_condition *condition = &finding->conditions.items[i];

		if (!report->verbose && !is_on_way(report, finding, condition->node))
			left++;
		else
			show_condition(report, paint, condition, !shown++);
	}
	if (left)
		fprintf(paint->out, "              and %zu more in functions called there (--verbose)\n", left);
}

static const char *what_it_is(const struct td_finding *finding)
{
	switch (finding->loop.kind) {
	case TD_LOOP_GOTO:
		return "goto";
	case TD_LOOP_RECURSION:
		return "recursion";
	case TD_LOOP_THREADS:
		return "threads that start threads";
	default:
		return "loop";
	}
}

static void show_headline(const struct td_bounds_report *report, const struct td_paint *paint, const struct td_finding *finding)
{
	const char *resource = td_resource_names[finding->resource], *function = function_of(report, finding->loop.node);
	const char *what = what_it_is(finding);

	td_paint_format(paint, TD_BOLD, "%s:%u: ", file_of(report, finding->loop.node), td_finding_line(report->program, finding));
	switch (finding->verdict) {
	case TD_UNBOUNDED:
		td_paint(paint, TD_RED, "unbounded: ");
		td_paint_format(paint, TD_BOLD, "%s in %s can %s %s without limit", what, function,
				finding->resource == TD_MEMORY	  ? "allocate"
				: finding->resource == TD_SOCKETS ? "open"
								  : "create",
				resource);
		break;
	case TD_ALIVE:
		td_paint(paint, TD_YELLOW, "bounded alive: ");
		td_paint_format(paint, TD_PLAIN, "%s in %s: %s", what, function, finding->why ? finding->why : "");
		break;
	case TD_SUPPRESSED:
		td_paint_format(paint, TD_PLAIN, "suppressed: %s in %s: %s", what, function, finding->why);
		break;
	default:
		td_paint_format(paint, TD_PLAIN, "bounded: %s in %s: %s", what, function, finding->why ? finding->why : "");
	}
	fputc('\n', paint->out);
}

static void show(const struct td_bounds_report *report, const struct td_paint *paint, const struct td_finding *finding)
{
	show_headline(report, paint, finding);
	if (finding->verdict != TD_UNBOUNDED && !report->verbose)
		return;
	show_source(report, paint, finding);
	show_way(report, paint, finding);
	if (finding->verdict == TD_UNBOUNDED && !finding->conditions.count)
		td_paint_format(paint, TD_PLAIN, "    %s", finding->why ? finding->why : "no condition is on the way"),
		    fputc('\n', paint->out);
	show_conditions(report, paint, finding);
	fputc('\n', paint->out);
}

static void show_creations(const struct td_bounds_report *report, const struct td_paint *paint)
{
	for (size_t i = 0; i < report->findings->creations.count; i++) {
		const struct td_creation *creation = &report->findings->creations.items[i];

		td_paint_format(paint, TD_PLAIN, "%s:%u: %s in %s is in %s", file_of(report, creation->site),
				td_node(report->program, creation->site)->line,
				td_text(report->program, td_node(report->program, creation->site)->spelling),
				function_of(report, creation->site), creation->is_in_loop ? "a loop" : "no loop");
		fputc('\n', paint->out);
	}
}

static size_t count_troubles(const struct td_troubles *troubles, bool partly)
{
	size_t count = 0;

	for (size_t i = 0; i < troubles->count; i++)
		count += troubles->items[i].partly == partly;
	return count;
}

/* What was not read may create threads: then nothing found is no clean bill. */
static void print_unread(const struct td_troubles *troubles, FILE *out)
{
	size_t partly = count_troubles(troubles, true), lost = count_troubles(troubles, false);

	if (partly)
		fprintf(out, "; %zu %s read only in part", partly, td_counted(partly, "file was", "files were"));
	if (lost)
		fprintf(out, "; %zu %s not be read", lost, td_counted(lost, "file could", "files could"));
}

int td_bounds_text(const struct td_bounds_report *report, FILE *out)
{
	struct td_paint paint = td_paint_open(out);
	struct td_bounds_counts counts = td_bounds_count(report->findings);

	for (size_t i = 0; i < report->findings->count; i++)
		if (report->verbose || report->findings->items[i].verdict == TD_UNBOUNDED)
			show(report, &paint, &report->findings->items[i]);
	if (report->verbose)
		show_creations(report, &paint);
	fprintf(out, "%zu unbounded, %zu bounded alive, %zu bounded, %zu suppressed; %zu %s in %zu %s", counts.unbounded, counts.alive,
		counts.bounded, counts.suppressed, report->findings->creations.count,
		td_counted(report->findings->creations.count, "creation", "creations"), report->files,
		td_counted(report->files, "file", "files"));
	print_unread(report->troubles, out);
	fputc('\n', out);
	return fflush(out) || ferror(out) ? -1 : 0;
}
