#include "view.h"

#include "report/paint.h"
#include "report/report.h"
#include "report/words.h"
#include "wire/ops.h"

#include <stdlib.h>

enum { MOST_EVENTS_TOLD = 20 };

static const char help[] =
	"  2               thread 2 does one operation (at a choice: outcome 2)\n"
	"  r 2             thread 2 goes on until it has to wait, ends or comes to a choice\n"
	"  r 2 to PLACE    thread 2 goes on until it is about to do what is at FILE:LINE, write:x, lock:m ...\n"
	"  T2@PLACE        thread 2 goes on to the place and does the operation there\n"
	"  T2 lock m       the same for an operation by its kind and object\n"
	"  c 0             outcome 0 of a choice\n"
	"  u, u 3          take the last move back, or the last three\n"
	"  g 12            go back to where 12 events had happened\n"
	"  l               list the events so far\n"
	"  s               show where the threads stand\n"
	"  w, w FILE       save the execution for treadle replay and show; the rest runs on by itself\n"
	"  q               quit\n";

static char *with_value(const struct td_trace *trace, uint32_t thread, char *words)
{
	const char *value = trace->names[trace->threads[thread].value];
	char *longer;

	if (!*value)
		return words;
	longer = td_format("%s (now %s)", words, value);
	free(words);
	return longer;
}

/* A thread whose wait has a limit can run by giving up, and one that may wake by itself, by that. */
char *td_view_next(const struct td_trace *trace, uint32_t thread)
{
	const struct td_trace_thread *info = &trace->threads[thread];
	char *words, *longer;

	if (info->raw.pending == TD_CREATE)
		return td_strdup("create a thread");
	if (info->raw.state != TD_T_TIMED)
		return with_value(trace, thread, td_words_next(info->raw.pending, trace->names[info->name]));
	if (info->raw.pending == TD_COND_WAKE)
		return td_format("goes on without a signal on %s", trace->names[info->name]);
	words = td_words_blocked(trace, thread);
	longer = td_format("gives up waiting (it %s)", words);
	free(words);
	return longer;
}

/* Why it cannot run, in few words. */
static char *standing(const struct td_trace *trace, uint32_t thread)
{
	const struct td_thread_info *info = &trace->threads[thread].raw;

	if (info->can_run)
		return td_view_next(trace, thread);
	return info->state == TD_T_RUNNABLE ? td_strdup("is being created") : td_words_blocked(trace, thread);
}

static void print_event(const struct td_trace *trace, uint32_t i, FILE *out)
{
	const struct td_trace_event *event = &trace->events[i];
	char *words = td_words_event(trace, event), *place = td_words_site(&trace->sites[event->site]);

	fprintf(out, "  event %-4u %s: %s%s%s\n", i + 1, trace->threads[event->raw.thread].label, words,
		*place ? "  at " : "", place);
	free(words);
	free(place);
}

static void print_events(const struct td_drive *drive, FILE *out)
{
	for (uint32_t i = 0; i < drive->now->event_count; i++)
		print_event(drive->now, i, out);
}

static void print_new_events(const struct td_trace *trace, uint32_t from, FILE *out)
{
	uint32_t first = from;

	if (trace->event_count > from + MOST_EVENTS_TOLD)
		first = trace->event_count - MOST_EVENTS_TOLD;
	if (first > from)
		fprintf(out, "  … %u more; l lists all\n", first - from);
	for (uint32_t i = first; i < trace->event_count; i++)
		print_event(trace, i, out);
}

static void pad(int width, FILE *out)
{
	fprintf(out, "%*s", width > 0 ? width : 0, "");
}

/* How wide the columns of labels and of what threads do are. */
struct widths {
	int label, next;
};

static struct widths find_widths(const struct td_trace *trace)
{
	struct widths widths = {0, 0};

	for (uint32_t i = 0; i < trace->thread_count; i++) {
		char *next = trace->threads[i].raw.state == TD_T_DONE ? td_strdup("") : standing(trace, i);
		int label_width = td_text_width(trace->threads[i].label), next_width = td_text_width(next);

		widths.label = label_width > widths.label ? label_width : widths.label;
		widths.next = next_width > widths.next ? next_width : widths.next;
		free(next);
	}
	return widths;
}

/* Threads that cannot run have their numbers in brackets. */
static void print_thread(const struct td_trace *trace, uint32_t i, struct widths widths, FILE *out)
{
	const struct td_trace_thread *info = &trace->threads[i];
	char *next = standing(trace, i), *place = td_words_site(&trace->sites[info->site]);

	fprintf(out, info->raw.can_run ? "  %3u   %s" : " (%3u)  %s", i, info->label);
	pad(widths.label - td_text_width(info->label) + 2, out);
	fputs(next, out);
	if (info->site) {
		pad(widths.next - td_text_width(next) + 2, out);
		fputs(place, out);
	}
	fputc('\n', out);
	free(next);
	free(place);
}

static void print_ended_threads(const struct td_trace *trace, FILE *out)
{
	const char *before = "  ended: ";

	for (uint32_t i = 0; i < trace->thread_count; i++)
		if (trace->threads[i].raw.state == TD_T_DONE) {
			fprintf(out, "%s%s", before, trace->threads[i].label);
			before = ", ";
		}
	if (before[0] == ',')
		fputc('\n', out);
}

static void print_threads(const struct td_trace *trace, FILE *out)
{
	struct widths widths = find_widths(trace);

	for (uint32_t i = 0; i < trace->thread_count; i++)
		if (trace->threads[i].raw.state != TD_T_DONE)
			print_thread(trace, i, widths, out);
	print_ended_threads(trace, out);
}

static void print_choice(struct td_drive *drive, FILE *out)
{
	const struct td_trace *trace = drive->now;
	uint32_t thread = trace->ended.thread, outcomes = td_drive_outcomes(drive);
	char *what = td_words_next(trace->threads[thread].raw.pending, trace->names[trace->threads[thread].name]);
	char *place = td_words_site(&trace->sites[trace->threads[thread].site]);

	fprintf(out, "%s is at a choice: %s at %s\n", trace->threads[thread].label, what, place);
	for (uint32_t i = 0; i < outcomes && i < TD_MOST_OUTCOMES_TOLD; i++) {
		char *words = td_drive_outcome_words(drive, i);

		fprintf(out, "  %3u   %s\n", i, words);
		free(words);
	}
	if (outcomes > TD_MOST_OUTCOMES_TOLD)
		fprintf(out, "  … and so on to %u\n", outcomes - 1);
	free(what);
	free(place);
}

static void print_state(struct td_drive *drive, uint32_t from, FILE *out)
{
	char *headline;

	print_new_events(drive->now, from, out);
	if (td_drive_has_ended(drive)) {
		headline = td_report_headline(drive->now);
		fprintf(out, "the execution has ended: %s\n", headline);
		free(headline);
	} else if (td_drive_outcomes(drive)) {
		print_choice(drive, out);
	} else {
		print_threads(drive->now, out);
	}
}

static void print_prompt(const struct td_drive *drive, FILE *out)
{
	fprintf(out, "%zu> ", drive->moves.count);
}

static void print_saved(const struct td_drive *drive, const struct td_trace *trace, const char *file, FILE *out)
{
	char *headline = td_report_headline(trace);

	fprintf(out, "%s: %s\n", td_drive_has_ended(drive) ? "it ends" : "from here on by itself", headline);
	fprintf(out, "trace: %s\n", file);
	free(headline);
}

static void print_wrong(const char *why, FILE *out)
{
	fprintf(out, "no: %s\n", why);
}

static void print_help(FILE *out)
{
	fputs(help, out);
}

const struct td_view td_view_text = {.parse = td_order_parse,
				     .prompt = print_prompt,
				     .state = print_state,
				     .events = print_events,
				     .saved = print_saved,
				     .wrong = print_wrong,
				     .help = print_help};
