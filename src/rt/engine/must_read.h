/* A read that must take its value from a certain write, or the initial value.
 *
 * The read may run when the last event that wrote any byte of what it reads is the wanted one.  A write is held back if
 * after it the read can never run: it writes over all that the wanted one wrote, or the reading thread stands at the
 * read and it writes some of that.  Of a write over some of it, while it is not known what will be read, nothing can be
 * said; if it was too much, the execution is in vain as soon as the thread comes to its read. */
#ifndef TD_RT_MUST_READ_H
#define TD_RT_MUST_READ_H

#include "awaited.h"

struct td_must_read {
	struct td_awaited write, read;
	uint8_t is_initial;              /* no write is wanted */
	uint32_t number;                 /* the wanted write, when it has happened: of its event, */
	uint64_t address, end;           /* ... and what it wrote */
	uint64_t read_address, read_end; /* what was last asked about, */
	uint32_t seen;                   /* ... up to this event, */
	uint32_t last;                   /* ... and the last one that wrote any of it, from 1; 0: none did */
};

struct td_must_read td_must_read_begin(const struct td_constraint *given);
int td_must_read_is_broken_by(struct td_must_read *self, const struct td_made_step *step);
void td_must_read_done(struct td_must_read *self, const struct td_made_step *step);

/* The reading thread stands at its read and can never do it. */
int td_must_read_is_in_vain(struct td_must_read *self);

#endif
