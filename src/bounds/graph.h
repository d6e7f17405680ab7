/* The call graph: which functions a call may mean, by name, by methods that override, and through pointers.
 *
 * Which functions a pointer may mean is found out by where their addresses are kept (pointers.h).  A function that is
 * given to a thread runs in the thread, and is not called by the thread that starts it.
 */
#ifndef TD_BOUNDS_GRAPH_H
#define TD_BOUNDS_GRAPH_H

#include "program.h"

struct td_graph;

struct td_graph *td_graph_make(const struct td_program *program);
void td_graph_free(struct td_graph *self);

/* Functions, by number. */
struct td_set {
	uint64_t *bits;
	size_t size;
};

void td_set_make(struct td_set *self, const struct td_program *program);
void td_set_free(struct td_set *self);
bool td_set_has(const struct td_set *self, uint32_t function);
bool td_set_add(struct td_set *self, uint32_t function); /* whether it was not there */

struct td_caller {
	uint32_t site;           /* the CALL, or the LAMBDA that is handed to a function which calls it */
	bool once;               /* pthread_once and the like */
};

struct td_callers {
	struct td_caller *items;
	size_t count, room;
};

struct td_callers td_callers_of(const struct td_program *program, uint32_t function);
/* The functions that run because of what stands between two nodes, threads that it starts left out. */
void td_reach_from(const struct td_program *program, uint32_t first, uint32_t last, struct td_set *set);
/* The functions, by number, that one node calls.  Inside a function that is called, its parameters are what the caller has handed
 * to it, and belong to the caller; where the question begins, they may be anything that comes there. */
struct td_callers td_called_at(const struct td_program *program, uint32_t node, bool is_beginning);
/* Whether a call comes to call the function. */
bool td_leads_to(const struct td_program *program, uint32_t call, uint32_t function);
/* The functions that threads begin with, and all that run in threads; with a function, in others than the one thread that runs it. */
void td_thread_roots(const struct td_program *program, uint32_t function, struct td_set *roots);
void td_reach_threads(const struct td_program *program, uint32_t function, struct td_set *set);
/* The functions that a call which starts a thread starts. */
struct td_callers td_started_by(const struct td_program *program, uint32_t call);
/* The call among whose arguments this reference to a function stands, or 0; `which` is its number, from 1. */
uint32_t td_given_to(const struct td_program *program, uint32_t reference, unsigned *which);
/* The innermost node around this one, 0 for the root of a function. */
uint32_t td_parent(const struct td_program *program, uint32_t node);

#endif
