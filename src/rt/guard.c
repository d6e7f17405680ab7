/* Function-local statics of C++: who finds one initialised comes after whoever initialised it.
 *
 * The C++ library does the work, and is not woven; what it would make known by its release of the guard is noted here.  A thread that finds
 * the guard set without asking the library reads it with an atomic of its own.
 *
 * Weak: a program that links the C++ library statically has that one. */
#include "host.h"
#include "race.h"
#include "real.h"

int __cxa_guard_acquire(uint64_t *guard);
void __cxa_guard_release(uint64_t *guard);

TD_EXPORT __attribute__((weak)) int __cxa_guard_acquire(uint64_t *guard)
{
	int is_new = TD_REAL(__cxa_guard_acquire)(guard);
	if (td_current)
		td_race_acquire(td_current, (uint64_t)guard);
	return is_new;
}

TD_EXPORT __attribute__((weak)) void __cxa_guard_release(uint64_t *guard)
{
	if (td_current)
		td_race_release(td_current, (uint64_t)guard);
	TD_REAL(__cxa_guard_release)(guard);
}
