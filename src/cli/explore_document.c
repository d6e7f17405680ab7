#include "explore_document.h"

static void leave_out(struct td_document *document, const char *why, char *text, const char *place)
{
	struct td_left_out entry = { why, text, place };

	TD_PUSH(&document->left_out, entry);
}

static const char *cut_word(int cut)
{
	static const char *const words[TD_CUTS] = {
		[TD_CUT_BOUND] = "bound", [TD_CUT_SPIN] = "spin", [TD_CUT_VALUES] = "values", [TD_CUT_CHOICE] = "choice",
		[TD_CUT_FINDING] = "finding", [TD_CUT_READS_FROM] = "reads-from", [TD_CUT_CANCEL] = "cancel",
		[TD_CUT_TIMEOUTS] = "timeouts", [TD_CUT_SWAP] = "swap", [TD_CUT_BRANCH] = "branch", [TD_CUT_PORTS] = "ports",
		[TD_CUT_END] = "end",
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
		leave_out(document, "missed", td_format("%llu classes that the portfolio has shown were not come to",
							(unsigned long long)summary->missed), NULL);
	if (summary->cut)
		leave_out(document, "max-events", td_format("%llu executions were cut after %llu events",
							    (unsigned long long)summary->cut, (unsigned long long)max_events), NULL);
	if (summary->classes_full)
		leave_out(document, "classes", td_format("classes beyond %llu were not counted",
							 (unsigned long long)summary->classes), NULL);
}

struct td_document td_explore_document(const struct td_command *command, const struct td_summary *summary, uint64_t max_events)
{
	static const char *const verdicts[] = { [TD_COMPLETE] = "complete", [TD_BOUNDED] = "bounded", [TD_STOPPED] = "stopped" };
	struct td_document document = { .command = command, .summary = summary, .verdict = verdicts[summary->verdict] };

	add_left_out(&document, summary, max_events);
	return document;
}
