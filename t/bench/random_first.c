/* The baseline of Huatuo's first study, made with Treadle's engine: the wrong switch of an execution is looked for as
 * src/explain/switches.h says, but behind each switch five executions are made in which a thread drawn by lot goes
 * first. random_first FILE.trd DRAWS prints, for each draw, how many executions it made, and 1 if it found the switch
 * that is wrong according to all completions. */
#include <stdio.h>
#include <stdlib.h>

#include "base/base.h"
#include "check/prefix.h"
#include "explain/explain.h"

enum { TRIES = 5, MOST_DRAWN = 100, SECONDS = 10 };

struct baseline {
	const struct td_explanation *of;
	uint64_t lot;
	uint32_t made;   /* executions in which the drawn thread went first */
	uint32_t events; /* of the prefix */
	uint32_t first;
	bool went_first;
};

static uint32_t draw(struct baseline *self, uint32_t below)
{
	self->lot = self->lot * 6364136223846793005ull + 1442695040888963407ull;
	return (uint32_t)((self->lot >> 33) % below);
}

static bool look(void *context, const struct td_channel *channel)
{
	struct baseline *self = context;

	self->went_first =
		channel->ended.event_count <= self->events || channel->events[self->events].thread == self->first;
	return true;
}

/* Threads that have begun and not ended before the event. */
static uint32_t alive(const struct td_trace *trace, uint32_t events, uint32_t *threads)
{
	uint32_t count = 0;

	for (uint32_t thread = 0; thread < trace->thread_count; thread++) {
		bool has_begun = false, has_ended = false;

		for (uint32_t i = 0; i < events; i++) {
			const struct td_event *event = &trace->events[i].raw;

			has_begun |= event->thread == thread || (event->kind == TD_CREATE && event->object == thread);
			has_ended |= event->thread == thread && event->kind == TD_EXIT;
		}
		if (has_begun && !has_ended)
			threads[count++] = thread;
	}
	return count;
}

static bool passes_once(struct baseline *self, const struct td_schedule *prefix, uint32_t thread)
{
	struct td_schedule *first = td_schedule_then(prefix, thread);
	struct td_completion_plan plan = {
		.prefix = first, .policy = {.kind = TD_POLICY_RUN_ON}, .is_lenient = true, .most = 1};
	struct td_tally tally;

	self->first = thread;
	tally = td_completions_run(self->of->completions, &plan, look, self);
	td_schedule_free(first);
	return self->went_first && tally.passed;
}

/* A thread that waits cannot go first, and is drawn in vain. */
static bool passes(struct baseline *self, uint32_t events)
{
	uint32_t threads[TD_MAX_THREADS], count = alive(self->of->trace, events, threads), made = 0;
	struct td_schedule *prefix = td_prefix(self->of->steps, events);
	bool has_passed = false;

	self->events = events;
	for (uint32_t i = 0; i < MOST_DRAWN && made < TRIES && count && !has_passed; i++) {
		has_passed = passes_once(self, prefix, threads[draw(self, count)]);
		made += self->went_first;
	}
	self->made += made;
	td_schedule_free(prefix);
	return has_passed;
}

static size_t erroneous(struct baseline *self)
{
	const struct td_switches *switches = &self->of->switches;

	for (size_t i = switches->count; i-- > 0;) {
		bool is_last = i + 1 == switches->count;

		if (passes(self, is_last ? self->of->trace->event_count : switches->items[i + 1].event))
			return is_last ? 0 : i + 1;
	}
	return 0;
}

int main(int argc, char **argv)
{
	struct td_trace *trace = argc == 3 ? td_trace_read(argv[1]) : NULL;
	struct td_explanation *explanation = trace ? td_explain(trace, SECONDS, SECONDS) : NULL;

	if (!explanation || !explanation->trace)
		return 1;
	for (int i = 0; i < atoi(argv[2]); i++) {
		struct baseline self = {.of = explanation, .lot = (uint64_t)i + 1};
		size_t found = erroneous(&self);

		printf("%u %d\n", self.made, found == explanation->switches.erroneous);
	}
	td_explanation_free(explanation);
	td_trace_free(trace);
	return 0;
}
