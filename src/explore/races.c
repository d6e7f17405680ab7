#include "races.h"

#include "doubt.h"
#include "interrupt.h"
#include "race_hunt.h"
#include "replay.h"
#include "unconfirmed.h"
#include "trace/symbols.h"

#include <stdlib.h>
#include <string.h>

enum {
	MOST_TRIES = 3,
	MOST_HUNTED = 100,       /* executions directed at one race */
	MOST_FOR_CANDIDATE = 40, /* ... at two accesses that might be one */
	MOST_CANDIDATES = 100
};

static const double most_overtime = 0.4; /* seconds to replay races in that were found before time was up */

/* Sources. */

static struct td_symbols *symbols_of(struct td_explorer *self)
{
	if (!self->symbols)
		self->symbols = td_symbols_open(self->session->channel->modules, self->session->channel->module_count);
	return self->symbols;
}

/* A line is a place; where there is no source, an instruction is. */
static uint64_t hash_place(struct td_explorer *self, uint64_t pc)
{
	struct td_site sites[TD_MAX_FRAMES];
	uint32_t count = td_symbols_sites(symbols_of(self), pc, TD_PC_RETURN, sites, TD_MAX_FRAMES), own = 0;
	uint64_t hash = pc;

	while (own + 1 < count && !td_site_is_own(&sites[own]))
		own++;
	if (sites[own].file)
		hash = td_hash_bytes(sites[own].file, strlen(sites[own].file), (uint64_t)sites[own].line);
	td_sites_clear(sites, count);
	return hash;
}

/* Which of the two came first makes no difference. */
static uint64_t key_of(struct td_explorer *self, const struct td_data_race *race)
{
	uint64_t key = TD_END_RACE + hash_place(self, race->pc[0]) + hash_place(self, race->pc[1]);

	return td_hash_bytes(&key, sizeof key, TD_END_RACE);
}

static struct td_finding *finding_of(struct td_findings *findings, uint64_t key)
{
	struct td_finding finding = { .key = key };

	for (size_t i = 0; i < findings->count; i++)
		if (findings->items[i].key == key)
			return &findings->items[i];
	TD_PUSH(findings, finding);
	return &findings->items[findings->count - 1];
}

/* Schedules. */

static void add_segment(struct td_schedule *to, uint32_t thread, uint64_t until)
{
	to->segments[to->segment_count++] = (struct td_segment){ .thread = thread, .until = until };
}

/* The schedule up to where both threads stand before their accesses, which then follow each other. */
static struct td_schedule bring_together(const struct td_schedule *from, const struct td_data_race *race)
{
	struct td_schedule to = { .choices = from->choices, .choice_count = from->choice_count };
	int is_held = 0;

	to.segments = td_alloc((from->segment_count + 2) * sizeof *to.segments);
	for (uint32_t i = 0; i < from->segment_count; i++) {
		const struct td_segment *segment = &from->segments[i];

		if (segment->thread == race->thread[1] && segment->until > race->op[1]) {
			add_segment(&to, segment->thread, race->op[1]);
			break;
		}
		if (segment->thread != race->thread[0] || segment->until <= race->op[0]) {
			add_segment(&to, segment->thread, segment->until);
		} else if (!is_held) {
			add_segment(&to, segment->thread, race->op[0]);
			is_held = 1;
		}
	}
	add_segment(&to, race->thread[0], race->op[0] + 1);
	add_segment(&to, race->thread[1], race->op[1] + 1);
	return to;
}

static struct td_job job_for(const struct td_explorer *self, const struct td_data_race *race)
{
	struct td_job job = self->job;

	for (int i = 0; i < 2; i++) {
		job.race.thread[i] = race->thread[i];
		job.race.op[i] = race->op[i];
	}
	return job;
}

static struct td_trace *follow(struct td_explorer *self, const struct td_data_race *race,
			       const struct td_schedule *schedule)
{
	struct td_job job = job_for(self, race);

	return td_replay_finding(self->command, &job, schedule, self->options->watchdog);
}

static int is_at(const struct td_explorer *self, const struct td_trace *trace, uint64_t pc, uint64_t expected)
{
	const struct td_channel *channel = self->session->channel;

	return td_relative_address(pc, trace->modules, trace->module_count) ==
	       td_relative_address(expected, channel->modules, channel->module_count);
}

/* Operations are known by their numbers, and in another order a thread may do something else with the same number. */
static int is_race(const struct td_explorer *self, const struct td_trace *trace, const struct td_data_race *race)
{
	uint32_t first = trace->ended.race_event;

	return trace->ended.end == TD_END_RACE && first && first <= trace->event_count &&
	       is_at(self, trace, trace->events[first - 1].raw.pc, race->pc[0]) &&
	       is_at(self, trace, trace->ended.pc, race->pc[1]);
}

/* NULL unless it ends in the race, with the accesses next to each other if that is asked for. */
static struct td_trace *capture(struct td_explorer *self, const struct td_data_race *race,
				const struct td_schedule *schedule, int adjacent)
{
	struct td_trace *trace = follow(self, race, schedule);

	if (trace && (!is_race(self, trace, race) || (adjacent && !trace->ended.race_adjacent))) {
		td_trace_free(trace);
		trace = NULL;
	}
	return trace;
}

/* The execution as it was.  Otherwise NULL, and why: to be freed. */
static struct td_trace *capture_as_it_was(struct td_explorer *self, const struct td_data_race *race,
					  const struct td_schedule *schedule, char **why)
{
	struct td_trace *trace = follow(self, race, schedule);

	if (trace && trace->ended.end == TD_END_RACE)
		return trace;
	*why = td_doubt_words(self->session->channel, trace);
	td_trace_free(trace);
	return NULL;
}

/* Others may not be able to go on while one thread is held; they are not needed then. */
static struct td_trace *capture_together(struct td_explorer *self, const struct td_data_race *race,
					 const struct td_schedule *schedule)
{
	struct td_schedule together = bring_together(schedule, race), *made;
	struct td_job job = job_for(self, race);
	struct td_trace *trace = NULL;

	made = td_replay_leniently(self->command, &job, &together, self->options->watchdog);
	free(together.segments);
	if (!made)
		return NULL;
	trace = capture(self, race, made, 1);
	td_schedule_free(made);
	return trace;
}

static struct td_race_hunt hunt_of(const struct td_explorer *self, uint64_t most, int apart)
{
	return (struct td_race_hunt){self->command,           &self->job, self->session->channel,
				     self->options->watchdog, most,       apart};
}

static struct td_trace *capture_hunted(struct td_explorer *self, const uint64_t pcs[2], uint64_t most, int apart)
{
	struct td_race_hunt hunt = hunt_of(self, most, apart);
	struct td_data_race caught;
	struct td_schedule *schedule = td_race_hunt(&hunt, pcs, &caught);
	struct td_trace *trace;

	if (!schedule)
		return NULL;
	schedule->endless = 0;
	trace = capture(self, &caught, schedule, !apart);
	td_schedule_free(schedule);
	return trace;
}

static struct td_trace *make_again(struct td_explorer *self, const struct td_data_race *race, char **why)
{
	struct td_schedule *schedule = td_schedule_copy(self->session->channel);
	struct td_trace *trace = NULL;

	schedule->endless = 0;
	if (!race->adjacent)
		trace = capture_together(self, race, schedule);
	if (!trace && !race->adjacent && !td_is_late())
		trace = capture_hunted(self, race->pc, MOST_HUNTED, 0);
	if (!trace)
		trace = capture_as_it_was(self, race, schedule, why);
	td_schedule_free(schedule);
	return trace;
}

static void count(struct td_explorer *self, const struct td_trace *trace)
{
	const struct td_explore_options *options = self->options;

	if (options->silenced && options->silenced(options->context, trace))
		return;
	options->found(options->context, trace);
	if (options->only_races)
		TD_PUSH(&self->raced, td_schedule_of(trace));
	self->summary->findings++;
	self->over |= options->stop_for && !options->keep_going;
	self->summary->races++;
	self->summary->confirmed += trace->ended.race_adjacent;
}

/* Takes WHY over. */
static void leave_unconfirmed(struct td_explorer *self, const struct td_data_race *race,
			      const struct td_finding *finding, char *why)
{
	self->summary->unconfirmed++;
	td_unconfirmed_keep(self, finding->key, race, why);
}

/* What was found in time is replayed, and a little time is added for it, but not for ever. */
static int is_given_up(void)
{
	return td_interrupt_count() >= 2 || td_overtime() >= most_overtime;
}

static void tell(struct td_explorer *self, const struct td_data_race *race, struct td_finding *finding)
{
	char *why = NULL;
	struct td_trace *trace = is_given_up() ? NULL : make_again(self, race, &why);

	if (trace) {
		count(self, trace);
		self->summary->unconfirmed -= finding->tries > 0;
		td_trace_free(trace);
	} else if (finding->tries == 0) {
		leave_unconfirmed(self, race, finding, why ? why : td_doubt_words(self->session->channel, NULL));
	} else {
		free(why);
	}
	finding->confirmed = trace != NULL;
	finding->tries++;
}

/* Two accesses that conflict, that no lock keeps apart, and that were ordered all the same whenever they met: by an
 * accident of the executions so far, perhaps. */
static int is_candidate(const struct td_race_book *book, const struct td_pair *pair)
{
	const struct td_access_context *one, *other;

	if (pair->met != TD_PAIR_ORDERED || !pair->context[0] || pair->context[0] > TD_MAX_CONTEXTS ||
	    pair->context[1] > TD_MAX_CONTEXTS)
		return 0;
	one = &book->contexts[pair->context[0] - 1];
	other = &book->contexts[pair->context[1] - 1];
	return !td_locksets_exclude(&book->locksets[one->lockset % TD_MAX_LOCKSETS],
				    &book->locksets[other->lockset % TD_MAX_LOCKSETS]);
}

/* Whether it is new: the same lines are hunted once. */
static int take_turn(struct td_explorer *self, const struct td_data_race *race)
{
	struct td_finding *finding = finding_of(&self->findings, key_of(self, race));

	return !finding->confirmed && !finding->tries++;
}

static void hunt_candidate(struct td_explorer *self, struct td_pair *pair)
{
	const struct td_race_book *book = &self->session->channel->races;
	struct td_data_race race = {
		.pc = {book->contexts[pair->context[0] - 1].pc, book->contexts[pair->context[1] - 1].pc}};
	struct td_trace *trace = take_turn(self, &race) ? capture_hunted(self, race.pc, MOST_FOR_CANDIDATE, 1) : NULL;

	if (!trace)
		return;
	pair->met |= TD_PAIR_RACED;
	finding_of(&self->findings, key_of(self, &race))->confirmed = 1;
	count(self, trace);
	td_trace_free(trace);
}

void td_races_hunt(struct td_explorer *self)
{
	struct td_race_book *book = &self->session->channel->races;
	int left = MOST_CANDIDATES;

	if (!self->options->only_races || self->summary->verdict == TD_COMPLETE)
		return;
	for (uint32_t i = 0; i < TD_MAX_PAIRS && left; i++) {
		if (!is_candidate(book, &book->pairs[i]))
			continue;
		if (td_is_late())
			return;
		hunt_candidate(self, &book->pairs[i]);
		left--;
	}
}

void td_races_deal(struct td_explorer *self)
{
	const struct td_channel *channel = self->session->channel;
	const struct td_race_book *book = &channel->races;
	uint32_t count = book->race_count < TD_MAX_RACES ? book->race_count : TD_MAX_RACES;

	for (uint32_t i = 0; i < count; i++) {
		const struct td_data_race *race = &book->races[i];
		struct td_finding *finding;

		if (self->races_told[i] || race->execution != channel->ended.number)
			continue;
		self->races_told[i] = 1;
		finding = finding_of(&self->findings, key_of(self, race));
		if (finding->confirmed || finding->tries == MOST_TRIES)
			continue;
		td_progress_clear(&self->progress);
		tell(self, race, finding);
	}
}

void td_races_end(struct td_explorer *self)
{
	if (self->symbols)
		td_symbols_close(self->symbols);
}
