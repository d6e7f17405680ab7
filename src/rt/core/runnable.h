/* The threads that can run.
 *
 * Invariant: a fibre is in the list exactly when td_available() holds for its pending operation or it would give up waiting; code that changes an
 * object calls td_object_changed. */
#ifndef TD_RT_RUNNABLE_H
#define TD_RT_RUNNABLE_H

#include "rt/state.h"

extern struct td_fiber **td_enabled;
extern uint32_t td_enabled_count;
extern uint64_t td_enabled_names;               /* the name numbers of those in the list that are below TD_SEARCH_THREADS, a bit each */
struct td_fiber *td_enabled_by(uint32_t name);  /* the one with this name number, if it is among them */

void td_runnable_setup(void);
void td_runnable_reset(void);
void td_runnable_mark(void);                    /* see mark.h */

void td_enable(struct td_fiber *fiber, int on);

void td_object_changed(struct td_object *object);
int td_available(const struct td_fiber *fiber); /* could its pending operation happen now, without giving up? */
void td_refresh(struct td_fiber *fiber);        /* whether it is enabled may have changed */

/* The list of fibres that wait for an object, in the order they came. */
void td_wait_link(struct td_fiber *fiber, struct td_object *object);
void td_wait_unlink(struct td_fiber *fiber);
void td_requeue(struct td_fiber *fiber, struct td_object *to); /* a waiter is moved to another object's list */

/* What the strategies want to know of threads that only go round (candidates.h). */
extern uint32_t td_last_change;                 /* event count when something last changed */
extern uint8_t td_some_quiet;                   /* a fibre may be spinning, going round, yielding or only able to time out */

#endif
