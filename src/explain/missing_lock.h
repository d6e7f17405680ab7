/* Which lock would have kept another thread out of a stretch, and why it did not: "add did not hold lock", "add let go
 * of lock in between".
 *
 * It is the lock that most accesses to the place hold; writes count most, for a reader may hold a lock for something
 * else. */
#ifndef TD_EXPLAIN_MISSING_LOCK_H
#define TD_EXPLAIN_MISSING_LOCK_H

#include "observations.h"

/* The stretch goes FROM one event TO another of a thread; OTHER came between them.  To be freed; NULL: no lock comes
 * into question, or it was held. */
char *td_missing_lock_words(const struct td_observations *seen, td_watched from, td_watched other, td_watched to);

#endif
