/* The threads that a strategy may choose from.
 *
 * A thread is quiet if it has come round with nothing changed, has yielded, or could only give up waiting.  Where others can go on, quiet threads
 * are mostly left out; where only quiet ones are left, it is asked whether the execution is endless. */
#ifndef TD_RT_CANDIDATES_H
#define TD_RT_CANDIDATES_H

#include "rt/state.h"

extern struct td_fiber **td_candidates;
extern uint32_t td_candidate_count;

void td_candidates_setup(void);
void td_candidates_find(void);        /* for a strategy that is no systematic search */
void td_candidates_find_all(void);    /* for a systematic search: all that can run, but those that only go round or have given up often */
void td_candidates_find_every(void);  /* all that can run, quiet or not */
int td_candidates_go_round(void);     /* all that were found only go round, and have for long */
void td_candidates_keep(int (*is_kept)(const struct td_fiber *fiber)); /* of those found, the ones that pass */
void td_candidates_are(struct td_fiber *fiber); /* this one alone */

int td_is_quiet(const struct td_fiber *fiber);
int td_quiet_is_in_vain(void); /* nothing has changed for long */

/* The order in which candidates are tried: the current thread, then by number, last those that would give up waiting. */
void td_candidates_sort(const struct td_fiber *current);

#endif
