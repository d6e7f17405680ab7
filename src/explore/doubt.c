#include "doubt.h"

#include "replay_difference.h"
#include "interrupt.h"

#include <stdlib.h>

static char *ending_words(const struct td_channel *seen, const struct td_trace *again)
{
	if (again->ended.end == TD_END_UNSUPPORTED)
		return td_strdup(again->ended.message);
	if (again->ended.end == TD_END_DIVERGED)
		return td_format("its schedule could not be followed (%s)", again->ended.message);
	if (again->ended.end == seen->ended.end && td_end_is_finding(seen->ended.end))
		return td_strdup("with the same schedule it came at another place");
	return td_format("the same schedule ended otherwise (%s)", td_end_name(again->ended.end));
}

/* NULL: it met none. */
static const char *limit_words(const struct td_channel *seen, const struct td_trace *again)
{
	if (seen->ended.segment_count >= TD_MAX_SEGMENTS)
		return "its schedule has more switches than are kept; a smaller --max-events cuts executions sooner";
	if (seen->ended.choice_count >= TD_MAX_CHOICES)
		return "it has made more choices than are kept; a smaller --max-events cuts executions sooner";
	if (again->ended.end == TD_END_HANG)
		return "it met --watchdog; give it more seconds";
	return NULL;
}

static const char *way_on(const struct td_channel *seen)
{
	if (seen->done.file_writes)
		return "the program writes to files, which is not undone: let the test remove or truncate them first";
	if (seen->job.isolate == TD_ISOLATE_INPLACE)
		return "--isolate fork keeps executions apart, if one before it has left something behind";
	return "replace what differs from run to run in the test (time, random numbers, addresses)";
}

char *td_doubt_words(const struct td_channel *seen, const struct td_trace *again)
{
	if (!again)
		return td_strdup(td_interrupt_count() ? "interrupted" : "time was up; give more --time");

	char *ending = ending_words(seen, again), *first = td_difference_words(seen, again), *words;
	const char *limit = limit_words(seen, again);

	words = td_format("%s; %s%s%s", ending, first ? "first difference: " : "", first ? first : "",
			  first ? "; " : "");
	free(ending);
	free(first);
	ending = td_format("%s%s", words, limit ? limit : way_on(seen));
	free(words);
	return ending;
}
