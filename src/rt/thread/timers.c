/* Timers of the kernel, which go by its clock and not by the program's.
 *
 * An alarm that nobody handles is there to end a test that hangs; --watchdog does that, and after the time that an exploration
 * takes it would end one that does not.  So it is accepted and never goes off.  What a program waits for would never come, and
 * is refused. */
#include "rt/state.h"
#include "rt/sys.h"

#include <signal.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static _Noreturn void refuse(const char *call, uint64_t pc)
{
	td_current->pending.pc = pc;
	td_unsupported("%s: time is not real here, and the kernel's timers do not know that", call);
}

static void refuse_if_handled(const char *call, int number, uint64_t pc)
{
	struct sigaction action;
	if (!sigaction(number, NULL, &action) && action.sa_handler != SIG_DFL)
		refuse(call, pc);
}

TD_EXPORT unsigned alarm(unsigned seconds)
{
	if (!td_current)
		return TD_REAL(alarm)(seconds);
	if (seconds)
		refuse_if_handled("alarm", SIGALRM, TD_HERE);
	return 0;
}

TD_EXPORT useconds_t ualarm(useconds_t value, useconds_t interval)
{
	if (!td_current)
		return TD_REAL(ualarm)(value, interval);
	if (value)
		refuse_if_handled("ualarm", SIGALRM, TD_HERE);
	return 0;
}

TD_EXPORT int setitimer(__itimer_which_t which, const struct itimerval *restrict value, struct itimerval *restrict old)
{
	if (!td_current)
		return TD_REAL(setitimer)(which, value, old);
	if (value->it_value.tv_sec || value->it_value.tv_usec)
		refuse_if_handled("setitimer", which == ITIMER_REAL ? SIGALRM : which == ITIMER_VIRTUAL ? SIGVTALRM : SIGPROF, TD_HERE);
	if (old)
		*old = (struct itimerval){.it_value = {0}};
	return 0;
}

TD_EXPORT int timer_settime(timer_t timer, int flags, const struct itimerspec *restrict value, struct itimerspec *restrict old)
{
	if (td_current && (value->it_value.tv_sec || value->it_value.tv_nsec))
		refuse("timer_settime", TD_HERE);
	return TD_REAL(timer_settime)(timer, flags, value, old);
}
