#include "accesses.h"

#include "base/base.h"
#include "cuts.h"

#include <stdlib.h>

/* A reduction leaves orders open that may be what guards an access. */
int td_accesses_can_be_protected(const struct td_explore_options *options)
{
	const struct td_strategy *strategy = &options->strategy;

	return !options->reduce && !options->only_races &&
	       (strategy->opening || strategy->policies[0].kind == TD_POLICY_TRACES);
}

/* Where races are looked for, which are seen at the same time, and where the user does not ask for the names of
 * classes, which say what was an event. */
int td_accesses_are_protected(const struct td_explore_options *options)
{
	if (options->accesses != TD_ACCESSES_USUAL)
		return options->accesses == TD_ACCESSES_CONTENDED;
	return td_accesses_can_be_protected(options) && options->races && !options->classes;
}

static const char *words_for(enum td_kind kind)
{
	switch (kind) {
	case TD_ATOMIC_BEGIN:
		return "atomic stretches exclude each other, whatever they do";
	case TD_CANCEL:
		return "a thread is cancelled";
	case TD_WRITE:
		return "there are too many to see whether something orders them";
	default:
		return "threads may learn of each other by descriptors";
	}
}

char *td_unprotected_words(const struct td_channel *channel)
{
	if (!channel->unprotected)
		return NULL;

	char *place = td_place_name(channel, channel->unprotected_pc);
	char *words = td_format("all accesses to shared memory were events: %s%s%s%s",
				words_for((enum td_kind)channel->unprotected), place ? " (" : "", place ? place : "",
				place ? ")" : "");

	free(place);
	return words;
}
