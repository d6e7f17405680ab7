/* The programs of a tree, and which functions each of them can run.
 *
 * A tree of sources often has several programs that share a library, each test being one.  A pointer of the library's means
 * another function in each of them, and none that another program has put there.  A program runs what its main mentions by name,
 * what that mentions, and so on, be it to call it or to hand it on.  What no main comes to is called from elsewhere (a plugin, a
 * library's user), or unseen (what C++ calls without being told): it may be part of any program, with all that it mentions.
 *
 * Only a function in the same file as a main is known to be part of just that program; others may be linked into
 * programs that are not in the tree.  A call that was lost because its file has errors may make a program smaller than
 * it is.
 */
#ifndef TD_BOUNDS_PROGRAMS_H
#define TD_BOUNDS_PROGRAMS_H

#include "program.h"

struct td_programs;

struct td_programs *td_programs_make(const struct td_program *program);
void td_programs_free(struct td_programs *self);

/* There may be a program that runs the functions of all these nodes, of the first up to the last. */
bool td_are_of_one_program(const struct td_program *program, const uint32_t *nodes, size_t last);

#endif
