/* Which findings were seen already.
 *
 * Two executions show the same finding when they end in the same thing at the same place, by the same call stack.  For
 * deadlocks the place is where the threads stand that wait for each other, or else those that wait for a lock whose
 * holder has ended, or else all that are blocked: with others that can still go on, or wait for these, it is the same
 * deadlock.  Thread numbers and heap addresses do not matter: they vary with the schedule.
 */
#ifndef TD_EXPLORE_FINDINGS_H
#define TD_EXPLORE_FINDINGS_H

#include "wire/channel.h"

#include <stddef.h>

struct td_finding {
	uint64_t key;
	int tries;     /* to replay it */
	int confirmed; /* one of them ended as the finding did */
};

struct td_findings {
	struct td_finding *items;
	size_t count, room;
};

/* What findings are told apart by, of the last execution in the channel. */
uint64_t td_finding_key(const struct td_channel *channel);

/* The finding in which the last execution in the channel ended; added if it is new.  Valid until the next call. */
struct td_finding *td_findings_of(struct td_findings *self, const struct td_channel *channel);

/* The last execution ended in a finding while other threads could still go on: what they would have done was not seen,
 * and no other execution need have let them go first. */
int td_finding_cuts_short(const struct td_channel *channel);

#endif
