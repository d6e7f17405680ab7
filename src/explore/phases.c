#include "phases.h"

#include "hunting.h"
#include "interrupt.h"
#include "prepare.h"

#include <stdlib.h>

/* For policies that would go on for ever. */
enum { USUAL_EXECUTIONS = 50000, USUAL_SECONDS = 60 };

/* Executions after which enough is known to predict, as long as the opening; no later than at half time. */
enum { FIRST_HUNT = 1000 };

static void set_limits(struct td_explorer *self, uint64_t usual_executions, double usual_seconds)
{
	const struct td_explore_options *options = self->options;
	double seconds = options->time >= 0 ? options->time : usual_seconds;

	/* Who gives it a time wants it to use that. */
	self->most = options->executions ? options->executions : options->time >= 0 ? UINT64_MAX : usual_executions;
	if (self->deadline == 0 && seconds > 0) {
		self->time = seconds;
		self->deadline = td_now() + seconds;
		self->half_time = td_now() + seconds / 2;
		td_interrupt_at(self->deadline);
	}
	td_progress_limit(&self->progress, self->deadline, self->most);
}

void td_phases_begin(struct td_explorer *self)
{
	self->strategy = self->options->strategy;
	self->opening.is_incomparable = self->options->reduce != 0;
	self->phase = self->strategy.opening ? TD_PHASE_OPENING : TD_PHASE_ONLY;
	if (td_strategy_ends(&self->strategy))
		set_limits(self, UINT64_MAX, 0);
	else
		set_limits(self, USUAL_EXECUTIONS, USUAL_SECONDS);
}

static void start_bound(struct td_explorer *self, uint32_t bound)
{
	if (self->strategy.depth_first < 0)
		return;
	self->job.restart = td_strategy_is_tracing(&self->strategy);
	self->session->channel->path_length = 0;
	self->job.policies[self->strategy.depth_first].param = bound;
	self->ranges = td_ranges_hash(self->session->channel);
	self->summary->cuts = (struct td_cuts){ 0 };
	self->bound_first = self->summary->executions;
	self->summary->bound = bound;
	self->summary->bound_of = self->strategy.policies[self->strategy.depth_first].kind;
	self->search_first = self->next;
	td_progress_restart(&self->progress, self->next);
	self->estimate.count = 0;
}

void td_phases_ready(struct td_explorer *self)
{
	start_bound(self, 0);
}

uint64_t td_phases_left(const struct td_explorer *self)
{
	uint64_t end = self->phase == TD_PHASE_OPENING && self->strategy.opening < self->most ? self->strategy.opening
											      : self->most;

	if (!self->strategy.systematic && self->next < FIRST_HUNT && end > FIRST_HUNT)
		end = FIRST_HUNT;
	return end > self->next ? end - self->next : 0;
}

static int is_finding(const struct td_explorer *self, uint64_t fingerprint)
{
	for (size_t i = 0; i < self->opening.findings.count; i++)
		if (self->opening.findings.items[i].fingerprint == fingerprint)
			return 1;
	return 0;
}

/* What the opening has seen and the search has not is something that the search has missed.  But a finding cuts an
 * execution short, the opening's sooner than the search's (td_finish_if_cycle): how far others had come by then makes
 * no class, and the search, if it comes to its end, has been at the finding in its own way.  A search without any class
 * has missed them all. */
static void compare_with_opening(struct td_explorer *self)
{
	struct td_class_list *before = &self->opening.classes;
	size_t kept = 0;

	if (self->opening.is_incomparable && self->classes.count)
		before->count = 0;

	for (size_t i = 0; i < before->count; i++) {
		uint64_t fingerprint = before->items[i].fingerprint;
		int is_known = td_classes_has(&self->classes, fingerprint);

		if (!is_known && is_finding(self, fingerprint))
			continue;
		self->summary->missed += !is_known;
		before->items[kept++] = before->items[i];
	}
	before->count = kept;
}

static void end_exhausted(struct td_explorer *self)
{
	const struct td_summary *summary = self->summary;

	compare_with_opening(self);
	if (!summary->executions)
		self->summary->cuts.why |= 1u << TD_CUT_NOTHING;
	int is_all =
		!summary->cuts.why && summary->cut == self->before.cut && !summary->missed && !summary->unconfirmed;

	self->summary->verdict = is_all ? TD_COMPLETE : TD_BOUNDED;
	self->over = 1;
}

static void note_bound(struct td_explorer *self, uint32_t bound)
{
	struct td_bound_done done = { .bound = bound, .executions = self->summary->executions - self->bound_first,
				      .classes = self->classes.count };

	TD_PUSH(&self->summary->bounds, done);
}

/* If it has learned on the way that more memory is shared, there are more places to switch at than those it tried: once
 * more. */
void td_phases_exhausted(struct td_explorer *self)
{
	struct td_policy *policy = &self->job.policies[self->strategy.depth_first];
	int is_beyond = self->summary->cuts.why >> TD_CUT_BOUND & 1;

	if (td_ranges_hash(self->session->channel) != self->ranges) {
		start_bound(self, policy->param);
		return;
	}
	if (self->strategy.count == 1 && td_strategy_is_bounded(&self->strategy))
		note_bound(self, policy->param);
	if (is_beyond && policy->param < self->strategy.last_bound) {
		start_bound(self, policy->param + 1);
	} else if (self->strategy.count == 1 || !self->summary->cuts.why) {
		end_exhausted(self);
	} else {
		*policy = (struct td_policy){ .kind = TD_POLICY_RANDOM }; /* the others go on with its turns */
		self->strategy.depth_first = -1;
	}
}

void td_phases_start_again(struct td_explorer *self)
{
	struct td_summary *summary = self->summary;

	td_phases_forget_classes(self);
	summary->bounds.count = 0;
	summary->discarded += summary->executions - self->before.executions;
	summary->executions = self->before.executions;
	summary->assumed = self->before.assumed;
	summary->stood = self->before.stood;
	summary->cut = self->before.cut;
	start_bound(self, 0);
}

/* In forked children an execution can end in any way, and the search goes on. */
void td_phases_lost(struct td_explorer *self)
{
	if (self->job.isolate == TD_ISOLATE_FORK) {
		td_progress_clear(&self->progress);
		warning("the search ends here: an execution has taken the process with it that knew what is left to "
			"try");
		self->over = 1;
		return;
	}
	td_progress_clear(&self->progress);
	warning("executions run in forked children: one has taken the process with it that knew what is left to try");
	self->job.isolate = TD_ISOLATE_FORK;
	td_phases_start_again(self);
}

static void begin_phase(struct td_explorer *self, enum td_phase phase, uint32_t bound)
{
	self->phase = phase;
	self->before = *self->summary;
	td_explore_policies(&self->job, &self->strategy);
	start_bound(self, bound);
}

static void go_on_with_portfolio(struct td_explorer *self, const char *why)
{
	td_progress_clear(&self->progress);
	warning("not every order can be tried, the portfolio goes on: %s", why);
	td_strategy_usual(&self->strategy);
	set_limits(self, self->next + USUAL_EXECUTIONS, USUAL_SECONDS);
	begin_phase(self, TD_PHASE_GOING_ON, self->opening.bound);
}

int td_phases_refused(struct td_explorer *self)
{
	if (self->phase != TD_PHASE_SEARCH)
		return 0;
	go_on_with_portfolio(self, self->session->channel->ended.message);
	return 1;
}

void td_phases_found(struct td_explorer *self)
{
	struct td_class class = { .fingerprint = self->session->channel->ended.fingerprint };

	if (self->phase == TD_PHASE_OPENING)
		TD_PUSH(&self->opening.findings, class);
}

void td_phases_forget_opening(struct td_explorer *self)
{
	self->opening.is_incomparable = 1;
}

void td_phases_forget_classes(struct td_explorer *self)
{
	td_classes_clear(&self->classes);
	self->opening.classes.count = 0;
}

struct td_expected td_phases_expected(const struct td_explorer *self, uint64_t executions)
{
	double before = (double)self->search_first, fraction = self->session->channel->done.fraction;
	struct td_expected expected = td_estimate_now(&self->estimate, executions - self->search_first, fraction);

	if (expected.total == 0)
		return expected;
	return (struct td_expected){ before + expected.total, before + expected.low, before + expected.high };
}

void td_phases_estimate(struct td_explorer *self)
{
	td_estimate_add(&self->estimate, self->next - self->search_first, self->session->channel->done.fraction);
	self->summary->expected = td_phases_expected(self, self->next);
}

int td_phases_is_half_time(const struct td_explorer *self)
{
	return !self->strategy.systematic && !self->has_hunted && self->deadline > 0 && td_now() >= self->half_time;
}

void td_phases_next(struct td_explorer *self)
{
	if (!self->has_hunted && (self->next >= FIRST_HUNT || td_phases_is_half_time(self))) {
		self->has_hunted = 1;
		td_hunting_run(self, 0);
	}
	if (self->over || self->phase != TD_PHASE_OPENING || self->next < self->strategy.opening)
		return;
	self->opening.bound =
		self->strategy.depth_first >= 0 ? self->job.policies[self->strategy.depth_first].param : 0;
	if (self->summary->endless) {
		go_on_with_portfolio(self, "nearly no execution came to its end");
		return;
	}
	self->opening.classes = td_classes_list(&self->classes);
	td_classes_clear(&self->classes);
	td_classes_await(&self->classes, &self->opening.classes);
	td_strategy_systematic(&self->strategy, "trace");
	begin_phase(self, TD_PHASE_SEARCH, 0);
}

/* Which limit it was, if one has ended it. */
static void note_limit(const struct td_explorer *self)
{
	struct td_summary *summary = self->summary;

	if (summary->verdict != TD_STOPPED || td_interrupt_count())
		return;
	if (self->deadline > 0 && td_overtime() > 0 && !td_explore_is_decided(self))
		summary->time_was_up = self->time;
	else if (self->next >= self->most && !self->options->executions)
		summary->usual_most = self->most;
}

void td_phases_end(struct td_explorer *self)
{
	struct td_opening *opening = &self->opening;

	note_limit(self);

	if (opening->is_incomparable)
		opening->classes.count = 0;
	for (size_t i = 0; i < opening->classes.count; i++)
		td_classes_add(&self->classes, opening->classes.items[i].fingerprint, opening->classes.items[i].times);
	free(opening->classes.items);
	free(opening->findings.items);
}
