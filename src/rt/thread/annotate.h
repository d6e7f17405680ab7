/* What a program says about itself. */
#ifndef TD_RT_ANNOTATE_H
#define TD_RT_ANNOTATE_H

#include "rt/state.h"

/* An execution in which this happens does not count. */
_Noreturn void td_assumption_fails(uint64_t pc);

/* Finds the functions of the program that have a meaning by their names: those called __VERIFIER_atomic_SOMETHING, whose whole
 * body is an atomic stretch, assume_abort_if_not, and those to adopt. */
void td_named_functions_find(void);

/* What the names of verification benchmarks do where the program has no functions of its own for them (wire/adopted.h). */
void td_verifier_reach_error(void);
void td_verifier_error(void);
void td_verifier_assert(int condition);
void td_verifier_assume(int condition);
void td_verifier_atomic_begin(void);
void td_verifier_atomic_end(void);

/* A function of the program, of this name: if it does nothing and is one of those, its calls come to ours from now on. */
void td_adopt(const char *name, uint64_t start, uint64_t end);

/* Whether a call that returns to there is made by a function called assume_abort_if_not. */
int td_is_assumption(uint64_t pc);

#endif
