/* The steps of each thread in an execution, in order: an index, so that following one thread does not cost a look at
 * every step of the others in between.  Used while races are reversed. */
#ifndef TD_RT_TURNS_H
#define TD_RT_TURNS_H

#include "search.h"

struct td_turns {
	const uint32_t *next, *end; /* steps, in the order of the execution */
};

void td_turns_begin(uint32_t length);                            /* another execution, of so many steps */
struct td_turns td_turns_from(uint32_t thread, uint32_t step);   /* those of the thread that are not before this one */

#endif
