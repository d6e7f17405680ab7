/* Locks that are held all the time while a loop runs.
 *
 * A thread that needs such a lock waits until the loop is over.  If that is the thread of the loop itself, it waits for
 * ever: what stands behind the acquisition is unreachable from the loop, with all that is called there.  So
 *
 *   lock(&l); while (jobs) { job = jobs; jobs = job->next; end(job); } unlock(&l);
 *
 * empties the list, though end() may come to call a function that puts a job back, under the lock.
 *
 * Only variables of the whole program count, of which it is known that two names are two locks, and only locks that cannot be taken
 * twice.  A function that does nothing but take or give the lock that it is handed counts as well.
 */
#ifndef TD_BOUNDS_LOCKS_H
#define TD_BOUNDS_LOCKS_H

#include "graph.h"

struct td_held {
	uint32_t *items;         /* names */
	size_t count, room;
};

/* The locks that are taken before the node `loop`, which has the nodes from first to last in it, and not given back there, nor in
 * the functions that it calls. */
struct td_held td_locks_around(const struct td_program *program, uint32_t loop, uint32_t first, uint32_t last,
			       const struct td_set *inside);
/* Clears in `done`, a byte for each node of the function, what stands behind the place where one of the locks is taken. */
void td_locks_cut(const struct td_program *program, const struct td_held *held, const struct td_function *function, uint8_t *done);
/* Whether the function takes one of them. */
bool td_locks_matter(const struct td_program *program, const struct td_held *held, uint32_t function);

/* The name of the lock that a call takes, or gives back; 0: it does not, or which one is not known. */
uint32_t td_lock_taken(const struct td_program *program, uint32_t call);
uint32_t td_lock_given(const struct td_program *program, uint32_t call);

/* The first is always done before the node is. */
bool td_comes_before(const struct td_program *program, uint32_t first, uint32_t node);
/* It is done whenever its function is, unless the function is left before. */
bool td_is_on_every_way(const struct td_program *program, uint32_t node);
/* After it the function is left, without coming to `target`. */
bool td_is_left_after(const struct td_program *program, uint32_t node, uint32_t target);
/* The call that has this variable, or its address, as an argument; 0: none. */
uint32_t td_call_with(const struct td_program *program, uint32_t reference);

#endif
