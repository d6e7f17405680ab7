#include "clock.h"

#include "access.h"
#include "cancel.h"
#include "cut.h"
#include "host.h"
#include "pick.h"
#include "putback.h"
#include "real.h"
#include "record.h"
#include "sched.h"
#include "timerfd.h"

#include <errno.h>
#include <sched.h>
#include <sys/time.h>
#include <unistd.h>

#define SECOND 1000000000ull
#define REALTIME_START (1700000000ull * SECOND) /* a fixed day, so that executions do not depend on when they run */
#define MONOTONIC_START (1000ull * SECOND)
#define SMALL_STEP 1000ull
#define LARGE_STEP (SECOND / 10)

static uint64_t TD_EXECUTION now;         /* since the execution began */
static uint64_t TD_EXECUTION look_step;   /* grows while a program does nothing but look at the clock */
static uint32_t TD_EXECUTION last_look;   /* event count */
static uint64_t TD_EXECUTION looks;

void td_clock_reset(void)
{
	now = 0;
	look_step = SMALL_STEP;
	last_look = 0;
	looks = 0;
}

uint64_t td_clock_looks(void)
{
	return looks;
}

uint64_t td_clock_now(void)
{
	return MONOTONIC_START + now;
}

static uint64_t start_of(clockid_t clock)
{
	if (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE || clock == CLOCK_TAI)
		return REALTIME_START;
	return clock < 0 || clock == CLOCK_PROCESS_CPUTIME_ID || clock == CLOCK_THREAD_CPUTIME_ID ? 0 : MONOTONIC_START;
}

/* Those below 0 are of the processor's time of a process or thread (pthread_getcpuclockid). */
static int is_clock(clockid_t clock)
{
	return clock <= CLOCK_TAI;
}

void td_clock_reach(uint64_t nanoseconds)
{
	if (nanoseconds <= MONOTONIC_START + now)
		return;
	now = nanoseconds - MONOTONIC_START;
	td_timerfd_reach(nanoseconds);
}

static uint64_t nanoseconds_of(const struct timespec *time)
{
	return (uint64_t)time->tv_sec * SECOND + (uint64_t)time->tv_nsec;
}

int td_clock_is_valid(const struct timespec *time)
{
	return time->tv_nsec >= 0 && time->tv_nsec < 1000000000;
}

int td_clock_may_limit(clockid_t clock)
{
	return clock == CLOCK_REALTIME || clock == CLOCK_MONOTONIC;
}

uint64_t td_clock_moment(clockid_t clock, const struct timespec *time)
{
	uint64_t at = nanoseconds_of(time), start = start_of(clock);
	return MONOTONIC_START + (at > start ? at - start : 0);
}

uint64_t td_clock_in(const struct timespec *duration)
{
	return td_clock_now() + nanoseconds_of(duration);
}

/* Sleeps are no steps of a search, and neither are looks: if a thread looks and another one sleeps, and neither was created or joined in
 * between, not every order of that is tried. */
static uint64_t bit_of(const struct td_fiber *fiber)
{
	return fiber->id < 64 ? 1ull << fiber->id : 0;
}

static void note_sleep(struct td_fiber *fiber, uint64_t pc)
{
	fiber->has_slept = 1;
	for (uint32_t i = 0; i < td_fiber_count; i++) {
		struct td_fiber *other = td_fiber(i);
		if (other == fiber)
			continue;
		other->sleeps_behind &= ~bit_of(fiber);
		if (other->has_looked && !(fiber->looks_behind & bit_of(other)))
			td_cut(TD_CUT_CLOCK, pc);
	}
}

static void note_look(struct td_fiber *fiber, uint64_t pc)
{
	fiber->has_looked = 1;
	for (uint32_t i = 0; i < td_fiber_count; i++) {
		struct td_fiber *other = td_fiber(i);
		if (other == fiber)
			continue;
		other->looks_behind &= ~bit_of(fiber);
		if (other->has_slept && !(fiber->sleeps_behind & bit_of(other)))
			td_cut(TD_CUT_CLOCK, pc);
	}
}

void td_clock_order(const struct td_fiber *before, struct td_fiber *after)
{
	after->sleeps_behind |= before->sleeps_behind | bit_of(before);
	after->looks_behind |= before->looks_behind | bit_of(before);
}

/* Looking moves the clock, for a loop that waits for a time must come to an end; and faster when nothing else happens. */
static uint64_t look(clockid_t clock, uint64_t pc)
{
	note_look(td_current, pc);
	if (td_event_count == last_look && look_step < LARGE_STEP)
		look_step *= 2;
	else if (td_event_count != last_look)
		look_step = SMALL_STEP;
	last_look = td_event_count;
	now += look_step;
	looks++;
	td_current->clock_looks++;
	td_pick_changed();
	return start_of(clock) + now;
}

static void tell(struct timespec *time, clockid_t clock, uint64_t pc)
{
	td_access_range((uint64_t)time, sizeof *time, 1, pc);
	uint64_t at = look(clock, pc);
	*time = (struct timespec){(time_t)(at / SECOND), (long)(at % SECOND)};
}

uint64_t td_clock_cycles(uint64_t pc)
{
	return look(CLOCK_MONOTONIC, pc);
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
	uint64_t at = look(CLOCK_REALTIME, TD_HERE);
	*time = (struct timeval){(time_t)(at / SECOND), (suseconds_t)(at % SECOND / 1000)};
	return 0;
}

TD_EXPORT time_t time(time_t *result)
{
	if (!td_current)
		return TD_REAL(time)(result);
	if (result)
		td_access_range((uint64_t)result, sizeof *result, 1, TD_HERE);
	time_t at = (time_t)(look(CLOCK_REALTIME, TD_HERE) / SECOND);
	if (result)
		*result = at;
	return at;
}

TD_EXPORT clock_t clock(void)
{
	return td_current ? (clock_t)(look(CLOCK_PROCESS_CPUTIME_ID, TD_HERE) / 1000) : TD_REAL(clock)();
}

/* Sleeping promises nothing about who runs first: it lets others run, and time pass. */
static void let_others(enum td_kind kind, uint64_t duration, uint64_t pc)
{
	struct td_fiber *fiber = td_current;
	td_point(fiber, kind, 0, 0, pc);
	fiber->pending.object = (uint64_t)fiber->id << 32; /* nobody else's: two sleeps do not depend on each other */
	td_record(fiber, duration);
	if (duration)
		note_sleep(fiber, pc);
	td_clock_reach(td_clock_now() + duration);
	fiber->yielded_at = td_event_count + td_pick_nap(fiber);
	td_pick_quiet();
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
	td_clock_sleep(nanoseconds_of(duration), pc);
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
	uint64_t at = nanoseconds_of(time), current = start_of(clock) + now;
	td_clock_sleep(at > current ? at - current : 0, TD_HERE);
	return 0;
}

TD_EXPORT unsigned sleep(unsigned seconds)
{
	if (!td_current)
		return TD_REAL(sleep)(seconds);
	td_clock_sleep(seconds * SECOND, TD_HERE);
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
