#include "clock.h"

#include "cut.h"
#include "runnable.h"
#include "rt/state.h"
#include "rt/sys.h"

#define REALTIME_START (1700000000ull * TD_SECOND) /* a fixed day, so that executions do not depend on when they run */
#define MONOTONIC_START (1000ull * TD_SECOND)
#define SMALL_STEP 1000ull
#define LARGE_STEP (TD_SECOND / 10)

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

void td_clock_reach(uint64_t nanoseconds)
{
	if (nanoseconds <= MONOTONIC_START + now)
		return;
	now = nanoseconds - MONOTONIC_START;
	td_timers.reach(nanoseconds);
}

uint64_t td_nanoseconds(const struct timespec *time)
{
	return (uint64_t)time->tv_sec * TD_SECOND + (uint64_t)time->tv_nsec;
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
	uint64_t at = td_nanoseconds(time), start = start_of(clock);
	return MONOTONIC_START + (at > start ? at - start : 0);
}

uint64_t td_clock_in(const struct timespec *duration)
{
	return td_clock_now() + td_nanoseconds(duration);
}

/* Sleeps are no steps of a search, and neither are looks: if a thread looks and another one sleeps, and neither was created or joined in
 * between, not every order of that is tried. */
static uint64_t bit_of(const struct td_fiber *fiber)
{
	return fiber->id < 64 ? 1ull << fiber->id : 0;
}

void td_clock_slept(struct td_fiber *fiber, uint64_t pc)
{
	fiber->time.has_slept = 1;
	for (uint32_t i = 0; i < td_fiber_count; i++) {
		struct td_fiber *other = td_fiber(i);
		if (other == fiber)
			continue;
		other->time.sleeps_behind &= ~bit_of(fiber);
		if (other->time.has_looked && !(fiber->time.looks_behind & bit_of(other)))
			td_cut(TD_CUT_CLOCK, pc);
	}
}

static void note_look(struct td_fiber *fiber, uint64_t pc)
{
	fiber->time.has_looked = 1;
	for (uint32_t i = 0; i < td_fiber_count; i++) {
		struct td_fiber *other = td_fiber(i);
		if (other == fiber)
			continue;
		other->time.looks_behind &= ~bit_of(fiber);
		if (other->time.has_slept && !(fiber->time.sleeps_behind & bit_of(other)))
			td_cut(TD_CUT_CLOCK, pc);
	}
}

void td_clock_order(const struct td_fiber *before, struct td_fiber *after)
{
	after->time.sleeps_behind |= before->time.sleeps_behind | bit_of(before);
	after->time.looks_behind |= before->time.looks_behind | bit_of(before);
}

/* Looking moves the clock, for a loop that waits for a time must come to an end; and faster when nothing else happens. */
uint64_t td_clock_look(clockid_t clock, uint64_t pc)
{
	note_look(td_current, pc);
	if (td_event_count == last_look && look_step < LARGE_STEP)
		look_step *= 2;
	else if (td_event_count != last_look)
		look_step = SMALL_STEP;
	last_look = td_event_count;
	now += look_step;
	looks++;
	td_current->time.looks++;
	td_last_change = td_event_count;
	return start_of(clock) + now;
}

uint64_t td_clock_says(clockid_t clock)
{
	return start_of(clock) + now;
}
