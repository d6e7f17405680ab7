#include "completions.h"

#include "interrupt.h"
#include "prepare.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_LEARNING = 6, SCOUTS = 32, SCOUTS_AT_ONCE = 4 };

struct td_job td_completion_job(const struct td_schedule *prefix, const struct td_job *like)
{
	struct td_job job = *like;

	job.kind = TD_JOB_COMPLETE;
	job.segment_count = prefix->segment_count;
	job.choice_count = prefix->choice_count;
	return job;
}

/* Every access to shared memory is an event, as where a trace is recorded. */
static struct td_job plain_job(const struct td_job *like)
{
	struct td_job job = *like;

	job.isolate = TD_ISOLATE_INPLACE;
	job.first = 0;
	job.count = 1;
	job.segment_count = job.choice_count = job.constraint_count = 0;
	job.detail = job.learn = job.hash_all = job.stop_in_gdb = 0;
	job.races = job.every_access = job.protected = job.reduce = 0;
	job.lenient = job.gives_up = job.endless = job.by_reads_from = 0;
	job.endless_so_far = job.restart = job.systematic = 0;
	job.ranks = 0;
	memset(&job.race, 0, sizeof job.race);
	return job;
}

struct td_completions *td_completions_open(const struct td_command *command, const struct td_job *like, double watchdog)
{
	struct td_completions *self = td_alloc(sizeof *self);

	self->session = td_session_new(command, TD_OUTPUT_DROP, watchdog);
	self->like = plain_job(like);
	self->progress.quiet = 1;
	return self;
}

void td_completions_show(struct td_completions *self, double seconds)
{
	td_progress_begin(&self->progress, 0);
	td_progress_limit(&self->progress, td_now() + seconds, UINT64_MAX);
}

static void show_progress(struct td_completions *self)
{
	struct td_counts counts = {
		.executions = self->made, .classes = UINT64_MAX, .findings = self->failed, .bound = -1};

	td_progress_show(&self->progress, &counts);
}

void td_completions_close(struct td_completions *self)
{
	td_progress_clear(&self->progress);
	td_session_free(self->session);
	free(self);
}

static void run(struct td_completions *self, const struct td_job *job)
{
	self->is_over |=
		td_session_run(self->session, job) < 0 || self->session->channel->ended.end == TD_END_UNSUPPORTED;
}

static void follow_once(struct td_completions *self, const struct td_schedule *schedule)
{
	struct td_job job = td_schedule_job(schedule, &self->like);

	job.learn = 1;
	td_schedule_give(schedule, self->session->channel);
	run(self, &job);
}

/* Several jobs, for one ends with a finding, and long executions are few. */
static void scout(struct td_completions *self, double until)
{
	struct td_job job = self->like;

	job.kind = TD_JOB_EXPLORE;
	job.learn = 1;
	job.policy_count = 1;
	job.policies[0] = (struct td_policy){.kind = TD_POLICY_RANDOM};
	while (job.first < SCOUTS && !self->is_over && td_now() < until) {
		job.count = SCOUTS - job.first < SCOUTS_AT_ONCE ? SCOUTS - job.first : SCOUTS_AT_ONCE;
		run(self, &job);
		job.first += self->session->channel->done.executions ? self->session->channel->done.executions : 1;
	}
}

/* What differs between two executions in one process is looked for in the simplest one. */
void td_completions_learn(struct td_completions *self, const struct td_schedule *schedule, double until)
{
	enum td_isolation isolation;
	uint64_t before;
	int rounds = 0;

	follow_once(self, schedule);
	self->is_too_slow = td_now() >= until;
	if (self->is_over || self->is_too_slow)
		return;
	td_session_stop(self->session);
	isolation = td_isolation_find(self->session, &self->like);
	self->is_over |= isolation == TD_ISOLATION_INTERRUPTED;
	self->like.isolate =
		isolation == TD_ISOLATION_INPLACE && !self->is_forked ? TD_ISOLATE_INPLACE : TD_ISOLATE_FORK;
	do {
		before = td_ranges_hash(self->session->channel);
		follow_once(self, schedule);
		scout(self, until);
	} while (!self->is_over && td_ranges_hash(self->session->channel) != before && ++rounds < MOST_LEARNING &&
		 td_now() < until);
}

struct td_trace *td_completions_capture(struct td_completions *self, const struct td_schedule *schedule)
{
	struct td_job job = td_schedule_job(schedule, &self->like);

	job.detail = 1;
	td_schedule_give(schedule, self->session->channel);
	run(self, &job);
	return self->is_over ? NULL : td_trace_capture(self->session->channel, self->session->command, "", 0);
}

static struct td_job job_of(const struct td_completions *self, const struct td_completion_plan *plan)
{
	struct td_job job = td_completion_job(plan->prefix, &self->like);

	job.policy_count = 1;
	job.policies[0] = plan->policy;
	job.systematic = plan->is_systematic;
	job.restart = plan->is_systematic || plan->policy.kind == TD_POLICY_STEER;
	job.learn = plan->is_systematic;
	job.lenient = plan->is_lenient;
	job.first = plan->first;
	job.constraint_count = plan->constraints ? plan->constraints->count : 0;
	return job;
}

static void give(struct td_completions *self, const struct td_completion_plan *plan)
{
	td_schedule_give(plan->prefix, self->session->channel);
	if (plan->constraints)
		td_constraints_give(plan->constraints, self->session->channel);
}

/* A depth-first strategy begins at the root of its tree. */
static void forget_path(struct td_completions *self)
{
	self->session->channel->path_length = self->session->channel->path_used = 0;
}

static void count(struct td_tally *tally, const struct td_channel *channel)
{
	enum td_end end = channel->ended.end;

	if (td_end_is_finding(end))
		tally->failed++;
	else if (end == TD_END_PASSED)
		tally->passed++;
	else
		tally->uncounted++;
	tally->in_vain += channel->done.in_vain;
}

/* Whatever it came to. */
static void leave_out_what_was_in_vain(struct td_channel *channel)
{
	struct td_ended *ended = &channel->ended;

	if (channel->done.in_vain && (ended->end == TD_END_PASSED || td_end_is_finding(ended->end)))
		ended->end = TD_END_ASSUME;
}

static bool is_late(const struct td_completion_plan *plan)
{
	return plan->until > 0 && td_now() >= plan->until;
}

/* A worker of a search may have nothing to do; a process that died may not have counted its last execution. */
static bool was_made(const struct td_channel *channel)
{
	return channel->done.executions || td_end_is_finding(channel->ended.end);
}

struct td_tally td_completions_run(struct td_completions *self, const struct td_completion_plan *plan,
				   td_completion_seen *seen, void *context)
{
	const struct td_channel *channel = self->session->channel;
	struct td_job job = job_of(self, plan);
	struct td_tally tally = {0};
	uint32_t left_out = 0;
	bool has_cut = false;

	forget_path(self);
	for (uint64_t made = 0; made < plan->most && !self->is_over && !is_late(plan); made++) {
		give(self, plan);
		run(self, &job);
		leave_out_what_was_in_vain(self->session->channel);
		job.first++;
		job.restart = 0;
		self->has_grown |= channel->done.grown != 0;
		if (self->is_over || self->has_grown || channel->ended.end == TD_END_DIVERGED)
			break;
		left_out |= channel->done.bound_cut;
		has_cut |= channel->ended.end == TD_END_CUT;
		if (was_made(channel)) {
			count(&tally, channel);
			self->made++;
			self->failed += td_end_is_finding(channel->ended.end);
			show_progress(self);
		}
		if (was_made(channel) && seen && !seen(context, channel))
			break;
		if (channel->done.exhausted || self->session->lost)
			break;
	}
	td_progress_clear(&self->progress);
	tally.is_all = channel->done.exhausted && !self->session->lost && !has_cut &&
		       !(left_out & ~(1u << TD_CUT_BOUND | plan->ignored));
	return tally;
}
