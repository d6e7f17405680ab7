/* Where the steps of each thread lie in an execution: to come from one to the next without looking at what all others do in between, which
 * may be very much when a thread waits for the others to end. */
#ifndef TD_RT_TURNS_H
#define TD_RT_TURNS_H

#include "search.h"

struct td_turns {
	const uint32_t *next, *end; /* steps, in the order of the execution */
};

void td_turns_begin(uint32_t length);                            /* another execution, of so many steps */
struct td_turns td_turns_from(uint32_t thread, uint32_t step);   /* those of the thread that are not before this one */

#endif
