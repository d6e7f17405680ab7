/* What an exploration does next: raise a bound, begin a search anew, go over to another phase, or end.  See explorer.h.
 */
#ifndef TD_EXPLORE_PHASES_H
#define TD_EXPLORE_PHASES_H

#include "explorer.h"

/* Before the first job; sets the limits. */
void td_phases_begin(struct td_explorer *self);

/* Before the first job that explores, when it is known what is shared. */
void td_phases_ready(struct td_explorer *self);

/* How many executions the phase has left. */
uint64_t td_phases_left(const struct td_explorer *self);

/* A depth-first policy has tried everything within its bound. */
void td_phases_exhausted(struct td_explorer *self);

/* A systematic search has found that more is shared than it knew: what it has tried so far were other orders. */
void td_phases_start_again(struct td_explorer *self);

/* The process in which a systematic search kept what it knew has not survived an execution. */
void td_phases_lost(struct td_explorer *self);

/* The systematic search has refused the program.  0: it was asked for, so there is nothing else to do. */
int td_phases_refused(struct td_explorer *self);

/* An execution has ended in a finding. */
void td_phases_found(struct td_explorer *self);

/* The classes of the opening cannot be compared with those of the search, as when threads are created by others than
 * main and so have other numbers and places in memory (see `incomparable` in wire/channel.h). */
void td_phases_forget_opening(struct td_explorer *self);

/* Classes seen so far cannot be compared with those that come. */
void td_phases_forget_classes(struct td_explorer *self);

/* How many executions there will be until the end of the search, or of its bound, when so many have been made; those
 * before it are counted in. */
struct td_expected td_phases_expected(const struct td_explorer *self, uint64_t executions);

/* After a job: take note of the estimate. */
void td_phases_estimate(struct td_explorer *self);

/* Half of the time has passed, and what was predicted was not hunted for yet: the job under way should end. */
int td_phases_is_half_time(const struct td_explorer *self);

/* After a job: the opening may be over. */
void td_phases_next(struct td_explorer *self);

/* The exploration is over: count together what was counted apart. */
void td_phases_end(struct td_explorer *self);

#endif
