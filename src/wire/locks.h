/* Functions of libraries that lock, and are not woven: which the runtime knows by name.
 *
 * The tool reads further ones from a file (--locks) and puts them into the channel. */
#ifndef TD_WIRE_LOCKS_H
#define TD_WIRE_LOCKS_H

#include <stdint.h>

enum td_lock_role {
	TD_LOCK_NONE,
	TD_LOCK_LOCK,     /* waits until nobody has it */
	TD_LOCK_TRY,      /* does not wait; returns 0 if it has not got it */
	TD_LOCK_TRY_ZERO, /* does not wait; returns 0 if it has got it */
	TD_LOCK_UNLOCK,
	TD_LOCK_READ, /* a lock that several may have for reading; UNLOCK_RW for both */
	TD_LOCK_WRITE,
	TD_LOCK_UNLOCK_RW,
	TD_LOCK_WAIT,    /* unlocks, sleeps and locks again */
	TD_LOCK_ACQUIRE, /* comes after all that has released the object */
	TD_LOCK_RELEASE,
	TD_LOCK_ONCE,    /* calls the next argument, with the one after it, the first time */
	TD_LOCK_ROLES
};

enum { TD_MAX_LOCK_ROWS = 128, TD_LOCK_NAME = 64, TD_LOCK_ARGUMENTS = 6 };

struct td_lock_row {
	char name[TD_LOCK_NAME];
	char lock[TD_LOCK_NAME], unlock[TD_LOCK_NAME]; /* WAIT: what locks and unlocks the same object */
	uint8_t role;                                  /* enum td_lock_role */
	uint8_t argument;                              /* which one is the object, from 1 on */
};

#endif
