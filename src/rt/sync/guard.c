/* Function-local statics of C++: whoever comes first initialises, others wait until that is done, and come after it.
 *
 * The C++ library is not woven, so what it writes to the guard would be seen by nobody, although the program reads the guard's first
 * byte before it asks: a search would take all orders for the same.  So it is all done here: the first byte says that the static is
 * initialised, as the library has it, and is written by an atomic operation that is an event.
 *
 * Weak: a program that links the C++ library statically has that one. */
#include "once.h"
#include "rt/race.h"
#include "rt/state.h"
#include "rt/sys.h"

int __cxa_guard_acquire(uint64_t *guard);
void __cxa_guard_release(uint64_t *guard);
void __cxa_guard_abort(uint64_t *guard);
void __tsan_atomic8_store(volatile uint8_t *address, uint8_t value, int order);

/* Not at the address of the byte that the program reads. */
static struct td_object *object_of(const uint64_t *guard)
{
	return td_object((uint64_t)guard + 1, TD_O_ONCE);
}

static int is_initialised(const uint64_t *guard)
{
	return *(const volatile uint8_t *)guard;
}

TD_EXPORT __attribute__((weak)) int __cxa_guard_acquire(uint64_t *guard)
{
	if (!td_current)
		return TD_REAL(__cxa_guard_acquire)(guard);
	int is_first = td_once_begin(object_of(guard), is_initialised(guard), TD_HERE);
	td_race_acquire(td_current, (uint64_t)guard);
	return is_first;
}

TD_EXPORT __attribute__((weak)) void __cxa_guard_release(uint64_t *guard)
{
	if (!td_current) {
		TD_REAL(__cxa_guard_release)(guard);
		return;
	}
	td_race_release(td_current, (uint64_t)guard);
	__tsan_atomic8_store((volatile uint8_t *)guard, 1, __ATOMIC_RELEASE);
	td_once_end(object_of(guard), 1, TD_HERE);
}

TD_EXPORT __attribute__((weak)) void __cxa_guard_abort(uint64_t *guard)
{
	if (td_current)
		td_once_end(object_of(guard), 0, TD_HERE);
	else
		TD_REAL(__cxa_guard_abort)(guard);
}
