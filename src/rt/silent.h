/* Threads whose next operation nobody can notice.
 *
 * A systematic search lets these go on first, so that at a decision everybody stands before something that matters.  Whether a thread's
 * operation is silent changes when the thread runs and when it becomes able to run: only those are looked at again. */
#ifndef TD_RT_SILENT_H
#define TD_RT_SILENT_H

#include "fiber.h"

void td_silent_begin(void);                                  /* of an execution */
void td_silent_enabled(struct td_fiber *fiber);              /* it can run, and could not */
struct td_fiber *td_silent_one(struct td_fiber *current);    /* who has run last, or NULL; returns NULL if there is none */

#endif
