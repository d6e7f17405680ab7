/* Misuse of a primitive that is in use, or was: each of these ends the execution if it finds one. */
#ifndef TD_RT_MISUSE_H
#define TD_RT_MISUSE_H

#include "rt/state.h"

/* There is one: the format has one %s, for the word of the object's type. */
_Noreturn void td_misuse(const struct td_object *object, uint64_t pc, const char *format);

/* An operation comes to the object.  If the program has overwritten its memory, the object is renewed. */
void td_misuse_check_memory(struct td_object *object, uint64_t pc);

/* Its memory is to be initialised by a call. */
void td_misuse_check_init(struct td_object *object, uint64_t pc);

/* The thread frees the block in which it lies. */
void td_misuse_check_free(struct td_object *object, uint64_t pc);

/* The thread is about to unlock (`kind`) what it does not hold: the lock may have been freed or overwritten. */
void td_misuse_check_lost(const struct td_object *object, enum td_kind kind, uint64_t pc);

#endif
