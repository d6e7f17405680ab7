/* Which accesses to shared memory are events: all of them, or those that are contended (rt/race/protected.h). */
#ifndef TD_EXPLORE_ACCESSES_H
#define TD_EXPLORE_ACCESSES_H

#include "explore.h"

/* Can the search do without some, and is that wanted? */
int td_accesses_can_be_protected(const struct td_explore_options *options);
int td_accesses_are_protected(const struct td_explore_options *options);

/* Why all of them were events after all, as a sentence that the caller frees; NULL if they were not. */
char *td_unprotected_words(const struct td_channel *channel);

#endif
