#include "explore_document.h"

#include "explore/gaps.h"
#include "report/rules.h"

#include <stdlib.h>
#include <string.h>

static void leave_out(struct td_document *document, const char *why, char *text, const char *place)
{
	struct td_left_out entry = { why, text, place };

	TD_PUSH(&document->left_out, entry);
}

static void add_gaps(struct td_document *document, const struct td_summary *summary)
{
	for (int i = 0; i < TD_GAPS; i++) {
		struct td_left_out entry = { td_gap_name(i), td_gap_words(summary, i), NULL };

		if (entry.text)
			TD_PUSH(&document->notes, entry);
	}
}

static const char *cut_word(int cut)
{
	static const char *const words[TD_CUTS] = {
		[TD_CUT_BOUND] = "bound",     [TD_CUT_SPIN] = "spin",         [TD_CUT_VALUES] = "values",
		[TD_CUT_CHOICE] = "choice",   [TD_CUT_FINDING] = "finding",   [TD_CUT_READS_FROM] = "reads-from",
		[TD_CUT_CANCEL] = "cancel",   [TD_CUT_TIMEOUTS] = "timeouts", [TD_CUT_SWAP] = "swap",
		[TD_CUT_BRANCH] = "branch",   [TD_CUT_PORTS] = "ports",       [TD_CUT_END] = "end",
		[TD_CUT_LIBRARY] = "library", [TD_CUT_TIMERS] = "timers",     [TD_CUT_MISUSE] = "misuse",
		[TD_CUT_THREADS] = "threads", [TD_CUT_STRETCH] = "stretch",   [TD_CUT_CLOCK] = "clock",
		[TD_CUT_LOCKS] = "locks",     [TD_CUT_NOTHING] = "nothing",
	};

	return words[cut] ? words[cut] : "other";
}

/* What is known about why orders were not tried; that it was stopped is the verdict. */
static void add_left_out(struct td_document *document, const struct td_summary *summary, uint64_t max_events)
{
	for (int i = 0; i < TD_CUTS; i++)
		if (summary->cuts.why >> i & 1)
			leave_out(document, cut_word(i), td_strdup(td_cut_words(i)), summary->cuts.place[i]);
	if (summary->missed)
		leave_out(document, "missed",
			  td_format("%llu %s not come to", (unsigned long long)summary->missed,
				    td_counted(summary->missed, "class that the portfolio has shown was",
					       "classes that the portfolio has shown were")),
			  NULL);
	if (summary->cut)
		leave_out(document, "max-events",
			  td_format("%llu %s cut after %llu events%s%s", (unsigned long long)summary->cut,
				    td_counted(summary->cut, "execution was", "executions were"),
				    (unsigned long long)max_events, td_cut_threads_words(&summary->cuts),
				    td_endless_words(summary->endless)),
			  NULL);
	if (summary->blind)
		leave_out(document, "races",
			  td_format("%llu %s too long to look for data races in", (unsigned long long)summary->blind,
				    td_counted(summary->blind, "execution was", "executions were")),
			  NULL);
	if (summary->classes_full)
		leave_out(document, "classes", td_format("classes beyond %llu were not counted",
							 (unsigned long long)summary->classes), NULL);
}

static struct td_location location_of(const struct td_site *site, const char *program, const char *message)
{
	return (struct td_location){.file = td_strdup(site->file ? site->file : program),
				    .line = site->line,
				    .column = site->column,
				    .directory = site->directory ? td_strdup(site->directory) : NULL,
				    .function = td_strdup(site->function),
				    .source = site->source ? td_strdup(site->source) : NULL,
				    .message = td_strdup(message)};
}

static int by_text(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The locks identify it, and the functions that take them, wherever the circle begins. */
static struct td_result prediction(const struct td_command *command, const struct td_predicted *predicted)
{
	struct td_result result = {.rule = td_rule_of("lock-order"),
				   .level = TD_LEVEL_WARNING,
				   .message = td_format("predicted: %s; no schedule for it was found in %llu %s",
							predicted->words, (unsigned long long)predicted->executions,
							td_counted(predicted->executions, "execution", "executions"))};

	result.headline = td_strdup(result.message);
	result.place =
		location_of(&predicted->sites[0], command->program, "a lock is taken here while another is held");
	for (uint32_t i = 1; i < predicted->length; i++)
		TD_PUSH(&result.related,
			location_of(&predicted->sites[i], command->program, "a lock of the circle is taken here"));
	for (uint32_t i = 0; i < predicted->length; i++) {
		TD_PUSH(&result.identity, td_strdup(predicted->locks[i]));
		TD_PUSH(&result.identity, td_strdup(predicted->sites[i].function));
	}
	qsort(result.identity.items, result.identity.count, sizeof *result.identity.items, by_text);
	return result;
}

struct td_document td_explore_document(const struct td_command *command, const struct td_summary *summary,
				       uint64_t max_events)
{
	static const char *const verdicts[] = {
		[TD_COMPLETE] = "complete", [TD_BOUNDED] = "bounded", [TD_STOPPED] = "stopped"};
	struct td_document document = { .command = command, .summary = summary, .verdict = verdicts[summary->verdict] };

	add_left_out(&document, summary, max_events);
	add_gaps(&document, summary);
	for (size_t i = 0; i < summary->predicted.count; i++)
		TD_PUSH(&document.predicted, prediction(command, &summary->predicted.items[i]));
	return document;
}
