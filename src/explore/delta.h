/* Delta debugging: a list made as short as it can be while something still holds.
 *
 * After Zeller and Hildebrandt, "Simplifying and Isolating Failure-Inducing Input" (2002): algorithm ddmin.  The caller
 * says what a list is of and tries what is left of it; the result is 1-minimal, that is, without any one of its items
 * it does not hold any more. */
#ifndef TD_EXPLORE_DELTA_H
#define TD_EXPLORE_DELTA_H

#include <stdbool.h>
#include <stdint.h>

/* Does it still hold with these items alone?  `is_kept` has a byte for each item. */
typedef bool td_delta_test(void *context, const uint8_t *is_kept);

/* Leaves items out as long as it holds; true if the result is 1-minimal.  `may_go_on` is asked before each test; false
 * ends it. */
bool td_delta(uint32_t count, uint8_t *is_kept, td_delta_test *holds, bool (*may_go_on)(void *context), void *context);

#endif
