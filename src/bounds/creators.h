/* Which calls make a thread, or another resource that can run out, and which give it back.  Library functions are known
 * by their names; endings.c adds the functions of the program that never return. */
#ifndef TD_BOUNDS_CREATORS_H
#define TD_BOUNDS_CREATORS_H

#include "program.h"

#include "base/base.h"

enum td_resource { TD_THREADS, TD_SOCKETS, TD_MEMORY, TD_RESOURCES };
extern const char *const td_resource_names[]; /* NULL-terminated */

struct td_creators {
	bool forks;                    /* processes count as threads */
	bool resources[TD_RESOURCES];
	const struct td_strings *more; /* functions that the user says create threads; may be NULL */
};

/* Whether this CALL makes one of the resources that are looked for. */
bool td_creates(const struct td_program *program, const struct td_creators *creators, uint32_t call, enum td_resource *resource);
/* A call that starts a thread, whatever is looked for: what it is given as a function runs in the thread. */
bool td_starts_thread(const struct td_program *program, uint32_t call);
/* The function that does it, be it called through a pointer; NULL: none. */
const char *td_thread_function(const struct td_program *program, uint32_t call);
/* Waits for the end of a thread or process. */
bool td_waits_for_end(const struct td_program *program, uint32_t call);
bool td_releases(const struct td_program *program, uint32_t call, enum td_resource resource);
/* Calls its function once and never again. */
bool td_calls_once(const struct td_program *program, uint32_t call);
/* A function of a library that ends the process or the thread. */
bool td_ends(const struct td_program *program, uint32_t call);
/* endings.c: such a function, or one of the program that never comes back. */
bool td_never_returns(const struct td_program *program, uint32_t node);
/* Finds those of the program; before anything is asked. */
void td_endings_index(struct td_program *self);

#endif
