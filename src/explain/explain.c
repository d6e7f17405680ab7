#include "explain.h"

#include <stdlib.h>
#include <string.h>

#include "explore/findings.h"
#include "explore/interrupt.h"
#include "sentence.h"

enum {
	MOST_SEARCHED = 3000,
	DRAWN = 150,
	DRAWN_IN_DOUBT = 20,
	SERIAL = 64,
	MOST_ROUNDS = 24,
	MOST_GROWTHS = 4,
	MOST_SEARCHES = 2,
	MOST_PASSING = 16,
	LEAST_EXECUTIONS = 500, /* that must fit into the time, or executions are called long */
	LEAST_TRIED = 10
};

/* The parts of the time that are over when each stage has to end. */
static const double until_learned = 0.1, until_fewest = 0.4, until_searched = 0.6, until_switches = 0.75,
		    until_caused = 0.85;

struct stage {
	struct td_explanation *self;
	double start, seconds;
	uint64_t next;   /* number of the next drawn execution */
	bool is_long;    /* an execution takes so long that few can be made */
	bool may_search; /* a search has not shown again and again that more is shared */
};

const char *td_explain_refuses(const struct td_trace *trace)
{
	if (!td_end_is_finding(trace->ended.end))
		return "its execution did not fail, so there is nothing to explain";
	if (trace->ended.end == TD_END_HANG)
		return "a thread goes on for ever without an event, which no order of others can end";
	return NULL;
}

static double until(const struct stage *stage, double part)
{
	return stage->start + part * stage->seconds;
}

static bool observe(void *context, const struct td_channel *channel)
{
	struct td_explanation *self = context;

	self->tried++;
	return td_observe(self->seen, channel);
}

static bool note_key(void *context, const struct td_channel *channel)
{
	struct td_explanation *self = context;

	self->key = td_end_is_finding(channel->ended.end) ? td_finding_key(channel) : 0;
	return true;
}

static struct td_tally run(struct td_explanation *self, const struct td_schedule *prefix, enum td_policy_kind kind,
			   uint32_t param, uint64_t first, uint64_t most, double until, td_completion_seen *seen)
{
	struct td_completion_plan plan = {.prefix = prefix,
					  .policy = {.kind = kind, .param = param},
					  .is_systematic = td_policy_is_systematic(kind),
					  .first = first,
					  .most = most,
					  .until = until};

	return td_completions_run(self->completions, &plan, seen, self);
}

/* A search looks at the ends of long executions alone. */
static void time_one(struct stage *stage, const struct td_schedule *schedule)
{
	double start = td_now();

	run(stage->self, schedule, TD_POLICY_RUN_ON, 0, 0, 1, 0, note_key);
	stage->is_long = (td_now() - start) * LEAST_EXECUTIONS > stage->seconds;
}

static double part_for_fewest(const struct stage *stage)
{
	return stage->is_long ? until_fewest / 2 : until_fewest;
}

/* The finding again, in the process that makes all executions; false if it does not come. */
static bool find_key(struct stage *stage, const struct td_trace *trace)
{
	struct td_explanation *self = stage->self;
	struct td_schedule *schedule = td_schedule_of(trace);
	bool is_there;

	td_completions_learn(self->completions, schedule, until(stage, until_learned));
	if (!self->completions->is_too_slow)
		time_one(stage, schedule);
	is_there = self->key && self->completions->session->channel->ended.end == trace->ended.end;
	td_schedule_free(schedule);
	return is_there && !self->completions->is_over;
}

static void find_fewest(struct stage *stage, const struct td_trace *trace)
{
	struct td_explanation *self = stage->self;
	struct td_schedule *schedule = td_schedule_of(trace);

	self->fewest = td_fewest_switches(self->completions, schedule, self->key, until(stage, part_for_fewest(stage)));
	if (self->fewest.schedule)
		td_schedule_free(schedule);
	else
		self->fewest.schedule = schedule;
}

static bool note_pass(void *context, const struct td_channel *channel)
{
	struct td_explanation *self = context;

	if (channel->ended.end == TD_END_PASSED)
		self->pass = td_schedule_copy(channel);
	return !self->pass;
}

static void find_pass(struct stage *stage)
{
	struct td_explanation *self = stage->self;
	struct td_schedule nothing = {.segment_count = 0};

	if (!self->pass)
		run(self, &nothing, TD_POLICY_PREEMPTIONS, 0, 0, SERIAL, until(stage, part_for_fewest(stage)),
		    note_pass);
	if (!self->pass)
		run(self, &nothing, TD_POLICY_RANDOM, 0, 0, SERIAL, until(stage, part_for_fewest(stage)), note_pass);
	if (!self->pass && stage->may_search)
		run(self, &nothing, TD_POLICY_TRACES, 0, 0, MOST_SEARCHED, until(stage, until_searched), note_pass);
}

/* What the failing execution did not come to is known from executions that pass. */
static bool watch_passing(struct td_explanation *self, const struct td_schedule *schedule)
{
	struct td_trace *trace = schedule ? td_completions_capture(self->completions, schedule) : NULL;
	struct td_steps *steps;

	if (!trace)
		return false;
	steps = td_steps_make(trace, UINT32_MAX, false);
	TD_PUSH(&self->passing, steps);
	td_observations_watch(self->seen, steps);
	return trace->ended.end == TD_END_PASSED;
}

static struct td_tally look(struct stage *stage, enum td_policy_kind kind, uint32_t param, uint64_t most, double until)
{
	struct td_explanation *self = stage->self;
	struct td_schedule nothing = {.segment_count = 0};

	return run(self, &nothing, kind, param, stage->next, most, until, observe);
}

static void draw_orders(struct stage *stage, uint64_t most)
{
	static const struct td_policy drawn[] = {{TD_POLICY_RANDOM, 0}, {TD_POLICY_POS, 0}, {TD_POLICY_PCT, 2}};

	for (size_t i = 0; i < sizeof drawn / sizeof *drawn; i++, stage->next += DRAWN)
		look(stage, drawn[i].kind, drawn[i].param, most, until(stage, until_switches));
}

/* All orders, or as many as there is time for; serial ones among them.  What a search takes for one class may end in
 * two ways where the end of the program cuts off threads, so some are drawn even if the search has come to its end. */
static void look_at_orders(struct stage *stage)
{
	struct td_explanation *self = stage->self;
	struct td_tally all = {0}, serial;
	uint64_t passed;

	run(self, self->fewest.schedule, TD_POLICY_RUN_ON, 0, 0, 1, 0, observe);
	if (stage->may_search)
		all = look(stage, TD_POLICY_TRACES, 0, MOST_SEARCHED, until(stage, until_searched));
	passed = self->seen->passed;
	serial = look(stage, TD_POLICY_PREEMPTIONS, 0, SERIAL, until(stage, until_switches));
	self->fails_serially = serial.failed && !serial.passed;
	draw_orders(stage, all.is_all ? DRAWN_IN_DOUBT : DRAWN);
	self->is_exact = all.is_all && self->seen->passed == passed &&
			 self->trace->ended.end != TD_END_USE_AFTER_RETURN; /* that a function returns is no event */
	self->fails_always = !self->seen->passed;
}

static void find_orderings(struct td_explanation *self)
{
	if (self->orderings)
		td_orderings_free(self->orderings);
	self->orderings = td_orderings_make(self->steps, self->seen);
}

/* An execution that passes with all orderings has done what no ordering tells of yet. */
static void choose_cause(struct stage *stage)
{
	struct td_explanation *self = stage->self;

	find_orderings(self);
	while (self->passing.count < MOST_PASSING && td_now() < until(stage, until_caused)) {
		size_t found = td_orderings_counterexample(self->orderings);

		if (found == SIZE_MAX || !watch_passing(self, self->seen->items[found].schedule))
			break;
		find_orderings(self);
	}
	self->cause = td_cause_find(self->orderings);
}

static bool is_same_cause(const struct td_explanation *self, const struct td_cause *before,
			  const struct td_ordering *in, const struct td_ordering *out)
{
	if (before->kind != self->cause.kind || before->count != self->cause.count || !self->cause.count)
		return false;
	return self->orderings->items[self->cause.set[0]].first == in->first &&
	       self->orderings->items[self->cause.set[0]].second == in->second &&
	       self->orderings->items[self->cause.set[self->cause.count - 1]].first == out->first;
}

/* What holds in the executions that were looked at is put to the test in others that are made for it, until it stands.
 */
static void find_cause(struct stage *stage)
{
	struct td_explanation *self = stage->self;

	choose_cause(stage);
	for (int round = 0;
	     !self->is_exact && self->cause.count && round < MOST_ROUNDS && td_now() < until(stage, until_caused);
	     round++) {
		struct td_cause before = self->cause;
		struct td_ordering in = self->orderings->items[before.set[0]],
				   out = self->orderings->items[before.set[before.count - 1]];

		td_cause_enforce(self->completions, self->orderings, &before, stage->next, until(stage, until_caused),
				 observe, self);
		stage->next += 1000;
		choose_cause(stage);
		if (is_same_cause(self, &before, &in, &out))
			break;
	}
	if (!self->is_exact && self->tried < LEAST_TRIED) /* what they have in common may be chance */
		self->cause = (struct td_cause){0};
}

static void free_passing(struct td_explanation *self)
{
	for (size_t i = 0; i < self->passing.count; i++) {
		const struct td_trace *trace = self->passing.items[i]->trace;

		td_steps_free(self->passing.items[i]);
		td_trace_free((struct td_trace *)trace);
	}
	free(self->passing.items);
	memset(&self->passing, 0, sizeof self->passing);
}

static void forget(struct td_explanation *self)
{
	if (self->orderings)
		td_orderings_free(self->orderings);
	if (self->seen)
		td_observations_free(self->seen);
	free_passing(self);
	if (self->steps)
		td_steps_free(self->steps);
	if (self->trace)
		td_trace_free(self->trace);
	free(self->switches.items);
	free(self->strip.items);
	self->orderings = NULL;
	self->seen = NULL;
	self->steps = NULL;
	self->trace = NULL;
	self->switches = (struct td_switches){0};
	self->cause = (struct td_cause){0};
	self->strip = (struct td_strip){0};
	self->tried = 0;
}

static void look_into(struct stage *stage)
{
	struct td_explanation *self = stage->self;

	self->trace = td_completions_capture(self->completions, self->fewest.schedule);
	if (!self->trace)
		return;
	self->steps = td_steps_make(self->trace, UINT32_MAX, false);
	find_pass(stage);
	self->seen = td_observations_make(self->steps, self->key);
	watch_passing(self, self->pass);
	look_at_orders(stage);
	if (self->fails_always || self->completions->has_grown)
		return;
	self->switches = td_switches_find(self->completions, self->steps, until(stage, until_switches), observe, self);
	find_cause(stage);
	self->remedy = td_remedy_find(self->completions, self->orderings, &self->cause, until(stage, 0.9));
	self->strip = td_strip_make(self->completions, self->steps, until(stage, 1));
}

/* Where executions show that more is shared than was known, events have other numbers, and all is looked at anew. */
static void explain(struct stage *stage)
{
	struct td_explanation *self = stage->self;

	for (int round = 0;
	     round == 0 || (self->completions->has_grown && round < MOST_GROWTHS && !self->completions->is_over);
	     round++) {
		forget(self);
		self->completions->has_grown = false;
		stage->may_search = round < MOST_SEARCHES && !stage->is_long;
		look_into(stage);
	}
	if (self->trace)
		self->sentence = td_explain_sentence(self);
}

static struct td_explanation *begin(struct stage *stage, const struct td_trace *trace, double seconds, double watchdog)
{
	struct td_explanation *self = td_alloc(sizeof *self);

	*stage = (struct stage){.self = self, .start = td_now(), .seconds = seconds};
	self->completions = td_completions_open(&trace->command, &trace->job, watchdog);
	return self;
}

static struct td_explanation *explained(const struct td_trace *trace, double seconds, double watchdog,
					bool is_schedule_enough)
{
	struct stage stage;
	struct td_explanation *self = begin(&stage, trace, seconds, watchdog);

	if (!find_key(&stage, trace))
		return self;
	find_fewest(&stage, trace);
	if (!is_schedule_enough)
		explain(&stage);
	return self;
}

struct td_explanation *td_explain(const struct td_trace *trace, double seconds, double watchdog)
{
	return explained(trace, seconds, watchdog, false);
}

struct td_explanation *td_explain_partly(const struct td_trace *trace, double seconds, double watchdog)
{
	return explained(trace, seconds, watchdog, td_speaks_for_itself(trace));
}

void td_explanation_free(struct td_explanation *self)
{
	forget(self);
	if (self->fewest.schedule)
		td_schedule_free(self->fewest.schedule);
	if (self->pass)
		td_schedule_free(self->pass);
	td_completions_close(self->completions);
	free(self->sentence);
	free(self);
}
