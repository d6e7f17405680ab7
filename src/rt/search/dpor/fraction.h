/* How much of the search lies behind it, as far as can be told: for an estimate of what is left (explore/estimate.h).
 *
 * At a node that the search has come back to, its children are known.  A node on the way whose alternatives no race has shown yet
 * may still get some, and in a search that goes depth first these are nearly all that there is.  There the way itself is asked: if
 * the step's thread has a steps left at a place that threads race for, counting this one, and the others have b, then of the orders in
 * which these can come a/(a+b) begin with this step.  For one lock that is exact, whichever way the search is on: the product over all
 * nodes is the multinomial coefficient.  Where several places are raced for, not all combinations of their orders are possible, and the
 * estimate is too high. */
#ifndef TD_RT_FRACTION_H
#define TD_RT_FRACTION_H

#include "search.h"

void td_fraction_reset(void);               /* another search */
void td_fraction_raced(const struct td_step *first); /* a race begins with this step: its places are raced for */

void td_fraction_count(uint32_t length);    /* an execution of so many steps has ended; now and then its steps are counted */
double td_fraction(uint32_t forced);        /* so many steps are on the way of the next execution */

#endif
