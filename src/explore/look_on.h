/* After a first finding that says little of its cause.
 *
 * A wrong exit status, a crash or an abort may come in most orders, or in all, and then it would hide what else there
 * is: data races, deadlocks, failed assertions.  So in the usual exploration such a finding does not end the opening:
 * the portfolio makes the rest of its executions, and other findings that they come to are told as well: but one crash
 * is enough, one abort and one exit status.
 *
 * The budget is counted in executions and events, so that the same seed looks on equally far everywhere.  Executions
 * after which the process has to be started anew cost more.  Seconds are a limit for programs that are very slow only.
 */
#ifndef TD_EXPLORE_LOOK_ON_H
#define TD_EXPLORE_LOOK_ON_H

#include "explorer.h"

enum { TD_LOOK_ON_BATCH = 32 }; /* executions between two looks at the budget */

/* A finding was confirmed, and --keep-going was not asked for.  Nonzero: the exploration goes on. */
int td_look_on_after(struct td_explorer *self, enum td_end kind);

/* Nonzero: one of this kind was told, and a second one would only hide others again. */
int td_look_on_knows(const struct td_explorer *self, enum td_end kind);

/* After a job. */
void td_look_on_count(struct td_explorer *self);

/* Nonzero: what was predicted may be hunted for. */
int td_look_on_has_time(const struct td_explorer *self);

#endif
