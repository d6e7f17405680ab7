/* Rounds of a loop that find what the round before has found: a thread that polls, or locks and unlocks again and
 * again. */
#ifndef TD_REPORT_REPEATS_H
#define TD_REPORT_REPEATS_H

#include "trace/trace.h"

enum td_round {
	TD_ROUND_SKIPS, /* an event that may lie anywhere in a round, and does not count */
	TD_ROUND_COUNTS,
	TD_ROUND_STANDS /* one that is never taken for a repetition */
};

/* PERIOD gets, for each event that repeats what its thread did just before, how many events make up a round; 0 for all
 * others, and for the first round.  ROLE, of each event: enum td_round. */
void td_repeats_find(const struct td_trace *trace, const uint8_t *role, uint8_t *period);

#endif
