/* What all primitives have in common: their life, and finding misuse of it.
 *
 * Whether a primitive is initialised is read from the program's own memory: new heap memory has a pattern that no initialiser
 * leaves, and destroy leaves a mark.  Whether it was initialised since its last use is read there, too (object.h). */
#ifndef TD_RT_PRIMITIVE_H
#define TD_RT_PRIMITIVE_H

#include "rt/state.h"

/* The object for a primitive about to be used; ends the execution if it is not initialised or has been destroyed.
 * `size`: of the part that tells; 0 if the caller knows. */
struct td_object *td_primitive(void *address, enum td_object_type type, uint64_t pc, uint32_t size);

/* The same for one that always has something other than 0 in its first eight bytes. */
struct td_object *td_primitive_made(void *address, enum td_object_type type, uint64_t pc);

/* What lies there is no primitive that could be used: ends the execution.  HOW: "a destroyed", ... */
_Noreturn void td_primitive_is_not_one(const char *how, void *address, enum td_object_type type, uint64_t pc);

/* It begins to live: an event, and a mistake if it is in use. */
struct td_object *td_primitive_init(void *address, enum td_object_type type, uint64_t pc);

/* It is destroyed: an event, and a mistake if it is in use. */
void td_primitive_destroy(void *address, enum td_object_type type, uint64_t pc, uint32_t size);

/* Who holds what, for reports, cycles and checks. */
void td_hold(struct td_fiber *fiber, struct td_object *object, int shared);

/* The fibre has the lock now / no longer; recorded as the pending operation. */
void td_acquired(struct td_fiber *fiber, struct td_object *object);
void td_released(struct td_fiber *fiber, struct td_object *object);

#endif
