#include "limit.h"

#include "rt/sys.h"

enum { FIRST = 1000 };

uint64_t TD_STATE td_event_limit;

static int does_not_seem_to_end(void)
{
	const struct td_done *done = &td_channel->done;
	return td_channel->job.endless_so_far || td_seems_endless(done->cut, done->fingerprints);
}

void td_limit_begin(void)
{
	const struct td_job *job = &td_channel->job;
	td_event_limit = job->max_events;
	if (job->kind != TD_JOB_EXPLORE || td_job_is_systematic(job) || !does_not_seem_to_end())
		return;
	uint64_t drawn = td_mix(job->seed + 1, td_execution + 1);
	uint64_t length = (uint64_t)FIRST << (drawn ? __builtin_ctzll(drawn) % 32 : 0);
	if (length < td_event_limit)
		td_event_limit = length;
}
