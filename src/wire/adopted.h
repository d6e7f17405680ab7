/* Functions of verification benchmarks that have a meaning for Treadle, and that many programs define for themselves so that
 * they do nothing.
 *
 * A program's own definition takes the place of the runtime's.  One that does nothing but return was written for tools that go
 * by the name alone; the runtime then takes its calls over (rt/thread/adopted.c).  So that there is a call to take over,
 * treadle-weave keeps such a function out of line.
 */
#ifndef TD_WIRE_ADOPTED_H
#define TD_WIRE_ADOPTED_H

enum td_adopted {
	TD_ADOPTED_REACH_ERROR, TD_ADOPTED_ERROR, TD_ADOPTED_ASSERT, TD_ADOPTED_ASSUME, TD_ADOPTED_ATOMIC_BEGIN,
	TD_ADOPTED_ATOMIC_END, TD_ADOPTED
};

static const char *const td_adopted_names[TD_ADOPTED] = {
	[TD_ADOPTED_REACH_ERROR] = "reach_error",
	[TD_ADOPTED_ERROR] = "__VERIFIER_error",
	[TD_ADOPTED_ASSERT] = "__VERIFIER_assert",
	[TD_ADOPTED_ASSUME] = "__VERIFIER_assume",
	[TD_ADOPTED_ATOMIC_BEGIN] = "__VERIFIER_atomic_begin",
	[TD_ADOPTED_ATOMIC_END] = "__VERIFIER_atomic_end",
};

#endif
