#include "bursts.h"

#include "interrupt.h"

enum {
	FIRST_BURST = 4096, /* executions of the search before it */
	SHARE = 2,          /* a burst has one for so many that the search has made since the last */
	ABOUT_TO_END = 4,   /* a search that needs less than so many times what it has made is left alone */
	BATCH = 256         /* between two looks at the clock */
};

/* Numbers of executions, from which their seeds come, that neither a search nor a hunt gets to. */
#define FIRST_NUMBER (1ull << 47)

static int is_late(const struct td_explorer *self)
{
	return td_interrupt_count() > 0 || (self->deadline > 0 && td_now() >= self->deadline);
}

static void tick(void *context)
{
	struct td_explorer *self = context;

	if (is_late(self))
		__atomic_store_n(&self->session->channel->interrupt, 1, __ATOMIC_RELAXED);
}

static struct td_job job_for(const struct td_explorer *self, uint64_t count)
{
	struct td_strategy usual = { 0 };
	struct td_job job = self->job;

	td_strategy_usual(&usual);
	job.kind = TD_JOB_EXPLORE;
	job.systematic = job.restart = job.races = 0;
	job.policy_count = 0;
	for (uint32_t i = 0; i < usual.count; i++)
		if ((int)i != usual.depth_first)
			job.policies[job.policy_count++] = usual.policies[i];
	job.first = FIRST_NUMBER + self->summary->drawn;
	job.count = count < BATCH ? count : BATCH;
	return job;
}

/* Nonzero: there can be more executions after these. */
static int run_some(struct td_explorer *self, uint64_t count)
{
	const struct td_channel *channel = self->session->channel;
	struct td_job job = job_for(self, count);

	if (td_session_run(self->session, &job) < 0) {
		self->over = 1;
		return 0;
	}
	self->summary->drawn += channel->done.executions;
	if (td_end_is_finding(channel->ended.end))
		td_explore_deal_with_finding(self);
	return !self->over && channel->done.executions > 0 && channel->ended.end != TD_END_UNSUPPORTED &&
	       channel->ended.end != TD_END_DIVERGED;
}

/* What deals with findings looks at the session's channel, so it is that of the burst meanwhile. */
static void run_burst(struct td_explorer *self, uint64_t count)
{
	struct td_session *search = self->session;
	uint64_t end = self->summary->drawn + count;

	self->session = td_session_new(self->command, TD_OUTPUT_DROP, self->options->watchdog);
	self->session->channel->self_check = search->channel->self_check;
	self->session->tick = tick;
	self->session->context = self;
	while (self->summary->drawn < end && !is_late(self) && run_some(self, end - self->summary->drawn))
		;
	td_session_free(self->session);
	self->session = search;
}

static int is_about_to_end(const struct td_explorer *self, uint64_t made)
{
	struct td_expected expected = td_estimate_now(&self->estimate, made, self->session->channel->done.fraction);

	return expected.total > 0 && expected.total < ABOUT_TO_END * (double)made;
}

void td_bursts_next(struct td_explorer *self)
{
	uint64_t made = self->next - self->search_first;

	if (self->over || self->phase != TD_PHASE_SEARCH || self->options->only_races)
		return;
	if (!self->burst_due)
		self->burst_due = FIRST_BURST;
	if (made < self->burst_due)
		return;
	if (!is_about_to_end(self, made))
		run_burst(self, self->burst_due / SHARE);
	while (self->burst_due <= made)
		self->burst_due *= 2;
}
