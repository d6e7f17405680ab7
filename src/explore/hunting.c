#include "hunting.h"

#include "interrupt.h"
#include "races.h"

#include <stdlib.h>
#include <string.h>

enum {
	MOST_EXECUTIONS = 300,      /* for one circle */
	MOST_FOR_ALIKE = 100,       /* ... if there was one over the same places before it, or it is a weak one */
	MOST_IN_ALL = 6000,
	BATCH = 50                  /* between two looks at the clock; divides it */
};

/* Numbers of executions, from which their seeds come, that no search gets to. */
#define FIRST_NUMBER (1ull << 48)

static struct td_job job_for(const struct td_explorer *self, uint64_t number)
{
	struct td_job job = self->job;

	job.kind = TD_JOB_EXPLORE;
	job.policy_count = 1;
	job.policies[0] = (struct td_policy){ .kind = TD_POLICY_HUNT };
	job.systematic = job.restart = 0;
	job.first = FIRST_NUMBER + number;
	job.count = BATCH;
	job.learn = (uint8_t)self->hunts_learn;
	return job;
}

/* Nonzero: the hunt can go on after these executions. */
static int hunt_once(struct td_explorer *self, struct td_circle *circle, uint64_t *number)
{
	struct td_channel *channel = self->session->channel;
	struct td_job job = job_for(self, *number);

	if (td_session_run(self->session, &job) < 0) {
		self->over = 1;
		return 0;
	}
	*number += channel->done.executions;
	circle->executions += channel->done.executions;
	self->summary->hunted += channel->done.executions;
	if (channel->done.raced)
		td_races_deal(self);
	if (td_end_is_finding(channel->ended.end)) {
		circle->confirmed = td_explore_deal_with_finding(self) && td_circle_is_end(circle, channel);
		return !self->over && !circle->confirmed;
	}
	return channel->done.executions > 0 && channel->ended.end != TD_END_UNSUPPORTED &&
	       channel->ended.end != TD_END_DIVERGED;
}

static int has_alike_before(const struct td_predictions *all, size_t i)
{
	for (size_t k = 0; k < i; k++)
		if (all->items[k].places == all->items[i].places)
			return 1;
	return 0;
}

static void hunt(struct td_explorer *self, size_t i)
{
	struct td_circle *circle = &self->predictions.items[i];
	uint64_t number = i * MOST_EXECUTIONS;
	uint64_t most = circle->is_weak || has_alike_before(&self->predictions, i) ? MOST_FOR_ALIKE : MOST_EXECUTIONS;

	td_circle_targets(circle, &self->session->channel->hunt);
	while (circle->executions < most && self->summary->hunted < MOST_IN_ALL && !td_is_late() &&
	       hunt_once(self, circle, &number))
		;
	self->session->channel->hunt.count = 0;
}

/* Hunting may itself bring edges to light that no execution has had before. */
void td_hunting_run(struct td_explorer *self, int is_last)
{
	struct td_predictions *all = &self->predictions;

	self->hunts_learn = is_last;
	if (self->strategy.systematic || self->options->only_races)
		return;
	td_predict(all, &self->session->channel->lock_order);
	for (; self->hunted < all->count && !self->over && !td_is_late(); self->hunted++) {
		if (!td_prediction_is_confirmed(all, &all->items[self->hunted]))
			hunt(self, self->hunted);
		td_predict(all, &self->session->channel->lock_order);
	}
}

void td_predicted_clear(struct td_predicted *self)
{
	free(self->words);
	td_sites_clear(self->sites, self->length);
	for (uint32_t i = 0; i < self->length; i++)
		free(self->locks[i]);
}

static int is_said(const struct td_predicted_list *said, const char *words)
{
	for (size_t i = 0; i < said->count; i++)
		if (!strcmp(said->items[i].words, words))
			return 1;
	return 0;
}

static void say(struct td_explorer *self, const struct td_circle *circle)
{
	struct td_predicted predicted = {
		.words = circle->words, .executions = circle->executions, .length = circle->length};
	int is_left = !circle->executions && self->summary->findings; /* a finding ended it all before its turn came */

	memcpy(predicted.sites, circle->sites, sizeof predicted.sites);
	memcpy(predicted.locks, circle->locks, sizeof predicted.locks);
	if (is_left || is_said(&self->summary->predicted, predicted.words))
		td_predicted_clear(&predicted);
	else
		TD_PUSH(&self->summary->predicted, predicted);
}

/* For names: the plainest execution, with all that is known of the heap. */
static void run_for_names(struct td_explorer *self)
{
	struct td_job job = self->job;

	job.kind = TD_JOB_FOLLOW;
	job.segment_count = job.choice_count = 0;
	job.learn = job.restart = job.systematic = 0;
	job.detail = 1;
	if (td_interrupt_count() == 0)
		td_session_run(self->session, &job);
}

void td_hunting_end(struct td_explorer *self)
{
	struct td_predictions *all = &self->predictions;

	if (all->count && self->summary->verdict != TD_COMPLETE) {
		run_for_names(self);
		td_predictions_name(all, self->session->channel);
	}

	for (size_t i = 0; i < all->count; i++) {
		int is_confirmed = td_prediction_is_confirmed(all, &all->items[i]);

		if (all->items[i].is_weak && !is_confirmed)
			continue;
		self->summary->circles += !has_alike_before(all, i);
		self->summary->circles_confirmed += !has_alike_before(all, i) && is_confirmed;
		if (!is_confirmed && self->summary->verdict != TD_COMPLETE)
			say(self, &all->items[i]);
	}
	free(all->items);
}
