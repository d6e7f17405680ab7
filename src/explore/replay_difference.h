/* Where an execution and its replay part: for a finding that did not come again.
 *
 * The execution is the last one of the channel, with the events that it had by what was known to be shared; the replay
 * has others as well, or fewer.  So the two are compared operation by operation, for each thread: an access to memory
 * that one of them has not recorded is no difference, a value that was read and was another one is.
 */
#ifndef TD_EXPLORE_REPLAY_DIFFERENCE_H
#define TD_EXPLORE_REPLAY_DIFFERENCE_H

#include "trace/trace.h"

/* "event 12 (producer, read at q.c:40) …"; NULL if they do not differ in anything that both have recorded.  To be
 * freed. */
char *td_difference_words(const struct td_channel *seen, const struct td_trace *again);

#endif
