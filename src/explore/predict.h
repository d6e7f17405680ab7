/* Deadlocks that have not happened: circles in the order in which locks were taken (rt/race/lock_order.h).
 *
 * A circle has 2 to TD_LONGEST_CIRCLE edges of as many different threads, each of which holds what the one before it
 * wants.  It is none if two of the threads hold the same other lock (only one of them can be behind it), if holder and
 * taker of a lock both only read, or if one of the edges comes before another in every execution.
 *
 * Circles over the same places in the source are one prediction, however many locks and threads there are for it; some
 * of them are hunted for, until one is confirmed.  Shorter circles come first.
 */
#ifndef TD_EXPLORE_PREDICT_H
#define TD_EXPLORE_PREDICT_H

#include "trace/trace.h"

#include <stddef.h>

enum { TD_LONGEST_CIRCLE = 6 };

struct td_circle {
	struct td_lock_edge edges[TD_LONGEST_CIRCLE]; /* each `to` is the next one's `from` */
	uint32_t length;
	uint64_t places;       /* hash of the places in the source */
	uint64_t executions;   /* in which it was hunted for */
	int confirmed;
	int is_weak;           /* has a weak edge: may well be none */
	struct td_site sites[TD_LONGEST_CIRCLE]; /* where each edge takes its lock, after td_predictions_name */
	char *locks[TD_LONGEST_CIRCLE]; /* what each edge starts from, likewise */
	char *words;           /* "lock-order cycle a -> b -> a between f.c:12 and g.c:30", after td_predictions_name */
};

struct td_predictions {
	struct td_circle *items;
	size_t count, room;
	uint32_t edges_seen;   /* of the channel, when it was last looked */
};

/* Add the circles that have come with new edges. */
void td_predict(struct td_predictions *self, const struct td_lock_order *order);

/* Whether a circle over the same places was confirmed. */
int td_prediction_is_confirmed(const struct td_predictions *self, const struct td_circle *circle);

/* What to hunt for. */
void td_circle_targets(const struct td_circle *self, struct td_hunt *hunt);

/* Whether the last execution has ended in it. */
int td_circle_is_end(const struct td_circle *self, const struct td_channel *channel);

/* Words for all that are not confirmed.  What is on the heap has a name if the execution in the channel was made with
 * detail. */
void td_predictions_name(struct td_predictions *self, const struct td_channel *channel);

#endif
