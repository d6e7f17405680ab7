/* Why a finding could not be made again, for its user: which limit was met, what differed first, how to go on. */
#ifndef TD_EXPLORE_DOUBT_H
#define TD_EXPLORE_DOUBT_H

#include "session.h"

/* The finding is in the last execution of the channel; `again` is what came of its schedule, NULL if there was no time
 * for that. One sentence without its point, to be freed. */
char *td_doubt_words(const struct td_channel *seen, const struct td_trace *again);

#endif
