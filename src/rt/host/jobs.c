#include "jobs.h"

#include "execution.h"
#include "rt/engine.h"
#include "rt/search.h"
#include "rt/core.h"
#include "rt/state.h"
#include "rt/sys.h"

enum { FRACTION_PAUSE = 16, FRACTION_EVENTS = 4096 };

static void publish_fraction(void)
{
	td_channel->done.fraction = td_pick_fraction();
}

/* The way down to where a search stands is too long to be looked at after every execution. */
static void publish_now_and_then(uint64_t made)
{
	static uint64_t TD_STATE events;
	if (made % FRACTION_PAUSE || td_channel->done.events - events < FRACTION_EVENTS)
		return;
	events = td_channel->done.events;
	publish_fraction();
}

static void run_one_by_one(uint64_t count)
{
	for (uint64_t i = 0; i < count && !td_channel->interrupt; i++) {
		td_execution = td_channel->job.first + i;
		int is_over = td_execution_run();
		publish_now_and_then(i + 1);
		if (is_over || td_channel->done.exhausted || td_channel->done.grown)
			break;
	}
	publish_fraction();
	td_channel->done.wasted = td_search_wasted() + td_readsfrom_wasted();
}

/* Executions by the job's policies; with several workers, side by side. */
static void explore(void)
{
	const struct td_job *job = &td_channel->job;
	if (!job->restart && job->policy_count == 1 && job->policies[0].kind == TD_POLICY_TRACES)
		td_search_check();
	if (!td_workers_wanted()) {
		run_one_by_one(job->count);
		return;
	}
	td_workers_run(td_execution_run);
	td_channel->done.fraction = td_channel->done.exhausted; /* on its way, none of them knows it alone */
}

/* One execution along the segments and choices in the channel. */
static void follow(void)
{
	td_follow_take();
	run_one_by_one(1);
}

/* Executions by the job's policies, each of which begins along the segments and choices in the channel. */
static void complete(void)
{
	const struct td_job *job = &td_channel->job;
	if (job->constraint_count && td_job_is_systematic(job) && job->policies[0].kind != TD_POLICY_ALL)
		td_panic("a search by traces or reads-from cannot keep to constraints");
	td_follow_take();
	explore();
}

static void (*const jobs[])(void) = {
	[TD_JOB_EXPLORE] = explore,
	[TD_JOB_FOLLOW] = follow,
	[TD_JOB_COMPLETE] = complete,
};

void td_job_run(void)
{
	td_shadow_forget_ranges();
	td_shadow_apply_learned();
	for (uint32_t i = 0; td_channel->job.restart && i < td_part_count; i++)
		if (td_parts[i].restart)
			td_parts[i].restart();
	td_hunt_begin_job();
	td_steer_begin_job();
	jobs[td_channel->job.kind]();
}
