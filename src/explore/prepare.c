#include "prepare.h"

#include "difference.h"

#include <stdlib.h>

enum { MOST_LEARNING = 8, SCOUTS = 32 /* in the runtime, so many see every access */ };

static struct td_job plainest(const struct td_job *like, uint32_t isolate)
{
	struct td_job job = *like;

	job.kind = TD_JOB_FOLLOW;
	job.isolate = isolate;
	job.first = 0;
	job.count = 1;
	job.segment_count = job.choice_count = 0;
	job.hash_all = 1;
	job.learn = 0;
	job.detail = 0;
	job.races = 0;
	return job;
}

static int run_plainest(struct td_session *session, const struct td_job *like, uint32_t isolate, int learn)
{
	struct td_job job = plainest(like, isolate);

	job.hash_all = !learn;
	job.learn = (uint8_t)learn;
	return td_session_run(session, &job);
}

/* 1: the same, 0: different, -1: killed by the user.  Ends after which a process is not used again cannot be compared.
 * WROTE: the first has opened a file for writing. */
static int is_repeatable(struct td_session *session, const struct td_job *like, uint32_t isolate, uint32_t *wrote)
{
	struct td_ended first;
	const struct td_ended *second = &session->channel->ended;

	if (run_plainest(session, like, isolate, 0) < 0)
		return -1;
	first = session->channel->ended;
	*wrote = session->channel->done.file_writes;
	if (td_end_spoils_process(first.end))
		return 1;
	if (run_plainest(session, like, isolate, 0) < 0)
		return -1;
	return first.end == second->end && first.op_hash == second->op_hash && first.event_count == second->event_count;
}

/* Says where the two runs began to differ, if that can be found. */
static void say_difference(struct td_session *session, const struct td_job *like, uint32_t isolate)
{
	struct td_job job = plainest(like, isolate);
	char *words = td_difference_find(session, &job);

	td_session_stop(session);
	if (words)
		warning("%s", words);
	free(words);
}

/* A file that it has made may be why the second run was another: so it is looked at once more, now that the file is
 * there. */
static int is_repeatable_in_place(struct td_session *session, const struct td_job *like)
{
	uint32_t wrote = 0;
	int repeatable = is_repeatable(session, like, TD_ISOLATE_INPLACE, &wrote);

	if (repeatable != 0 || !wrote)
		return repeatable;
	td_session_stop(session);
	return is_repeatable(session, like, TD_ISOLATE_INPLACE, &wrote);
}

enum td_isolation td_isolation_find(struct td_session *session, const struct td_job *like)
{
	uint32_t wrote;
	int repeatable = is_repeatable_in_place(session, like);

	if (repeatable != 0)
		return repeatable < 0 ? TD_ISOLATION_INTERRUPTED : TD_ISOLATION_INPLACE;
	td_session_stop(session);
	repeatable = is_repeatable(session, like, TD_ISOLATE_FORK, &wrote);
	if (repeatable < 0)
		return TD_ISOLATION_INTERRUPTED;
	return repeatable ? TD_ISOLATION_FORK : TD_ISOLATION_NONE;
}

int td_prepare_isolation(struct td_session *session, const struct td_job *like, uint32_t *isolate)
{
	enum td_isolation found = td_isolation_find(session, like);

	*isolate = found == TD_ISOLATION_INPLACE ? TD_ISOLATE_INPLACE : TD_ISOLATE_FORK;
	if (found == TD_ISOLATION_INTERRUPTED)
		return -1;
	if (found == TD_ISOLATION_INPLACE)
		return 0;
	if (found == TD_ISOLATION_FORK)
		warning("executions run in forked children: two runs of the same schedule in one process differed");
	else
		warning("the program is not deterministic: two runs of the same schedule differ, even in fresh "
			"processes");
	say_difference(session, like, found == TD_ISOLATION_FORK ? TD_ISOLATE_INPLACE : TD_ISOLATE_FORK);
	return 0;
}

uint64_t td_ranges_hash(const struct td_channel *channel)
{
	return td_hash_bytes(channel->ranges, channel->range_count * sizeof *channel->ranges, channel->range_count);
}

int td_prepare_ranges(struct td_session *session, const struct td_job *like)
{
	for (int i = 0; i < MOST_LEARNING; i++) {
		uint64_t before = td_ranges_hash(session->channel);

		if (run_plainest(session, like, like->isolate, 1) < 0)
			return -1;
		if (session->channel->ended.end != TD_END_PASSED || td_ranges_hash(session->channel) == before)
			break;
	}
	return 0;
}

int td_prepare_scout(struct td_session *session, const struct td_job *like)
{
	struct td_job job = *like;

	job.first = 0;
	job.count = SCOUTS;
	job.policies[0] = (struct td_policy){ .kind = TD_POLICY_RANDOM };
	job.policy_count = 1;
	job.systematic = 0;
	job.races = 0;
	return td_session_run(session, &job);
}
