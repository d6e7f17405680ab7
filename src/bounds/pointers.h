/* Which functions a call through a pointer may mean.
 *
 * Pointers are told apart by where they are kept: the address of a function is followed through assignments, variables
 * and parameters to the fields it is put into, whichever object they belong to, and a call through a field or variable
 * means the functions that came there.  Objects with the same field are told apart as far as they are followed
 * (holders.h).  A function whose address also goes where it cannot be followed (an initialiser without names, a result,
 * an argument of another pointer) may be meant by every call of its type, and so may all others where nothing is seen
 * to be put into what is called.  But a field that is only ever filled with functions by their names means those and no
 * others, wherever else functions go, unless they stand in an initialiser without names.
 *
 * A function that is handed to another, which calls its parameter, runs in the call that it is handed to: free_tree(tree,
 * free_job) calls free_job and not what other callers of free_tree have given to it.
 */
#ifndef TD_BOUNDS_POINTERS_H
#define TD_BOUNDS_POINTERS_H

#include "program.h"

/* Fills in homes, loose, listed, kept and handed; after all other indices, before the graph. */
void td_pointers_index(struct td_program *self);
/* Whether the call may mean the function that the reference names; their types are the same. */
bool td_may_mean(const struct td_program *program, uint32_t call, uint32_t reference);
/* The same without asking which of several objects with that field it was put into. */
bool td_may_mean_by_field(const struct td_program *program, uint32_t call, uint32_t reference);
/* A call through a parameter of the function that it stands in. */
bool td_calls_parameter(const struct td_program *program, uint32_t call);

#endif
