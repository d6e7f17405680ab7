#include "patience.h"

#include "clock.h"
#include "runnable.h"
#include "strategy.h"
#include "rt/state.h"
#include "rt/sys.h"

/* Who looks at the clock moves it a little: limits that lie this close are not told apart, so that it does not matter who looked first. */
enum { MOMENT = 1000000 };

void td_patience_begin(struct td_fiber *fiber, uint64_t limit)
{
	fiber->time.limit = limit;
	fiber->pending.timed = limit != TD_FOR_EVER;
	fiber->time.is_late = !td_channel->job.patient || limit <= td_clock_now();
}

int td_limit_is_past(const struct td_fiber *fiber)
{
	return fiber->pending.timed && fiber->time.is_late && fiber->time.limit != TD_AT_ANY_TIME;
}

int td_would_give_up(const struct td_fiber *fiber)
{
	return fiber->pending.timed &&
	       (fiber->time.is_late || (fiber->pending.kind == TD_COND_WAKE && td_channel->job.spurious));
}

void td_patience_end(struct td_fiber *fiber)
{
	fiber->time.is_late = 1;
	if (fiber->wait.object)
		td_refresh(fiber);
}

static int is_waiting_with_limit(const struct td_fiber *fiber)
{
	return !fiber->done && fiber->wait.object && fiber->pending.timed && !fiber->time.is_late && !fiber->enabled;
}

static uint64_t first_limit(void)
{
	uint64_t first = td_timers.next();
	for (uint32_t i = 0; i < td_fiber_count; i++)
		if (is_waiting_with_limit(td_fiber(i)) && td_fiber(i)->time.limit < first)
			first = td_fiber(i)->time.limit;
	return first;
}

int td_time_passes(void)
{
	uint64_t first = td_channel->ended.end == TD_END_RUNNING ? first_limit() : UINT64_MAX;
	if (first == UINT64_MAX)
		return 0;
	if (td_strategy->nobody_goes_on)
		td_strategy->nobody_goes_on();
	td_clock_reach(first);
	td_timers.reach(first + MOMENT);
	for (uint32_t i = 0; i < td_fiber_count; i++)
		if (is_waiting_with_limit(td_fiber(i)) && td_fiber(i)->time.limit <= first + MOMENT)
			td_patience_end(td_fiber(i));
	return 1;
}
