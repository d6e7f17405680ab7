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
/* The statement, done from its beginning, may come to the node inside it: what stands behind a jump is never done. */
bool td_may_do(const struct td_program *program, uint32_t statement, uint32_t node);
/* There is a way through the function to its end, a return or a throw. */
bool td_comes_back(const struct td_program *program, const struct td_function *function);
/* A handler of the try comes to its end, or jumps: not each of them leaves the function. */
bool td_handlers_go_on(const struct td_program *program, uint32_t node);

#endif
