/* Several processes explore one search together.
 *
 * For each job the process forks the other workers; what each of them has to explore lies in the search's memory (search.h), so
 * the next job's workers go on where these stopped.  A worker that has nothing left waits for a branch, which another one
 * gives it after its next execution.  Each works with a channel of its own; what it has done is added to the tool's under
 * a lock, and the first finding is handed over there.  A worker that has found something when another one already has keeps it
 * for the next job.
 */
#ifndef TD_RT_WORKERS_H
#define TD_RT_WORKERS_H

#include "rt/state.h"

void td_workers_setup(void);
void td_workers_reset(void);               /* a new search */
int td_workers_wanted(void);               /* for the job under way: are there others? */
/* The job, done by all; `execute` makes one execution and says whether the job should end with it. */
void td_workers_run(int (*execute)(void));
void td_workers_share(void);               /* between td_search_learn and td_search_next */
void td_workers_ask_where(void);           /* the watchdog's signal came while this process waits for the others */

#endif
