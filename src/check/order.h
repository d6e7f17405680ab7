/* What comes before what in every order: a thread's creation before all of it, its end before its being joined, a signal
 * before the wake-up it causes.  And which steps took outcomes from the schedule's choices, found on the same way. */
#ifndef TD_CHECK_ORDER_H
#define TD_CHECK_ORDER_H

#include "steps.h"

/* EVENTS: those of the steps, one after the other. */
void td_order_find(struct td_steps *steps, const struct td_trace_event *events);

#endif
