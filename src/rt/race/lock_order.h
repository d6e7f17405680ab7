/* In which orders locks are taken, learned over executions: what a deadlock could come from that has not happened yet.
 *
 * Whenever a thread that holds a lock gets another one, having been ready to wait for it, that is an edge (struct td_lock_edge in
 * wire/channel.h) from the first to the second.  Edges of different threads that make a circle are a deadlock that some
 * schedule may lead to; the tool looks for circles (explore/predict.h) and hunts for them.  What an edge has with it keeps
 * circles out that cannot be: the other locks held (a gate that only one thread can be behind), read or write, and when it was,
 * by a clock that knows only of orders which every execution has: creating and joining threads and barriers.
 *
 * pthread_once is a lock that whoever runs the function holds, and a semaphore that begins with 1 is one as long as whoever takes it
 * gives it back.  A thread that is joined by one with a lock held is a lock that it holds itself from its first step to its end.  Such threads
 * are rare, so its edges are learned only when there has been one.
 *
 * A signal, a post or the arrival at a barrier that somebody waits for with a lock held is owed by those who will give it, and when they
 * take that lock before they do, that is an edge as well: a weak one, since somebody else may give it, or it may have been
 * given already.  A circle with a weak edge is hunted for, but never said to be predicted.
 *
 * Edges live in the channel and outlive the process.  An edge that is known costs a look into a table.
 */
#ifndef TD_RT_LOCK_ORDER_H
#define TD_RT_LOCK_ORDER_H

#include "rt/state.h"

void td_lock_order_setup(void);
void td_lock_order_begin(void);                       /* an execution */

extern uint32_t td_lock_order_least;                  /* so many locks held are of interest */
void td_lock_order_learn(const struct td_fiber *fiber);

/* It has got what it holds last, by the operation that it has pending. */
static inline void td_lock_order_acquired(const struct td_fiber *fiber)
{
	if (fiber->locks.held_count >= td_lock_order_least)
		td_lock_order_learn(fiber);
}

void td_lock_order_passed(const struct td_fiber *fiber, const struct td_object *object); /* might have had to wait for it */
void td_lock_order_joins(const struct td_fiber *fiber, const struct td_fiber *other); /* will wait for it */

void td_lock_order_waits(const struct td_fiber *fiber);    /* its pending operation has waited for something that is no lock */
void td_lock_order_provides(const struct td_fiber *fiber); /* its pending operation is what others wait for in that way */
void td_lock_order_forget(const struct td_object *object); /* it turns out to be no lock */

/* Orders that every execution has. */
void td_lock_order_created(const struct td_fiber *creator, const struct td_fiber *fiber); /* creator: NULL for main */
void td_lock_order_joined(const struct td_fiber *fiber, const struct td_fiber *other);
void td_lock_order_arrives(const struct td_fiber *fiber, const struct td_object *barrier);
void td_lock_order_leaves(const struct td_fiber *fiber, const struct td_object *barrier); /* its `generation` is that of its arrival */

#endif
