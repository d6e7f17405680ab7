/* The class hierarchy.  treadle-parse sends each class of the program as a function that is not code, with its bases
 * (TD_N_BASE); classes are known by the names that their methods begin with, without what stands in a template's angle
 * brackets. */
#ifndef TD_BOUNDS_BASES_H
#define TD_BOUNDS_BASES_H

#include "program.h"

/* An object of just the class `of` may be used as one of `class`, be it a base of a base; also if nothing is known of either. */
bool td_may_be_used_as(const struct td_program *program, const char *of, const char *class);

#endif
