#include "races.h"

#include "replay.h"
#include "trace/symbols.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_TRIES = 3 };

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

/* NULL unless it ends in the race, with the accesses next to each other if that is asked for. */
static struct td_trace *capture(struct td_explorer *self, const struct td_data_race *race, const struct td_schedule *schedule, int adjacent)
{
	struct td_job job = job_for(self, race);
	struct td_trace *trace;

	trace = td_replay_capture(self->command, &job, schedule, self->options->watchdog);
	if (trace && (trace->ended.end != TD_END_RACE || (adjacent && !trace->ended.race_adjacent))) {
		td_trace_free(trace);
		trace = NULL;
	}
	return trace;
}

/* Others may not be able to go on while one thread is held; they are not needed then. */
static struct td_trace *capture_together(struct td_explorer *self, const struct td_data_race *race, const struct td_schedule *schedule)
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

static struct td_trace *make_again(struct td_explorer *self, const struct td_data_race *race)
{
	struct td_schedule *schedule = td_schedule_copy(self->session->channel);
	struct td_trace *trace = NULL;

	schedule->endless = 0;
	if (!race->adjacent)
		trace = capture_together(self, race, schedule);
	if (!trace)
		trace = capture(self, race, schedule, 0);
	td_schedule_free(schedule);
	return trace;
}

static void count(struct td_explorer *self, const struct td_trace *trace)
{
	const struct td_explore_options *options = self->options;

	if (options->silenced && options->silenced(options->context, trace))
		return;
	options->found(options->context, trace);
	self->summary->findings++;
	self->summary->races++;
	self->summary->confirmed += trace->ended.race_adjacent;
}

static void tell(struct td_explorer *self, const struct td_data_race *race, struct td_finding *finding)
{
	struct td_trace *trace = make_again(self, race);

	if (trace) {
		count(self, trace);
		self->summary->unconfirmed -= finding->tries > 0;
		td_trace_free(trace);
	} else if (finding->tries == 0) {
		warning("a data race did not replay");
		self->summary->unconfirmed++;
	}
	finding->confirmed = trace != NULL;
	finding->tries++;
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
