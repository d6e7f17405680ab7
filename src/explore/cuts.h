/* What a search that came to its end has left out, and where in the program: why it is `bounded` and not `complete`. */
#ifndef TD_EXPLORE_CUTS_H
#define TD_EXPLORE_CUTS_H

#include "wire/channel.h"

struct td_cuts {
	uint32_t why;             /* bits 1 << enum td_cut */
	uint64_t pc[TD_CUTS];     /* where first; 0: nowhere */
	char *place[TD_CUTS];     /* FILE:LINE of that, NULL if not known; after td_cuts_name */
};

/* What a job has left out. */
void td_cuts_add(struct td_cuts *self, const struct td_done *done);

/* Look the places up, while the channel still knows what was loaded where. */
void td_cuts_name(struct td_cuts *self, const struct td_channel *channel);

/* FILE:LINE of a place in the program, NULL if not known; the caller frees it. */
char *td_place_name(const struct td_channel *channel, uint64_t pc);

/* "a loop that ... was not followed". */
const char *td_cut_words(enum td_cut why);

/* What follows "executions were cut after so many events": nothing, or that others had too many threads. */
const char *td_cut_threads_words(const struct td_cuts *self);

/* ... and nothing, or that later ones were cut sooner. */
const char *td_endless_words(int is_endless);

#endif
