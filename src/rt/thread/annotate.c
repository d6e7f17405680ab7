/* What a program says about itself: <treadle/treadle.h>, assert, and the names that verification benchmarks use. */
#include "annotate.h"

#include "exit.h"
#include "fault.h"
#include "rt/engine.h"
#include "rt/race.h"
#include "rt/loops.h"
#include "rt/core.h"
#include "rt/state.h"
#include "rt/sys.h"

#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint32_t choose(uint32_t n, uint64_t pc)
{
	if (!n)
		td_unsupported("treadle_choose(0): there is nothing to choose from");
	return td_choose(n, pc);
}

/* The others might have gone on before it came to this, unless they would see half of a stretch. */
void td_assumption_fails(uint64_t pc)
{
	struct td_fiber *self = td_current;
	if (!td_atomic_is_half_done(self)) {
		self->stretch.depth = self->stretch.depth > 0;
		td_atomic_end();
		td_exit_let_others_go_first(pc);
	}
	td_finish(TD_END_ASSUME, pc, "assumption does not hold");
}

static void assume(int condition, uint64_t pc)
{
	if (!condition)
		td_assumption_fails(pc);
}

TD_EXPORT unsigned treadle_rt_choose(unsigned n)
{
	return td_current ? choose(n, TD_HERE) : 0;
}

TD_EXPORT void treadle_rt_assume(int condition)
{
	if (td_current)
		assume(condition, TD_HERE);
}

TD_EXPORT void treadle_rt_atomic_begin(void)
{
	if (td_current)
		td_atomic_begin(TD_HERE);
}

TD_EXPORT void treadle_rt_atomic_end(void)
{
	if (td_current)
		td_atomic_end();
}

TD_EXPORT void treadle_rt_note(const char *text)
{
	struct td_fiber *self = td_current;
	if (!self)
		return;
	td_point(self, TD_NOTE, 0, 0, TD_HERE);
	self->pending.object = (uint64_t)text;
	td_record(self, (uint64_t)text);
}

TD_EXPORT void treadle_rt_benign(const volatile void *start, size_t size)
{
	if (td_current)
		td_race_benign((uint64_t)start, size);
}

TD_EXPORT void treadle_rt_assert_failed(const char *text, const char *file, int line)
{
	(void)file;
	(void)line;
	if (td_current)
		td_finish(TD_END_ASSERT, TD_HERE, "%s", text);
}

TD_EXPORT void __assert_fail(const char *text, const char *file, unsigned line, const char *function)
{
	if (!td_current)
		TD_REAL(__assert_fail)(text, file, line, function);
	if (td_fault_is_handled(6))
		abort();
	td_finish(TD_END_ASSERT, TD_HERE, "%s", text);
}

TD_EXPORT void __assert_perror_fail(int problem, const char *file, unsigned line, const char *function)
{
	if (!td_current)
		TD_REAL(__assert_perror_fail)(problem, file, line, function);
	td_finish(TD_END_ASSERT, TD_HERE, "unexpected error %d", (int64_t)problem);
}

/* Verification benchmarks.  The runtime's definitions are weak: a benchmark may bring its own. */
#define WEAK_EXPORT TD_EXPORT __attribute__((weak))

static _Noreturn void reached(const char *words, uint64_t pc)
{
	if (!td_current)
		abort();
	td_finish(TD_END_ASSERT, pc, words);
}

void td_verifier_reach_error(void)
{
	reached("reach_error() is reached", TD_HERE);
}

void td_verifier_error(void)
{
	reached("__VERIFIER_error() is reached", TD_HERE);
}

void td_verifier_assert(int condition)
{
	if (!condition)
		reached("__VERIFIER_assert fails", TD_HERE);
}

void td_verifier_assume(int condition)
{
	if (td_current)
		assume(condition, TD_HERE);
	else if (!condition)
		exit(0);
}

void td_verifier_atomic_begin(void)
{
	if (td_current)
		td_atomic_begin(TD_HERE);
}

void td_verifier_atomic_end(void)
{
	if (td_current)
		td_atomic_end();
}

WEAK_EXPORT void reach_error(void) __attribute__((alias("td_verifier_reach_error")));
WEAK_EXPORT void __VERIFIER_error(void) __attribute__((alias("td_verifier_error")));
WEAK_EXPORT void __VERIFIER_assert(int condition) __attribute__((alias("td_verifier_assert")));
WEAK_EXPORT void __VERIFIER_assume(int condition) __attribute__((alias("td_verifier_assume")));
WEAK_EXPORT void __VERIFIER_atomic_begin(void) __attribute__((alias("td_verifier_atomic_begin")));
WEAK_EXPORT void __VERIFIER_atomic_end(void) __attribute__((alias("td_verifier_atomic_end")));

/* Any value at all cannot be tried; these are the ones that tests tend to compare with.  So a search over them is bounded. */
static int64_t any_value(int64_t lowest, int64_t highest, uint64_t pc)
{
	const int64_t likely_values[] = {0, 1, 2, 3, 5, 10, highest, -1, lowest};
	if (!td_current)
		return 0;
	td_cut(TD_CUT_VALUES, pc);
	return td_choose_value(lowest < 0 ? 9 : 7, likely_values, pc);
}

WEAK_EXPORT int __VERIFIER_nondet_int(void) { return (int)any_value(INT_MIN, INT_MAX, TD_HERE); }
WEAK_EXPORT unsigned __VERIFIER_nondet_uint(void) { return (unsigned)any_value(0, UINT_MAX, TD_HERE); }
WEAK_EXPORT unsigned __VERIFIER_nondet_unsigned(void) { return (unsigned)any_value(0, UINT_MAX, TD_HERE); }
WEAK_EXPORT short __VERIFIER_nondet_short(void) { return (short)any_value(SHRT_MIN, SHRT_MAX, TD_HERE); }
WEAK_EXPORT unsigned short __VERIFIER_nondet_ushort(void) { return (unsigned short)any_value(0, USHRT_MAX, TD_HERE); }
WEAK_EXPORT char __VERIFIER_nondet_char(void) { return (char)any_value(CHAR_MIN, CHAR_MAX, TD_HERE); }
WEAK_EXPORT unsigned char __VERIFIER_nondet_uchar(void) { return (unsigned char)any_value(0, UCHAR_MAX, TD_HERE); }
WEAK_EXPORT long __VERIFIER_nondet_long(void) { return any_value(LONG_MIN, LONG_MAX, TD_HERE); }
WEAK_EXPORT unsigned long __VERIFIER_nondet_ulong(void) { return (unsigned long)any_value(0, LONG_MAX, TD_HERE); }
WEAK_EXPORT long long __VERIFIER_nondet_longlong(void) { return any_value(LONG_MIN, LONG_MAX, TD_HERE); }
WEAK_EXPORT unsigned long long __VERIFIER_nondet_ulonglong(void) { return (unsigned long long)any_value(0, LONG_MAX, TD_HERE); }
WEAK_EXPORT size_t __VERIFIER_nondet_size_t(void) { return (size_t)any_value(0, LONG_MAX, TD_HERE); }
WEAK_EXPORT float __VERIFIER_nondet_float(void) { return (float)any_value(-1000, 1000, TD_HERE); }
WEAK_EXPORT double __VERIFIER_nondet_double(void) { return (double)any_value(-1000, 1000, TD_HERE); }
WEAK_EXPORT void *__VERIFIER_nondet_pointer(void) { return NULL; }

WEAK_EXPORT _Bool __VERIFIER_nondet_bool(void)
{
	return td_current && choose(2, TD_HERE);
}
