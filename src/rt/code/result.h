/* Whether the code that called a function uses what it returned.
 *
 * A compiler knows this and does not tell the runtime (treadle-weave does, with clang).  What follows a call in unoptimised code
 * is simple enough to be read: if the register of the result is overwritten before anything looks at it, nobody uses it. */
#ifndef TD_RT_RESULT_H
#define TD_RT_RESULT_H

#include <stdint.h>

/* `pc` is where the call returns to.  0 only if it certainly is not. */
int td_result_is_used(uint64_t pc);

#endif
