/* Functions of the C library that look at a clock, sleep or yield. */
#include "clock_calls.h"

#include "rt/hooks.h"
#include "rt/engine.h"
#include "rt/core.h"
#include "rt/state.h"
#include "rt/sys.h"

#include <errno.h>
#include <sched.h>
#include <sys/time.h>
#include <unistd.h>

/* Those below 0 are of the processor's time of a process or thread (pthread_getcpuclockid). */
static int is_clock(clockid_t clock)
{
	return clock <= CLOCK_TAI;
}

static void tell(struct timespec *time, clockid_t clock, uint64_t pc)
{
	td_access_range((uint64_t)time, sizeof *time, 1, pc);
	uint64_t at = td_clock_look(clock, pc);
	*time = (struct timespec){(time_t)(at / TD_SECOND), (long)(at % TD_SECOND)};
}

TD_EXPORT int clock_gettime(clockid_t clock, struct timespec *time)
{
	if (!td_current)
		return TD_REAL(clock_gettime)(clock, time);
	if (!is_clock(clock))
		return errno = EINVAL, -1;
	tell(time, clock, TD_HERE);
	return 0;
}

TD_EXPORT int timespec_get(struct timespec *time, int base)
{
	if (!td_current)
		return TD_REAL(timespec_get)(time, base);
	tell(time, CLOCK_REALTIME, TD_HERE);
	return base;
}

TD_EXPORT int gettimeofday(struct timeval *restrict time, void *restrict zone)
{
	if (!td_current)
		return TD_REAL(gettimeofday)(time, zone);
	td_access_range((uint64_t)time, sizeof *time, 1, TD_HERE);
	uint64_t at = td_clock_look(CLOCK_REALTIME, TD_HERE);
	*time = (struct timeval){(time_t)(at / TD_SECOND), (suseconds_t)(at % TD_SECOND / 1000)};
	return 0;
}

TD_EXPORT time_t time(time_t *result)
{
	if (!td_current)
		return TD_REAL(time)(result);
	if (result)
		td_access_range((uint64_t)result, sizeof *result, 1, TD_HERE);
	time_t at = (time_t)(td_clock_look(CLOCK_REALTIME, TD_HERE) / TD_SECOND);
	if (result)
		*result = at;
	return at;
}

TD_EXPORT clock_t clock(void)
{
	return td_current ? (clock_t)(td_clock_look(CLOCK_PROCESS_CPUTIME_ID, TD_HERE) / 1000) : TD_REAL(clock)();
}

/* Sleeping promises nothing about who runs first: it lets others run, and time pass. */
static void let_others(enum td_kind kind, uint64_t duration, uint64_t pc)
{
	struct td_fiber *fiber = td_current;
	td_point(fiber, kind, 0, 0, pc);
	fiber->pending.object = (uint64_t)fiber->id << 32; /* nobody else's: two sleeps do not depend on each other */
	td_record(fiber, duration);
	if (duration)
		td_clock_slept(fiber, pc);
	td_clock_reach(td_clock_now() + duration);
	fiber->turn.yielded_at = td_event_count + td_pick_nap(fiber);
	td_some_quiet = 1;
	if (kind == TD_SLEEP)
		td_cancel_point(fiber, pc);
	else
		td_cancel_any_moment(fiber);
}

void td_clock_sleep(uint64_t nanoseconds, uint64_t pc)
{
	let_others(TD_SLEEP, nanoseconds, pc);
}

static int sleep_for(const struct timespec *duration, struct timespec *left, uint64_t pc)
{
	if (!td_clock_is_valid(duration) || duration->tv_sec < 0)
		return EINVAL;
	td_clock_sleep(td_nanoseconds(duration), pc);
	if (left)
		*left = (struct timespec){0, 0};
	return 0;
}

TD_EXPORT int nanosleep(const struct timespec *duration, struct timespec *left)
{
	if (!td_current)
		return TD_REAL(nanosleep)(duration, left);
	int why = sleep_for(duration, left, TD_HERE);
	return why ? (errno = why, -1) : 0;
}

TD_EXPORT int clock_nanosleep(clockid_t clock, int flags, const struct timespec *time, struct timespec *left)
{
	if (!td_current)
		return TD_REAL(clock_nanosleep)(clock, flags, time, left);
	if (!is_clock(clock) || clock == CLOCK_THREAD_CPUTIME_ID || !td_clock_is_valid(time))
		return EINVAL;
	if (!(flags & TIMER_ABSTIME))
		return sleep_for(time, left, TD_HERE);
	uint64_t at = td_nanoseconds(time), current = td_clock_says(clock);
	td_clock_sleep(at > current ? at - current : 0, TD_HERE);
	return 0;
}

TD_EXPORT unsigned sleep(unsigned seconds)
{
	if (!td_current)
		return TD_REAL(sleep)(seconds);
	td_clock_sleep(seconds * TD_SECOND, TD_HERE);
	return 0;
}

TD_EXPORT int usleep(useconds_t microseconds)
{
	if (!td_current)
		return TD_REAL(usleep)(microseconds);
	td_clock_sleep(microseconds * 1000ull, TD_HERE);
	return 0;
}

TD_EXPORT int thrd_sleep(const struct timespec *duration, struct timespec *left)
{
	if (!td_current)
		return TD_REAL(thrd_sleep)(duration, left);
	return sleep_for(duration, left, TD_HERE) ? -2 : 0;
}

TD_EXPORT int sched_yield(void)
{
	if (!td_current)
		return TD_REAL(sched_yield)();
	let_others(TD_YIELD, 0, TD_HERE);
	return 0;
}

TD_EXPORT void thrd_yield(void)
{
	if (td_current)
		let_others(TD_YIELD, 0, TD_HERE);
	else
		TD_REAL(sched_yield)();
}
