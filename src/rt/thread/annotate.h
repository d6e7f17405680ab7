/* What a program says about itself. */
#ifndef TD_RT_ANNOTATE_H
#define TD_RT_ANNOTATE_H

#include "rt/state.h"

/* An execution in which this happens does not count. */
_Noreturn void td_assumption_fails(uint64_t pc);

/* Finds the functions of the program whose whole body is such a stretch: those called __VERIFIER_atomic_SOMETHING. */
void td_atomic_bodies_find(void);

/* Whether a call that returns to there is made by a function called assume_abort_if_not. */
int td_is_assumption(uint64_t pc);

#endif
