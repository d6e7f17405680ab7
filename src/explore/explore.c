#include "explorer.h"

#include "accesses.h"
#include "adopted.h"
#include "bursts.h"
#include "checkpoint.h"
#include "completions.h"
#include "doubt.h"
#include "hunting.h"
#include "interrupt.h"
#include "look_on.h"
#include "phases.h"
#include "prepare.h"
#include "races.h"
#include "reduce.h"
#include "replay.h"
#include "standing.h"
#include "stop_for.h"
#include "unconfirmed.h"

#include <stdlib.h>
#include <unistd.h>

static const double checkpoint_seconds = 30;

enum {
	FEW_CLASSES = 2048,  /* are told apart in tests of what happens when there are more than can be */
	BATCH = 16384,       /* executions in a job: the ring of fingerprints must not come round between two ticks */
	SMALL_BATCH = 64,
	AHEAD = 16,          /* so many fingerprints are on the way from memory at a time */
	MOST_TRIES = 3       /* to replay a finding */
};

static void drain_fingerprints(struct td_explorer *self)
{
	const struct td_channel *channel = self->session->channel;
	uint64_t written = __atomic_load_n(&channel->done.fingerprints, __ATOMIC_ACQUIRE);

	uint64_t first = __atomic_load_n(&channel->done.first_fingerprint, __ATOMIC_ACQUIRE);

	/* More is known to be shared now: orders that were told apart by less cannot be compared with the new ones. */
	if (first > self->first_comparable) {
		td_phases_forget_classes(self);
		self->first_comparable = self->drained = first;
	}
	for (; self->drained < written; self->drained++) {
		if (self->drained + AHEAD < written)
			td_classes_soon(&self->classes,
					channel->fingerprints[(self->drained + AHEAD) % TD_MAX_FINGERPRINTS]);
		td_classes_add(&self->classes, channel->fingerprints[self->drained % TD_MAX_FINGERPRINTS], 1);
	}
}

static void tick(void *context)
{
	struct td_explorer *self = context;
	struct td_channel *channel = self->session->channel;
	struct td_counts counts = {
		.executions = self->next,
		.findings = self->summary->findings,
		.bound = self->strategy.count == 1 && td_strategy_is_bounded(&self->strategy)
				 ? (int)self->summary->bound
				 : -1,
	};

	if (self->is_exploring) {
		drain_fingerprints(self);
		counts.executions += __atomic_load_n(&channel->done.executions, __ATOMIC_RELAXED);
		counts.expected = td_phases_expected(self, counts.executions);
	}
	counts.classes = self->classes.count;
	td_progress_show(&self->progress, &counts);
	if (td_is_late() || (self->is_exploring && td_phases_is_half_time(self)))
		__atomic_store_n(&channel->interrupt, 1, __ATOMIC_RELAXED);
}

void td_explore_policies(struct td_job *job, const struct td_strategy *strategy)
{
	job->policy_count = strategy->count;
	job->systematic = (uint8_t)strategy->systematic;
	for (uint32_t i = 0; i < job->policy_count; i++)
		job->policies[i] = strategy->policies[i];
}

static int is_by_reads_from(const struct td_explore_options *options)
{
	if (options->classes_of != TD_CLASSES_OF_SEARCH)
		return options->classes_of == TD_CLASSES_OF_RF;
	return options->strategy.policies[0].kind == TD_POLICY_READS_FROM;
}

struct td_job td_explore_job(const struct td_explore_options *options)
{
	struct td_job job = {
		.kind = TD_JOB_EXPLORE,
		.isolate = options->isolate == TD_ISOLATE_OPTION_FORK ? TD_ISOLATE_FORK : TD_ISOLATE_INPLACE,
		.seed = options->seed,
		.ranks = options->ranks,
		.expect_exit = (uint32_t)options->expect_exit,
		.max_events = options->max_events,
		.learn = 1,
		.from_start = (uint8_t)options->from_start,
		.fifo = (uint8_t)options->fifo,
		.spurious = (uint8_t)options->spurious,
		.daemons = (uint8_t)options->daemons,
		.malloc = (uint8_t)options->malloc,
		.patient = options->timeouts == TD_TIMEOUTS_LAST,
		.races = (uint8_t)options->races,
		.every_access = (uint8_t)options->only_races,
		.by_reads_from = (uint8_t)is_by_reads_from(options),
		.reduce = options->reduce,
		.protected = (uint8_t)td_accesses_are_protected(options),
	};

	td_explore_policies(&job, &options->strategy);
	if (options->begin)
		job = td_completion_job(options->begin, &job);
	return job;
}

void td_die_unsupported(const struct td_trace *trace)
{
	die("%s", td_standing_words(trace, "the program did what Treadle cannot control"));
}

static void say_why_not(const struct td_channel *seen, const struct td_trace *again)
{
	char *words = td_doubt_words(seen, again);

	warning("a finding (%s) did not replay: %s", td_end_name(seen->ended.end), words);
	free(words);
}

/* Nonzero: it was made again. */
static int confirm(struct td_explorer *self)
{
	const struct td_channel *channel = self->session->channel;
	struct td_schedule *schedule = td_schedule_copy(channel);
	struct td_trace *trace = td_replay_finding(self->command, &channel->job, schedule, self->options->watchdog);
	int same = 0;

	td_schedule_free(schedule);
	same = trace && td_same_end(&channel->ended, channel->modules, channel->module_count, &trace->ended,
				    trace->modules, trace->module_count);
	if (same)
		self->options->found(self->options->context, trace);
	else
		say_why_not(channel, trace);
	td_trace_free(trace);
	return same;
}

static void leave_alone(struct td_explorer *self)
{
	if (!self->summary->others++)
		self->summary->other = self->session->channel->ended.end;
}

int td_explore_deal_with_finding(struct td_explorer *self)
{
	enum td_end kind = (enum td_end)self->session->channel->ended.end;

	if (td_look_on_knows(self, kind))
		return 0;
	if (!td_stops_for(self->options->stop_for, kind)) {
		leave_alone(self);
		return 0;
	}

	struct td_finding *finding = td_findings_of(&self->findings, self->session->channel);

	if (finding->confirmed || finding->tries == MOST_TRIES)
		return finding->confirmed;
	td_progress_clear(&self->progress);
	finding->confirmed = confirm(self);
	if (finding->confirmed) {
		self->summary->findings++;
		self->summary->unconfirmed -= finding->tries > 0;
		self->over |= !self->options->keep_going && !td_look_on_after(self, kind);
	} else if (finding->tries == 0) {
		self->summary->unconfirmed++;
	}
	finding->tries++;
	return finding->confirmed;
}

int td_explore_is_decided(const struct td_explorer *self)
{
	const struct td_summary *summary = self->summary;

	return !self->options->keep_going && summary->findings > (self->options->stop_for ? 0 : summary->races);
}

/* What was found stands, whatever the program does in later executions. */
static void deal_with_unsupported(struct td_explorer *self)
{
	struct td_trace *trace;
	char *words;

	td_progress_clear(&self->progress);
	trace = td_trace_capture(self->session->channel, self->command, "", 0);
	if (!self->look_on.is_on)
		td_die_unsupported(trace);
	words = td_standing_words(trace, "the program did what Treadle cannot control");
	warning("nothing else is looked for: %s", words);
	free(words);
	td_trace_free(trace);
	self->over = 1;
}

static void deal_with_end(struct td_explorer *self)
{
	const struct td_channel *channel = self->session->channel;

	if (td_end_is_finding(channel->ended.end)) {
		td_phases_found(self);
		self->summary->cut_short += self->strategy.systematic && td_finding_cuts_short(channel);
		if (self->options->only_races)
			leave_alone(self);
		else
			td_explore_deal_with_finding(self);
	} else if (channel->ended.end == TD_END_UNSUPPORTED && channel->done.refused && td_phases_refused(self)) {
		return;
	} else if (channel->ended.end == TD_END_UNSUPPORTED) {
		deal_with_unsupported(self);
	} else if (channel->ended.end == TD_END_DIVERGED) {
		BUG("execution %llu diverged: %s", (unsigned long long)channel->ended.number, channel->ended.message);
	}
}

static void say_what_is_adopted(struct td_explorer *self)
{
	uint32_t adopted = self->session->channel->adopted;

	if (!adopted || self->noted_adopted)
		return;
	td_progress_clear(&self->progress);
	td_say_what_is_adopted(adopted);
	self->noted_adopted = 1;
}

static void warn_once(struct td_explorer *self)
{
	const struct td_done *done = &self->session->channel->done;

	say_what_is_adopted(self);
	if (done->file_writes && !self->warned_files) {
		td_progress_clear(&self->progress);
		warning("the program writes to files; what it writes is not undone between executions");
		self->warned_files = 1;
	}
	if (done->warned_range && !self->warned_ranges) {
		td_progress_clear(&self->progress);
		warning("more than %d places in memory are shared; switches are not tried at all of them",
			TD_MAX_RANGES);
		self->warned_ranges = 1;
	}
}

/* The number after that of the last execution of the job. */
static uint64_t number_after(const struct td_session *session)
{
	const struct td_channel *channel = session->channel;

	if (td_end_is_finding(channel->ended.end) && channel->workers < 2 && !session->given_up)
		return channel->ended.number + 1;
	return channel->job.first + channel->done.executions;
}

static void count_batch(struct td_explorer *self)
{
	const struct td_channel *channel = self->session->channel;
	uint64_t next = number_after(self->session);

	/* A worker may deliver what it found in the job before. */
	self->idle = next == self->next && !channel->done.raced ? self->idle + 1 : 0;
	if (self->idle > 2 && !channel->done.exhausted && !td_is_late())
		BUG("a job makes no executions (the last one: %s)", td_end_name(channel->ended.end));
	self->summary->assumed += channel->done.assumed;
	self->summary->stood += channel->done.stood;
	self->summary->wasted = channel->done.wasted;
	self->summary->spun |= channel->done.spun;
	self->summary->cut += channel->done.cut;
	td_cuts_add(&self->summary->cuts, &channel->done);
	if (channel->done.incomparable)
		td_phases_forget_opening(self);
	self->summary->executions += next - self->next - channel->done.assumed;
	self->summary->endless = !self->strategy.systematic &&
				 td_seems_endless(self->summary->cut, self->summary->executions - self->summary->cut);
	self->summary->events += channel->done.events;
	self->summary->switches += channel->done.switches;
	self->summary->pairs_checked += channel->done.pairs_checked;
	self->summary->pairs_reused += channel->done.pairs_reused;
	self->summary->resumed += channel->done.resumed;
	self->summary->skipped += channel->done.skipped;
	self->summary->marks += channel->done.marks;
	self->summary->mark_bytes += channel->done.mark_bytes;
	self->summary->blind += channel->done.blind;
	td_memory_note(&self->summary->memory, self->session->pid, self->next < BATCH);
	self->next = next;
	td_phases_estimate(self);
}

static void deal_with_job(struct td_explorer *self)
{
	const struct td_done *done = &self->session->channel->done;
	enum td_phase phase = self->phase;

	warn_once(self);
	if (done->raced)
		td_races_deal(self);
	deal_with_end(self);
	if (self->over || self->phase != phase)
		return;
	if (done->grown) {
		drain_fingerprints(self);
		td_phases_start_again(self);
	} else if (done->exhausted && self->strategy.depth_first >= 0) {
		td_phases_exhausted(self);
	} else if (self->session->lost && td_strategy_is_tracing(&self->strategy)) {
		td_phases_lost(self);
	}
}

/* A search is looked at more often while it is young: an estimate of how long it takes is wanted then. */
static uint64_t batch_size(const struct td_explorer *self)
{
	uint64_t made = self->next - self->search_first;

	if (self->look_on.is_on)
		return TD_LOOK_ON_BATCH;
	if (!self->strategy.systematic || made >= 8 * BATCH)
		return BATCH;
	return made < 8 * SMALL_BATCH ? SMALL_BATCH : made / 8;
}

static void run_batch(struct td_explorer *self)
{
	uint64_t left = td_phases_left(self);
	int killed;

	self->job.first = self->next;
	self->job.endless_so_far = (uint8_t)self->summary->endless;
	self->job.count = left < batch_size(self) ? left : batch_size(self);
	self->drained = self->first_comparable = 0;
	double start = td_now();
	self->is_exploring = 1;
	if (self->options->begin)
		td_schedule_give(self->options->begin, self->session->channel);
	killed = td_session_run(self->session, &self->job) < 0;
	self->is_exploring = 0;
	self->summary->seconds += td_now() - start;
	self->job.restart = 0;
	count_batch(self);
	if (killed) {
		self->over = 1;
		return;
	}
	deal_with_job(self);
	td_look_on_count(self);
	if (self->next >= self->most || td_is_late())
		self->over = 1;
	if (!self->over)
		td_phases_next(self);
	td_bursts_next(self);
}

/* A finding made while getting ready is as good as any other. */
static void deal_with_preparation(struct td_explorer *self, int result)
{
	const struct td_channel *channel = self->session->channel;

	say_what_is_adopted(self);
	if (result < 0)
		self->over = 1;
	if (self->over || channel->ended.end == TD_END_PASSED)
		return;
	if (self->strategy.systematic && channel->ended.end != TD_END_UNSUPPORTED)
		return; /* it will come again, and is to be counted once */
	if (td_end_is_finding(channel->ended.end)) {
		self->summary->executions++;
		td_classes_add(&self->classes, channel->ended.fingerprint, 1);
	}
	deal_with_end(self);
}

static void get_ready(struct td_explorer *self)
{
	if (self->options->isolate == TD_ISOLATE_OPTION_AUTO)
		deal_with_preparation(self, td_prepare_isolation(self->session, &self->job, &self->job.isolate));
	if (!self->over && td_prepare_ranges(self->session, &self->job) < 0)
		self->over = 1;
	if (!self->over && self->strategy.systematic && td_prepare_scout(self->session, &self->job) < 0)
		self->over = 1;
	td_phases_ready(self);
}

/* That nothing was found says nothing if nothing was executed. */
static void say_what_stopped(struct td_explorer *self)
{
	const struct td_summary *summary = self->summary;
	const char *what = summary->executions ? "an execution" : "the first execution";
	char *where;

	td_progress_clear(&self->progress);
	if (self->session->given_up) {
		self->summary->stuck = self->session->channel->ended.end == TD_END_UNSUPPORTED;
		where = td_standing_of(self->session, "it was still making events");
		warning("%s was not over when the exploration was to stop: %s", what, where);
		free(where);
	} else if (td_summary_is_empty(summary)) {
		warning(summary->stood ? "in no execution did the threads leave all loops, so nothing was tested"
			: summary->assumed ? "treadle_assume held in no execution, so nothing was tested"
					 : "the exploration was stopped before the first execution was over");
	}
}

/* Now and then, and at the end; when there is nothing left to go on with, there is no checkpoint. */
static void keep_checkpoint(struct td_explorer *self)
{
	const char *path = self->options->checkpoint;

	if (!path || (!self->over && td_now() - self->saved < checkpoint_seconds))
		return;
	self->saved = td_now();
	if (self->over && self->summary->verdict != TD_STOPPED)
		unlink(path);
	else if (!td_explore_is_decided(self))
		td_checkpoint_save(self, path);
}

int td_summary_is_empty(const struct td_summary *self)
{
	return self->verdict == TD_STOPPED && !self->executions && !self->discarded && !self->findings;
}

void td_explore(const struct td_command *command, const struct td_explore_options *options, struct td_summary *summary)
{
	struct td_explorer self = {
		.command = command,
		.options = options,
		.summary = summary,
		.session = td_session_new(command, TD_OUTPUT_DROP, options->watchdog),
		.job = td_explore_job(options),
	};

	*summary = (struct td_summary){ .verdict = TD_STOPPED };
	self.session->channel->self_check = (uint32_t)options->self_check;
	self.session->channel->workers = (uint32_t)options->workers;
	self.session->tick = tick;
	self.session->context = &self;
	td_classes_init(&self.classes, options->self_check ? FEW_CLASSES : TD_CLASS_MOST);
	td_progress_begin(&self.progress, options->quiet);
	td_phases_begin(&self);
	td_interrupt_catch();
	if (!options->checkpoint || !td_checkpoint_load(&self, options->checkpoint))
		get_ready(&self);
	self.saved = td_now();
	while (!self.over) {
		run_batch(&self);
		keep_checkpoint(&self);
	}
	if (!td_explore_is_decided(&self) || td_look_on_has_time(&self)) {
		self.over = 0;
		td_hunting_run(&self, 1);
	}
	say_what_stopped(&self);
	td_races_hunt(&self);
	td_phases_end(&self);
	td_hunting_end(&self);
	td_unconfirmed_tell(&self);
	summary->waited = self.session->channel->waited && !options->spurious;
	summary->weak_atomics = self.session->channel->weak_count;
	summary->classes = self.classes.count;
	summary->classes_full = self.classes.full;
	if (td_strategy_is_tracing(&self.strategy)) { /* makes no class twice */
		summary->classes += self.classes.beyond;
		summary->classes_full = 0;
	}
	td_cuts_name(&summary->cuts, self.session->channel);
	if (options->reduce & TD_REDUCE_SYMMETRY)
		summary->symmetry = td_symmetry_words(self.session->channel);
	if (options->accesses == TD_ACCESSES_CONTENDED)
		summary->unprotected = td_unprotected_words(self.session->channel);
	if (options->classes)
		td_classes_write(&self.classes, options->classes);
	td_classes_drop(&self.classes);
	free(self.findings.items);
	if (options->only_races)
		summary->places =
			td_race_places_make(self.session->channel, command, &self.job, &self.raced, options->watchdog);
	td_schedules_free(&self.raced);
	td_races_end(&self);
	td_session_free(self.session);
}
