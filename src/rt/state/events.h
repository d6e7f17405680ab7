/* How far the execution under way has come: what limits and marks go by.  The recorder (record.c) counts events, the scheduler operations. */
#ifndef TD_RT_EVENTS_H
#define TD_RT_EVENTS_H

#include "fiber.h"

extern uint32_t td_event_count;
extern uint64_t td_ops_of_others;    /* operations of others than the current fibre, less those it has done itself */

/* Operations of all threads so far, private ones too. */
static inline uint64_t td_op_count(void)
{
	return td_ops_of_others + td_current->op;
}

#endif
