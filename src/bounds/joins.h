/* Whether every path from a creation to the end of its round waits for what was created: the waits postdominate the
 * creation.  joins.c goes along the paths, lasting.c knows which fields say until then that there is something to wait
 * for, losses.c where the variable that has it is overwritten before.  In doubt a path counts as one without a wait. */
#ifndef TD_BOUNDS_JOINS_H
#define TD_BOUNDS_JOINS_H

#include "check.h"
#include "paths.h"
#include "tables.h"

/* A field that is being asked about: while that is so, it is taken to last, as in any proof by induction. */
struct td_lasting {
	uint32_t name;
	const struct td_lasting *outer;
};

struct td_joins {
	struct td_check *check;
	uint32_t handle;               /* what the thread is kept in */
	size_t level;                  /* of the place on the way that is looked at, or more than there are in functions that are called */
	const struct td_set *able;     /* functions that come to wait for it at all */
	struct td_set *asked, *always; /* functions that were looked at, and those that wait on every way */
	const struct td_lasting *lasting;
	const struct td_entries *entries; /* what the function that is looked at knows of its parameters, or NULL */
	unsigned calls;                /* it is away from those that are looked at for all calls of them */
};

/* joins.c: the foresight that ends where what was created is waited for; the data is a td_joins. */
enum td_foreseen td_foresee_wait(const void *data, uint32_t statement);
/* A variable that both speak of. */
bool td_share_variable(const struct td_program *program, uint32_t a, uint32_t b);

/* lasting.c: the field is something in every object that has a thread, until that has been waited for. */
bool td_lasts(const struct td_joins *self, uint32_t name);
/* lasting.c: the field, which is asked about, points to the object with the thread, if any does. */
bool td_keeps_object(const struct td_joins *self, uint32_t field);

/* losses.c: another one may be kept, at that level, where the one that was created is known, before it was waited
 * for. */
bool td_is_lost(const struct td_joins *self, size_t level);

#endif
