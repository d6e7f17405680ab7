#include "guide.h"

#include "check/prefix.h"
#include "explore/memory.h"
#include "explore/replay.h"
#include "nearness.h"
#include "sequence.h"

#include <stdlib.h>

enum { WAYS_ON = 100, MOST_GROWTHS = 4 };

/* The parts of the time after which each stage has to end. */
static const double until_learned = 0.1, until_steered = 0.3, until_searched = 0.75;

/* One sequence. */
struct quest {
	struct td_guide *guide;
	const struct td_waypoints *waypoints;
	const struct td_guide_options *options;
	struct td_guidance *found;
	struct td_schedule *schedule; /* of an execution that comes there */
	bool is_left_out;             /* an execution could not be looked at in full */
	struct td_memory memory;
	double start;
};

static struct td_schedule nothing;

struct td_guide *td_guide_open(const struct td_command *command, const struct td_explore_options *control,
			       double seconds)
{
	struct td_guide *self = td_alloc(sizeof *self);
	struct td_job job = td_explore_job(control);

	self->completions = td_completions_open(command, &job, control->watchdog);
	self->completions->is_forked = control->isolate == TD_ISOLATE_OPTION_FORK;
	self->completions->session->channel->self_check = (uint32_t)control->self_check;
	self->completions->like.learns_places = 1;
	td_completions_learn(self->completions, &nothing, td_now() + seconds / 4);
	self->plain = self->completions->is_over ? NULL : td_completions_capture(self->completions, &nothing);
	if (!self->plain) {
		const struct td_channel *channel = self->completions->session->channel;

		error("%s", channel->ended.end == TD_END_UNSUPPORTED ? channel->ended.message : "interrupted");
		td_completions_close(self->completions);
		free(self);
		return NULL;
	}
	self->symbols = td_symbols_open(self->plain->modules, self->plain->module_count);
	return self;
}

struct td_trace *td_guide_replay(struct td_guide *self, const struct td_schedule *schedule)
{
	const struct td_session *session = self->completions->session;

	return td_replay_capture(session->command, &self->completions->like, schedule, session->watchdog);
}

void td_guide_close(struct td_guide *self)
{
	td_symbols_close(self->symbols);
	td_trace_free(self->plain);
	td_completions_close(self->completions);
	free(self);
}

/* It does not come there, or not with a failure. */
static void pass_over(struct quest *quest, struct td_schedule *schedule, bool fails)
{
	quest->found->failed += fails;
	quest->found->passed_there += schedule != NULL;
	if (schedule)
		td_schedule_free(schedule);
}

/* Does the execution come to the waypoints, or another one of its class? */
static bool look_at(void *context, const struct td_channel *channel)
{
	struct quest *quest = context;
	bool fails = td_end_is_finding(channel->ended.end);
	struct td_trace *trace = td_trace_plain(channel);
	struct td_sequence sequence = td_sequence_find(trace, quest->waypoints);

	quest->found->executions++;
	quest->is_left_out |= sequence.is_left_out;
	if (sequence.length > quest->found->furthest)
		quest->found->furthest = sequence.length;
	if (channel->steer.best > quest->found->furthest && channel->steer.place_count)
		quest->found->furthest = channel->steer.best;
	td_memory_note(&quest->memory, quest->guide->completions->session->pid, 0);
	if (sequence.schedule && (fails || !quest->options->must_fail))
		quest->schedule = sequence.schedule;
	else
		pass_over(quest, sequence.schedule, fails);
	td_trace_free(trace);
	return !quest->schedule;
}

static double until(const struct quest *quest, double part)
{
	return quest->start + part * quest->options->seconds;
}

static void give_heuristic(const struct quest *quest)
{
	struct td_steer *steer = &quest->guide->completions->session->channel->steer;

	steer->steering =
		quest->options->heuristic == TD_HEURISTIC_DEPTH_FIRST ? TD_STEER_DEPTH_FIRST : TD_STEER_TO_PLACES;
	steer->distance_count = 0;
	if (quest->options->heuristic == TD_HEURISTIC_DISTANCE)
		td_nearness_give(quest->waypoints, quest->guide->symbols, quest->guide->completions->session->channel);
	steer->preferred = quest->options->heuristic == TD_HEURISTIC_PREFER ? quest->options->preferred : 0;
	steer->most_points = (uint32_t)quest->options->most_points;
	steer->ignores_visited = (uint32_t)quest->options->ignores_visited;
	steer->goes_on = (uint32_t)quest->options->must_fail;
	steer->has_dropped = 0;
	steer->states = 0;
	steer->stop = 1;
}

static void steer(struct quest *quest, uint64_t first, double part)
{
	const struct td_steer *channel = &quest->guide->completions->session->channel->steer;
	struct td_completion_plan plan = {.prefix = &nothing,
					  .policy = {.kind = TD_POLICY_STEER},
					  .first = first,
					  .most = quest->options->executions ? quest->options->executions : UINT64_MAX,
					  .until = until(quest, part)};

	give_heuristic(quest);
	td_completions_run(quest->guide->completions, &plan, look_at, quest);
	quest->found->states += channel->states;
	quest->found->points = channel->points;
}

/* All orders: whether the search has come to its end and left nothing out. */
static bool search(struct quest *quest)
{
	struct td_completions *completions = quest->guide->completions;
	struct td_completion_plan plan = {.prefix = &nothing,
					  .policy = {.kind = TD_POLICY_TRACES},
					  .is_systematic = true,
					  .most = UINT64_MAX,
					  .until = until(quest, until_searched),
					  .ignored = TD_FAILS_TWICE};
	struct td_tally tally = {0};
	int growths = 0;

	do {
		completions->has_grown = false;
		quest->found->classes = 0;
		tally = td_completions_run(completions, &plan, look_at, quest);
		quest->found->classes = tally.passed + tally.failed;
	} while (completions->has_grown && !quest->schedule && growths++ < MOST_GROWTHS);
	return tally.is_all && !completions->has_grown && !quest->is_left_out;
}

/* The schedule again: it has to come to the waypoints in their order, as it happens. */
static bool confirm(struct quest *quest)
{
	struct td_guidance *found = quest->found;

	found->trace = td_completions_capture(quest->guide->completions, quest->schedule);
	if (found->trace && td_sequence_is_in(found->trace, quest->waypoints, found->events) &&
	    (td_end_is_finding(found->trace->ended.end) || !quest->options->must_fail))
		return true;
	td_trace_free(found->trace);
	found->trace = NULL;
	td_schedule_free(quest->schedule);
	quest->schedule = NULL;
	quest->is_left_out = true;
	return false;
}

/* Ways to go on behind the last waypoint. */
static void try_ways_on(struct quest *quest)
{
	struct td_guidance *found = quest->found;
	uint32_t last = found->events[quest->waypoints->count - 1];
	struct td_steps *steps = td_steps_make(found->trace, UINT32_MAX, false);
	struct td_schedule *prefix = last == UINT32_MAX ? NULL : td_prefix(steps, last + 1);
	struct td_completion_plan plan = {
		.prefix = prefix, .policy = {.kind = TD_POLICY_RANDOM}, .most = WAYS_ON, .until = td_now() + 1};
	struct td_tally tally;

	td_steps_free(steps);
	if (!prefix)
		return;
	tally = td_completions_run(quest->guide->completions, &plan, NULL, NULL);
	found->after = tally.passed + tally.failed;
	found->failing_after = tally.failed;
	td_schedule_free(prefix);
}

bool td_guide_learn_places(struct td_guide *self, const struct td_waypoints *waypoints, double until)
{
	bool is_given = td_waypoints_give(waypoints, self->completions->session->channel);

	if (is_given)
		td_completions_learn(self->completions, &nothing, until);
	return is_given;
}

static void look_for(struct quest *quest)
{
	struct td_completions *completions = quest->guide->completions;
	bool is_complete = false;

	quest->is_left_out = !td_guide_learn_places(quest->guide, quest->waypoints, until(quest, until_learned));
	if (!quest->is_left_out && !quest->options->is_searched_only)
		steer(quest, 0, quest->options->is_steered_only ? 1 : until_steered);
	if (quest->schedule && confirm(quest))
		return;
	if (!quest->options->is_steered_only && !completions->is_over)
		is_complete = search(quest);
	if (quest->schedule && confirm(quest))
		return;
	quest->found->verdict = is_complete && !quest->is_left_out ? TD_GUIDED_IMPOSSIBLE : TD_GUIDED_NOT_FOUND;
	if (quest->found->verdict == TD_GUIDED_NOT_FOUND && !quest->options->is_steered_only &&
	    !quest->options->is_searched_only && td_waypoints_give(quest->waypoints, completions->session->channel)) {
		steer(quest, 1ull << 40, 1);
		if (quest->schedule && confirm(quest))
			quest->found->verdict = TD_GUIDED_REACHED;
	}
}

struct td_guidance td_guide_to(struct td_guide *self, const struct td_waypoints *waypoints,
			       const struct td_guide_options *options)
{
	struct td_guidance found = {.verdict = TD_GUIDED_REACHED, .must_fail = options->must_fail};
	struct quest quest = {
		.guide = self, .waypoints = waypoints, .options = options, .found = &found, .start = td_now()};

	look_for(&quest);
	found.seconds = td_now() - quest.start;
	quest.memory.looked = 0; /* the last look is to be one */
	td_memory_note(&quest.memory, self->completions->session->pid, 0);
	found.kilobytes = quest.memory.peak;
	self->completions->session->channel->steer.place_count = 0;
	if (found.trace)
		try_ways_on(&quest);
	if (quest.schedule)
		td_schedule_free(quest.schedule);
	return found;
}

void td_guidance_clear(struct td_guidance *self)
{
	td_trace_free(self->trace);
}
