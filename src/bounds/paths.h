/* Where control goes on inside one function: which statements may come after a place, read off the structure of the source.
 *
 * Conditions are not weighed, but for constants: both sides of an if may be taken, any case of a switch, any number of rounds.
 * What is called comes back, unless it is known never to return.
 */
#ifndef TD_BOUNDS_PATHS_H
#define TD_BOUNDS_PATHS_H

#include "program.h"

/* Whatever is done after the node, there is no further round of the loop statement around it. */
bool td_leaves_after(const struct td_program *program, uint32_t node, uint32_t loop);
/* After the first node the second may be done, in the same call of the function. */
bool td_comes_to(const struct td_program *program, uint32_t from, uint32_t to);

#endif
