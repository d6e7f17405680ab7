/* Who runs next.
 *
 * Every hook comes here with the operation its thread is about to do.  td_point gives others the chance to run first and
 * returns when it is this thread's turn; the operation then happens, undisturbed, until the thread's next hook.  An operation
 * that has to wait (a held mutex) goes through td_wait: the fibre is not enabled, and so is never picked, until it can. */
#ifndef TD_RT_SCHED_H
#define TD_RT_SCHED_H

#include "rt/core.h"
#include "rt/state.h"
#include "rt/sys.h"

/* The fibre of the caller, NULL if the program is not under control (no tool, or before main). */
static inline struct td_fiber *td_self(void)
{
	return td_current;
}

void td_sched_add(struct td_fiber *fiber);      /* a new fibre, its first operation pending */

/* Before an operation that never waits. */
void td_point(struct td_fiber *fiber, enum td_kind kind, uint64_t object, uint32_t size, uint64_t pc);
void td_point_write(struct td_fiber *fiber, enum td_kind kind, uint64_t object, uint32_t size, uint64_t pc);

/* Before an operation that waits until the object lets it, or gives up before: the limit is a moment of the virtual clock (clock.h) or one of
 * those of patience.h. */
void td_wait(struct td_fiber *fiber, struct td_object *object, enum td_kind kind, uint64_t pc, uint64_t limit);

/* Everything that `before` has done happens before what `after` does from now on. */
void td_order(const struct td_fiber *before, struct td_fiber *after);

/* The fibre has come to its end before the execution has: it is never entered again, but has not ended for the others. */
_Noreturn void td_park(struct td_fiber *fiber);

/* The operation under way keeps the fibre, which could have given up its wait, from doing so. */
void td_missed(const struct td_fiber *fiber);

/* Before a private operation: the schedule switches here, or the thread has gone on for long without an event. */
void td_stop_here(struct td_fiber *fiber, uint64_t pc);

/* What is an event in some executions only is an operation in all of them: its number is the same whatever has been learned, and
 * when the execution is replayed. */
static inline void td_pass_unseen(struct td_fiber *fiber)
{
	if (unlikely(++fiber->op >= fiber->stop_at))
		td_stop_here(fiber, 0);
}

/* Let the first fibre run; returns when the execution has ended. */
struct td_fiber *td_sched_first(void);           /* who begins */

/* The fibre has ended: never picked again. Does not return. */
_Noreturn void td_sched_ended(struct td_fiber *fiber);
uint32_t td_sched_alive(void); /* threads that have not ended */

/* 0..n-1, chosen by the policy and recorded. */
uint32_t td_choice(uint32_t n);
uint32_t td_choice_seldom(void); /* 0 or 1, mostly 0 where lots are drawn */

#endif
