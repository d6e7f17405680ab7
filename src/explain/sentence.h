/* The sentence that a developer would say. */
#ifndef TD_EXPLAIN_SENTENCE_H
#define TD_EXPLAIN_SENTENCE_H

#include "explain.h"

/* What went wrong, without a full stop; to be freed. */
char *td_explain_sentence(const struct td_explanation *self);

/* The free that came before the use that failed; false if it failed otherwise, or that is not known. */
bool td_freed_order(const struct td_explanation *self, td_watched *freed, td_watched *use);

/* Does the headline of a report say already who waits for whom, or what came too early? */
bool td_speaks_for_itself(const struct td_trace *trace);

/* "worker read total at t.c:12 before main wrote it at t.c:20"; to be freed. */
char *td_ordering_words(const struct td_orderings *orderings, uint32_t i);

/* "main chose 2 at t.c:6", of an outcome that is no matter of order; to be freed. */
char *td_outcome_words(const struct td_orderings *orderings, uint32_t i);

/* "making worker's t.c:12 to t.c:14 atomic" or so, NULL if there is none; to be freed. */
char *td_remedy_words(const struct td_explanation *self);

#endif
