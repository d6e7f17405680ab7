#include "fewest.h"

#include <stdlib.h>

#include "delta.h"
#include "findings.h"

enum { MOST_PREEMPTIONS = 2, MOST_BY_BOUND = 3000, MOST_TRIES = 4000 };

struct fewest {
	struct td_completions *completions;
	const struct td_schedule *from;
	uint64_t key;
	double until;
	struct td_fewest best;
	uint32_t preemptions; /* of the best */
	bool is_found;        /* by the strategy under way */
};

/* Switches that another thread could have done without. */
static uint32_t preemptions_in(const struct td_channel *channel)
{
	uint32_t count = 0;

	for (uint32_t i = 0; i < channel->ended.event_count; i++)
		count += (channel->events[i].flags & TD_F_PREEMPT) != 0;
	return count;
}

static bool is_same(const struct fewest *self, const struct td_channel *channel)
{
	return td_end_is_finding(channel->ended.end) && td_finding_key(channel) == self->key;
}

/* A switch that nothing forces costs most, for it is what a reader has to understand. */
static void keep_better(struct fewest *self, const struct td_channel *channel)
{
	struct td_schedule *made = td_schedule_copy(channel);
	uint32_t switches = td_schedule_switches(made), preemptions = preemptions_in(channel);

	if (self->best.schedule && (preemptions > self->preemptions ||
				    (preemptions == self->preemptions && switches >= self->best.switches))) {
		td_schedule_free(made);
		return;
	}
	if (self->best.schedule)
		td_schedule_free(self->best.schedule);
	self->best.schedule = made;
	self->best.switches = switches;
	self->preemptions = preemptions;
}

static bool seen(void *context, const struct td_channel *channel)
{
	struct fewest *self = context;

	self->best.executions++;
	self->is_found = is_same(self, channel);
	if (self->is_found)
		keep_better(self, channel);
	return !self->is_found;
}

static bool may_go_on(void *context)
{
	struct fewest *self = context;

	return !self->completions->is_over && td_now() < self->until && self->best.executions < MOST_TRIES;
}

static bool fails_with(void *context, const uint8_t *is_kept)
{
	struct fewest *self = context;
	struct td_schedule part = *self->from;
	struct td_completion_plan plan = {
		.prefix = &part, .policy = {.kind = TD_POLICY_RUN_ON}, .is_lenient = true, .most = 1};

	part.segments = td_alloc((self->from->segment_count + 1) * sizeof *part.segments);
	part.segment_count = 0;
	for (uint32_t i = 0; i < self->from->segment_count; i++)
		if (is_kept[i])
			part.segments[part.segment_count++] = self->from->segments[i];
	self->is_found = false;
	td_completions_run(self->completions, &plan, seen, self);
	free(part.segments);
	return self->is_found;
}

static void leave_out_stretches(struct fewest *self)
{
	uint32_t count = self->from->segment_count;
	uint8_t *is_kept = td_alloc(count + 1);

	for (uint32_t i = 0; i < count; i++)
		is_kept[i] = 1;
	if (fails_with(self, is_kept))
		td_delta(count, is_kept, fails_with, may_go_on, self);
	free(is_kept);
}

/* All schedules with fewer preemptions than the best one has. */
static void try_fewer(struct fewest *self)
{
	struct td_schedule nothing = {.segment_count = 0};

	for (uint32_t bound = 0;
	     self->best.schedule && bound < self->preemptions && bound <= MOST_PREEMPTIONS && may_go_on(self);
	     bound++) {
		struct td_completion_plan plan = {.prefix = &nothing,
						  .policy = {.kind = TD_POLICY_PREEMPTIONS, .param = bound},
						  .most = MOST_BY_BOUND,
						  .until = self->until};
		struct td_tally tally = td_completions_run(self->completions, &plan, seen, self);

		self->best.is_fewest = tally.is_all;
		if (!tally.is_all)
			return;
	}
	self->best.is_fewest |= self->preemptions == 0;
}

struct td_fewest td_fewest_switches(struct td_completions *completions, const struct td_schedule *schedule,
				    uint64_t key, double until)
{
	struct fewest self = {.completions = completions, .from = schedule, .key = key, .until = until};

	leave_out_stretches(&self);
	try_fewer(&self);
	return self.best;
}
