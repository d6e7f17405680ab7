/* Writing down an execution: events, segments, choices, and the fingerprint of the order of dependent events. */
#ifndef TD_RT_RECORD_H
#define TD_RT_RECORD_H

#include "rt/state.h"

void td_record_setup(void);
void td_record_mark(void);   /* see mark.h */
void td_record_reset(void);

/* The fibre does the operation it had pending.  Returns the event, which the caller may amend (flags, value, aux). */
struct td_event *td_record(struct td_fiber *fiber, uint64_t value);

/* It is a mistake and does not do it, but whoever made it one came before it: in another order it may be none. */
void td_record_wrong(struct td_fiber *fiber);

/* The event just recorded acts upon a second object as well (the mutex of a condition variable). */
void td_record_also(struct td_fiber *fiber, uint64_t object);

/* ... and could not have changed places with whatever was done to it before. */
void td_record_beside(struct td_fiber *fiber, uint64_t object);

/* The event that is to be recorded ends this fibre's wait, in which it could have been cancelled before. */
void td_record_ends_wait(struct td_fiber *fiber, const struct td_fiber *waiter);

/* The value of a write is known only after it: look when the fibre is next seen. */
void td_record_value_later(struct td_fiber *fiber);
void td_record_look(struct td_fiber *fiber);

/* `fiber` stops before its operation number `until`, another one goes on. */
void td_record_segment(const struct td_fiber *fiber, uint64_t until, int preempted);

uint64_t td_record_fingerprint(void);

/* Everything hooked, private accesses included: to see whether two executions are the same. */
void td_record_op(const struct td_fiber *fiber, uint64_t object, uint64_t pc);
extern uint64_t td_op_hash;

#endif
