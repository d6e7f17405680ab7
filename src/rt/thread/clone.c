/* Threads and processes that the program makes without the thread library.  The runtime has no fibre for them, so
 * they would run beside the one thread that it controls: they are refused.  vfork is not, for its child only becomes
 * another program (io/spawn.c). */
#include "rt/state.h"
#include "rt/sys.h"

#include <sched.h>
#include <stdarg.h>
#include <unistd.h>

static void refuse_clone(int flags, uint64_t pc)
{
	const char *what = flags & CLONE_VM ? "clone: a thread that pthread_create did not make is not controlled"
					    : "clone: a second process is not controlled";
	if (td_current) {
		td_current->pending.pc = pc;
		td_unsupported("%s", what);
	}
	if (td_attached())
		td_panic(what);
}

TD_EXPORT int clone(int (*function)(void *), void *stack, int flags, void *argument, ...)
{
	va_list args;
	va_start(args, argument);
	pid_t *parent = va_arg(args, pid_t *);
	void *thread_pointer = va_arg(args, void *);
	pid_t *child = va_arg(args, pid_t *);
	va_end(args);
	refuse_clone(flags, TD_HERE);
	return TD_REAL(clone)(function, stack, flags, argument, parent, thread_pointer, child);
}

/* Before 2.34 there was none. */
#if __GLIBC_PREREQ(2, 34)
TD_EXPORT pid_t _Fork(void)
{
	if (td_current) {
		td_current->pending.pc = TD_HERE;
		td_unsupported("_Fork: a second process is not controlled");
	}
	return TD_REAL(_Fork)();
}
#endif
