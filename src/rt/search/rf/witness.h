/* A witness for a reads-from class: an order of the steps of a cut in which every read comes behind its source with no other write of the same piece in
 * between.
 *
 * The search goes forward from the beginning.  A write may come only when no read of what it overwrites is still to come; so which
 * write is the last one matters only as long as it has readers to come, and whether the rest can be ordered depends only on how far
 * each thread is.  Cuts from which it could not are remembered.  What can do no harm is ordered at once: reads, and writes that
 * keep no other write waiting.  Only between unordered writes that both have readers something must be tried.
 *
 * Deciding this is hard in general (NP-complete), so there is a limit; beyond it the answer is "not known". */
#ifndef TD_RT_WITNESS_H
#define TD_RT_WITNESS_H

#include "readsfrom_graph.h"

/* A step that reads from elsewhere than it did in the execution. */
struct td_rf_change {
	uint32_t step;
	const uint32_t *sources; /* one for each of its read pieces; TD_RF_ANY: does not matter */
	uint8_t writes;          /* it does, where it may */
};

struct td_rf_question {
	const uint32_t *cut;
	struct td_rf_change changes[2];
	uint32_t change_count;
};

enum td_rf_answer { TD_RF_NO, TD_RF_YES, TD_RF_NOT_KNOWN };

/* YES: order[] has the steps of the cut, *length of them. */
enum td_rf_answer td_witness_find(const struct td_rf_question *question, uint32_t *order, uint32_t *length);

extern uint64_t td_witness_effort; /* grows with the time it has taken */

#endif
