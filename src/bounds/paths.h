/* Reachability inside one function: which statements may come after a place, read off the structure of the source.
 *
 * Conditions are not weighed, but for constants: both sides of an if may be taken, any case of a switch, any number of rounds.
 * What is called comes back, unless it is known never to return.
 */
#ifndef TD_BOUNDS_PATHS_H
#define TD_BOUNDS_PATHS_H

#include "program.h"

/* Whatever is done after the node, there is no further round of the loop statement around it. */
bool td_leaves_after(const struct td_program *program, uint32_t node, uint32_t loop);
/* What is known of a statement before it is done: how an if turns out, or that what comes after it is of no interest. */
enum td_foreseen { TD_EITHER_WAY, TD_IS_SO, TD_IS_NOT_SO, TD_NO_FURTHER };
struct td_foresight {
	enum td_foreseen (*of)(const void *data, uint32_t statement);
	const void *data;
};
/* td_leaves_after, with more known. */
bool td_leaves_knowing(const struct td_program *program, uint32_t node, uint32_t loop, const struct td_foresight *foresight);
/* Whatever is done after the node, before the next round of the loop `root` or the end of the function `root`, comes to a statement of no
 * further interest; a loop may be left without that if `may_leave`. */
bool td_is_settled_after(const struct td_program *program, uint32_t node, uint32_t root, bool may_leave,
			 const struct td_foresight *foresight);
/* The same for all that the function does. */
bool td_is_settled_by(const struct td_program *program, uint32_t function, const struct td_foresight *foresight);
/* After the first node the second may be done, in the same call of the function. */
bool td_reaches(const struct td_program *program, uint32_t from, uint32_t to);
/* td_reaches, with more known. */
bool td_reaches_under(const struct td_program *program, uint32_t from, uint32_t to, const struct td_foresight *foresight);
/* The node may be done at all in a call of its function, with more known. */
bool td_is_reached_under(const struct td_program *program, uint32_t node, const struct td_foresight *foresight);
/* The same, with more known, before the next round of the loop `root` or the end of the function `root`. */
bool td_reaches_within(const struct td_program *program, uint32_t from, uint32_t to, uint32_t root,
			const struct td_foresight *foresight);
/* The statement, done from its beginning, may come to the node inside it: what stands behind a jump is never done. */
bool td_may_do(const struct td_program *program, uint32_t statement, uint32_t node);
/* There is a way through the function to its end, a return or a throw. */
bool td_comes_back(const struct td_program *program, const struct td_function *function);
/* A handler of the try comes to its end, or jumps: not each of them leaves the function. */
bool td_handlers_go_on(const struct td_program *program, uint32_t node);
/* parts.c: the part of a statement that is done before anything else of it, 0 if that is a statement itself; whether a call in an
 * expression is done whenever that is. */
uint32_t td_first_part(const struct td_program *program, uint32_t statement);
bool td_is_always_done(const struct td_program *program, uint32_t expression, uint32_t call);

#endif
