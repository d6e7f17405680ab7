/* Who runs next.
 *
 * Every hook comes here with the operation its thread is about to do.  td_point gives others the chance to run first and
 * returns when it is this thread's turn; the operation then happens, undisturbed, until the thread's next hook.  An operation
 * that has to wait (a held mutex) goes through td_wait: the fibre is not enabled, and so is never picked, until it can.
 *
 * Invariant: a fibre is in the enabled list exactly when available() holds for its pending operation or it would give up; whoever
 * changes an object calls td_object_changed. */
#ifndef TD_RT_SCHED_H
#define TD_RT_SCHED_H

#include "fiber.h"
#include "object.h"
#include "patience.h"
#include "spin.h"

extern struct td_fiber **td_enabled;
extern uint32_t td_enabled_count;
extern uint64_t td_enabled_names;               /* the name numbers of those in the list that are below TD_SEARCH_THREADS, a bit each */
struct td_fiber *td_enabled_by(uint32_t name);  /* the one with this name number, if it is among them */

/* The fibre of the caller, NULL if the program is not under control (no tool, or before main). */
static inline struct td_fiber *td_self(void)
{
	return td_current;
}

void td_sched_setup(void);
void td_sched_reset(void);
void td_sched_mark(void);                       /* see mark.h */
void td_sched_add(struct td_fiber *fiber);      /* a new fibre, its first operation pending */

/* Before an operation that never waits. */
void td_point(struct td_fiber *fiber, enum td_kind kind, uint64_t object, uint32_t size, uint64_t pc);
void td_point_write(struct td_fiber *fiber, enum td_kind kind, uint64_t object, uint32_t size, uint64_t pc);

/* Before an operation that waits until the object lets it, or gives up before: the limit is a moment of the virtual clock (clock.h) or one of
 * those of patience.h. */
void td_wait(struct td_fiber *fiber, struct td_object *object, enum td_kind kind, uint64_t pc, uint64_t limit);

void td_object_changed(struct td_object *object);
int td_available(const struct td_fiber *fiber); /* could its pending operation happen now, without giving up? */
void td_requeue(struct td_fiber *fiber, struct td_object *to); /* a waiter is moved to another object's list */
void td_refresh(struct td_fiber *fiber);        /* whether it is enabled may have changed */

/* The fibre has done something that others may have been waiting for; if it has only looked, see spin.h. */
void td_progress(struct td_fiber *fiber);
void td_spins(struct td_fiber *fiber); /* it goes round: not to be run until somebody changes what it reads */

/* Everything that `before` has done happens before what `after` does from now on. */
void td_order(const struct td_fiber *before, struct td_fiber *after);

/* The fibre, which may be spinning, has written to memory of its own. */
void td_changed_own_memory(struct td_fiber *fiber);
void td_watch_own_memory(struct td_fiber *fiber); /* whether that is to be noticed may have changed */
void td_suspect(struct td_fiber *fiber, int on);  /* that it spins */
void td_watch_closely(struct td_fiber *fiber); /* all its accesses are events until it changes something */

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
uint64_t td_sched_ops(void);      /* operations of all threads so far, private ones too */
uint32_t td_sched_alive(void); /* threads that have not ended */

/* End of the execution.  None of these return. */
_Noreturn void td_finish(enum td_end end, uint64_t pc, const char *format, ...);
_Noreturn void td_finish_at(enum td_end end, uint64_t pc, uint64_t frame, uint64_t object, const char *format, ...);
_Noreturn void td_unsupported(const char *format, ...);
_Noreturn void td_refuse(const char *format, ...); /* it is the systematic search alone that cannot go on */

/* 0..n-1, chosen by the policy and recorded. */
uint32_t td_choice(uint32_t n);

#endif
