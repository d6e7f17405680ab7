/* Pieces of memory that count as one object, because a step that writes touches them together.
 *
 * Reachability testing has events with one partner each.  A step that touches several objects at once (a copy, an access that others
 * overlap in part) has several, and which of them can be had together depends on all of them: with `q = p` beside a fill of both,
 * who is first at p must be first at q, and neither change alone can be followed.  So where such a step has rivals at more than
 * one of its pieces, these are one object, and it has one place in one order again.
 *
 * The price: what touches different pieces of such an object counts as a race, so that one class of executions may come up more
 * than once.  What others touch only before the step in every order, or after it, has no rivals there: a table that is
 * filled before threads are created stays a table of objects.
 *
 * Its limit: that pieces belong together may be learned only when a variant has led to the step that joins them.  What that
 * variant fixed knew nothing of it: a read of one piece then stands for ever on one side of a write of another, and if the read
 * has other pieces to see, a class can be missed (`together late` in t/show/together.c).
 */
#ifndef TD_CHECK_JOINED_H
#define TD_CHECK_JOINED_H

#include "steps.h"

/* Of each object of STEPS the one that it is part of; NULL if each is for itself. */
uint32_t *td_joined_find(const struct td_steps *steps);

/* A read need not come after writes of other pieces of its object: it gets the earliest slot that it can have.  Otherwise what its
 * thread does next could not come before such a write either. */
void td_joined_settle(struct td_steps *steps);

/* Does one of the two steps write what the other touches, each piece for itself? */
bool td_joined_conflict(const struct td_steps *steps, uint32_t one, uint32_t other);

#endif
