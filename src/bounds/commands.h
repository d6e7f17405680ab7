/* Functions that branch on a parameter: handle(FREE, job) does something else than handle(READ, job).
 *
 * What a loop comes to do is asked about each node of the functions that it calls.  Where a function branches on a
 * parameter and all calls of it, on a call path from the loop, hand it constants, only the branches for those are done
 * (branches.h), and what the others would call is not called for that.  A parameter that is handed on to such a
 * function counts as well.  A parameter that is written to, or whose address is taken, may be anything, and so may what
 * a function gets that is called through a pointer.
 */
#ifndef TD_BOUNDS_COMMANDS_H
#define TD_BOUNDS_COMMANDS_H

#include "graph.h"
#include "locks.h"

struct td_commands;

/* Which parameters are branched on; after the graph. */
struct td_commands *td_commands_make(const struct td_program *program);
void td_commands_free(struct td_commands *self);
/* Whether the set has a function that branches on a parameter. */
bool td_commands_matter(const struct td_program *program, const struct td_set *functions);

/* Whether calls[0] is reached when each call is made by the next one: calls[0] stands in the function that calls[1] calls, and so
 * on up to calls[last]. */
bool td_calls_are_possible(const struct td_program *program, const uint32_t *calls, size_t last);

/* What is done because of a piece of code. */
struct td_doings;

/* Of the nodes between first and last, while the locks are held: what would need them is not done. */
struct td_doings *td_doings_of(const struct td_program *program, uint32_t first, uint32_t last, const struct td_held *held);
/* Of all threads. */
struct td_doings *td_doings_of_threads(const struct td_program *program);
/* A function that runs as well, with whatever it is given, if it does not run already. */
void td_doings_add(struct td_doings *self, uint32_t function);
bool td_is_done(const struct td_doings *self, uint32_t node);
void td_doings_free(struct td_doings *self);

#endif
