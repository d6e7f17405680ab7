/* Where two runs of the same schedule begin to differ: for programs whose executions are not repeatable. */
#ifndef TD_EXPLORE_DIFFERENCE_H
#define TD_EXPLORE_DIFFERENCE_H

#include "session.h"

/* Does JOB, one execution, twice, and names the first memory that had other contents and the first operation that was
 * another one.  The sentence is the caller's; NULL if the two did not differ, or it cannot be known.  The session's
 * process is of no use afterwards. */
char *td_difference_find(struct td_session *session, const struct td_job *job);

#endif
