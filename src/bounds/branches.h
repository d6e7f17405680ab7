/* What of a function is reachable when one of its parameters, or a field, has a certain value.
 *
 * handle(FREE, job) of a function that switches on its first parameter does what stands under that case, and not what
 * it would do for READ.  Statements are followed in their order: an if or switch that the value decides goes one way,
 * what stands behind a jump is not reached.  Whatever is not decided by the value counts as done, and a function with
 * labels is done as a whole: too much may be marked, never too little.
 */
#ifndef TD_BOUNDS_BRANCHES_H
#define TD_BOUNDS_BRANCHES_H

#include "program.h"

/* Marks in `done`, a byte for each node of the function, what is done when the parameter or field `name`, which is
 * never written to, is `value`. */
void td_branches_mark(const struct td_program *program, const struct td_function *function, uint32_t name, int64_t value,
		      uint8_t *done);
/* The number that this expression is, whatever happens. */
bool td_literal_value(const struct td_program *program, uint32_t node, int64_t *value);
/* The parameter that a statement or operator branches on by this child of it: p, p == 3, !p.  0: none. */
uint32_t td_branches_on(const struct td_program *program, uint32_t node, unsigned child);

#endif
