/* Annotations for tests explored by Treadle.  In a program that was not compiled with `treadle cc`, or that runs without
 * `treadle`, they cost next to nothing and change nothing: the functions are weak, and absent in a plain program. */
#ifndef TREADLE_TREADLE_H
#define TREADLE_TREADLE_H

#include <stdlib.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

#define TREADLE_WEAK __attribute__((weak))
extern unsigned treadle_rt_choose(unsigned n) TREADLE_WEAK;
extern void treadle_rt_assume(int condition) TREADLE_WEAK;
extern void treadle_rt_atomic_begin(void) TREADLE_WEAK;
extern void treadle_rt_atomic_end(void) TREADLE_WEAK;
extern void treadle_rt_note(const char *text) TREADLE_WEAK;
extern void treadle_rt_benign(const volatile void *start, size_t size) TREADLE_WEAK;
extern void treadle_rt_assert_failed(const char *text, const char *file, int line) TREADLE_WEAK;
#undef TREADLE_WEAK

/* Any number from 0 to n-1; every one of them is tried.  0 in a plain program. */
static inline unsigned treadle_choose(unsigned n)
{
	return treadle_rt_choose ? treadle_rt_choose(n) : 0;
}

/* Executions in which the condition does not hold do not count. */
static inline void treadle_assume(int condition)
{
	if (treadle_rt_assume)
		treadle_rt_assume(condition);
}

/* No other thread runs between begin and end (unless the thread blocks in between). */
static inline void treadle_atomic_begin(void)
{
	if (treadle_rt_atomic_begin)
		treadle_rt_atomic_begin();
}

static inline void treadle_atomic_end(void)
{
	if (treadle_rt_atomic_end)
		treadle_rt_atomic_end();
}

/* A line of your own in the report; the text must stay where it is. */
static inline void treadle_note(const char *text)
{
	if (treadle_rt_note)
		treadle_rt_note(text);
}

/* Data races on these bytes are intended, from now on in this execution: they are not reported. */
static inline void treadle_benign_range(const volatile void *start, size_t size)
{
	if (treadle_rt_benign)
		treadle_rt_benign(start, size);
}

/* The same for the object that a pointer points to; its type says how large it is. */
#define treadle_benign(pointer) treadle_benign_range((pointer), sizeof *(pointer))

static inline void treadle_assert_at(int condition, const char *text, const char *file, int line)
{
	if (condition)
		return;
	if (treadle_rt_assert_failed)
		treadle_rt_assert_failed(text, file, line);
	fprintf(stderr, "%s:%d: treadle_assert failed: %s\n", file, line, text);
	abort();
}

/* Checked in every execution; in a plain program a failure aborts. */
#define treadle_assert(condition, text) treadle_assert_at(!!(condition), (text), __FILE__, __LINE__)

#ifdef __cplusplus
}
#endif
#endif
