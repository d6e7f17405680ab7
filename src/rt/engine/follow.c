#include "follow.h"

#include "pick.h"
#include "rt/core.h"
#include "rt/state.h"
#include "rt/sys.h"

static uint32_t TD_STATE segment;        /* the next one */
static uint32_t TD_STATE choices_used;
static uint16_t TD_STATE last_ones;      /* threads that go last */
static uint8_t TD_EXECUTION is_over;     /* the last segment, behind which it stops */
static struct td_segment TD_STATE *given_segments;
static uint32_t TD_STATE *given_choices;

/* The areas of the channel that hold the given schedule will be written over with the one that is followed. */
void td_follow_take(void)
{
	const struct td_job *job = &td_channel->job;
	if (!given_segments) {
		given_segments = td_map(TD_MAX_SEGMENTS * sizeof *given_segments);
		given_choices = td_map(TD_MAX_CHOICES * sizeof *given_choices);
	}
	td_plain_copy(given_segments, td_channel->segments, job->segment_count * sizeof *given_segments);
	td_plain_copy(given_choices, td_channel->choices, job->choice_count * sizeof *given_choices);
}

void td_follow_begin(void)
{
	segment = choices_used = 0;
	last_ones = 0;
}

int td_follow_goes_on(void)
{
	return td_mode.is_following && segment < td_channel->job.segment_count;
}

int td_follow_lets_some_wait(void)
{
	const struct td_job *job = &td_channel->job;
	return job->segment_count && !given_segments[job->segment_count - 1].until;
}

/* A segment of no length: from here on the thread runs only when nobody else can, behind those that were told so before. */
static void go_last(uint32_t thread)
{
	if (thread < td_fiber_count)
		td_fiber(thread)->turn.goes_last = ++last_ones;
}

/* It went on where it has to wait. */
static void let_time_pass_for(struct td_fiber *fiber)
{
	if (fiber->pending.timed)
		td_patience_end(fiber);
	if (!fiber->enabled)
		td_time_passes();
}

/* Its segment is not over yet. */
static int goes_on(struct td_fiber *fiber)
{
	if (fiber->done || fiber->op >= fiber->stop_at)
		return 0;
	if (!fiber->enabled && !td_channel->job.lenient)
		let_time_pass_for(fiber);
	return fiber->enabled;
}

static int is_in_last_segment(void)
{
	return td_channel->job.stops_behind && segment == td_channel->job.segment_count;
}

/* A thread that could only give up its wait stops there, too. */
static int can_go_on(const struct td_fiber *fiber)
{
	return fiber->enabled && !(fiber->wait.object && fiber->time.would_time_out);
}

/* No other thread can notice what it does next, or may come in between. */
static int is_undisturbed(const struct td_fiber *fiber)
{
	return fiber->pending.kind == TD_NONE || fiber->stretch.depth;
}

static _Noreturn void stop(void)
{
	td_finish(TD_END_STOPPED, td_current->done ? 0 : td_current->pending.pc, "");
}

/* The last segment of a schedule that is stopped behind. */
static struct td_fiber *go_on_to_the_stop(struct td_fiber *current)
{
	is_over |= current->op >= current->stop_at;
	if (!can_go_on(current) || (is_over && !is_undisturbed(current)))
		stop();
	if (is_over)
		current->stop_at = UINT64_MAX;
	return current;
}

/* A thread cannot begin before its creator has got its handle, which no event may tell of. */
static struct td_fiber *creator_of_unborn(const struct td_fiber *fiber)
{
	struct td_fiber *creator = fiber->parked && !fiber->op ? td_fiber(fiber->origin.creator) : NULL;
	return creator && creator->enabled ? creator : NULL;
}

/* The next segment's thread, or NULL when the schedule is over. */
static struct td_fiber *by_schedule(void)
{
	while (segment < td_channel->job.segment_count) {
		struct td_segment *next = &given_segments[segment++];
		if (!next->until) {
			go_last(next->thread);
			continue;
		}
		struct td_fiber *fiber = next->thread < td_fiber_count ? td_fiber(next->thread) : NULL;
		struct td_fiber *creator = fiber ? creator_of_unborn(fiber) : NULL;
		if (creator) {
			segment--;
			creator->stop_at = creator->op + 1;
			return creator;
		}
		if ((!fiber || !fiber->enabled) && td_channel->job.lenient)
			continue;
		if (fiber && !fiber->enabled)
			let_time_pass_for(fiber);
		if (!fiber || !fiber->enabled)
			td_finish(TD_END_DIVERGED, 0, "thread %u cannot run at event %u", (uint64_t)next->thread, (uint64_t)td_event_count);
		fiber->stop_at = next->until;
		if (fiber->op < fiber->stop_at)
			return fiber;
	}
	if (td_channel->job.stops_behind)
		stop();
	td_mode.is_following = 0;
	if (td_channel->job.endless)
		td_finish_endless(td_channel->job.period);
	for (uint32_t i = 0; i < td_fiber_count; i++)
		td_pick_grant(td_fiber(i));
	return NULL;
}

struct td_fiber *td_follow_pick(struct td_fiber *current)
{
	if (unlikely(current && is_in_last_segment()))
		return td_enabled_count ? go_on_to_the_stop(current) : NULL;
	if (current && goes_on(current))
		return current;
	return td_enabled_count ? by_schedule() : NULL;
}

int td_follow_has_choice(void)
{
	return td_channel->job.kind != TD_JOB_EXPLORE && choices_used < td_channel->job.choice_count;
}

uint32_t td_follow_choose(uint32_t n)
{
	if (td_channel->job.stops_behind && !td_follow_has_choice()) {
		td_channel->ended.outcomes = n;
		stop();
	}
	return choices_used < td_channel->job.choice_count ? given_choices[choices_used++] % n : 0;
}
