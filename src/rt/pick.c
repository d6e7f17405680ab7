#include "pick.h"

#include "alone.h"
#include "cut.h"
#include "finish.h"
#include "host.h"
#include "laps.h"
#include "limit.h"
#include "livelock.h"
#include "hunt.h"
#include "readsfrom.h"
#include "record.h"
#include "rounds.h"
#include "sched.h"
#include "search.h"
#include "silent.h"
#include "stand.h"
#include "workers.h"

enum {
	MAX_CHANGE_POINTS = 8,
	PATIENCE = 256,      /* events without a change that threads may go round before those who wait with a limit give up */
	STAGNANT = 50000,    /* events without a change after which it is asked whether an execution is endless */
	LOOK_AROUND = 16,    /* one in so many decisions heeds no quiet threads */
	SCOUTS = 32,         /* executions that see all */
	SCOUTED = 20000,     /* ... for so many events */
	QUANTUM = 20000,     /* private operations in a row */
	TRIED_QUANTUM = 64,
	FEW_NAPS = 8, MOST_NAPS = 18
};

static uint64_t TD_EXECUTION random_state;
static struct td_policy TD_STATE policy;
static uint8_t TD_STATE following;       /* along the job's segments */
static uint8_t TD_STATE sees_all;
static uint32_t TD_STATE segment;        /* FOLLOW: the next one */
static uint32_t TD_STATE choices_used;
static uint16_t TD_STATE last_ones;      /* FOLLOW: threads that go last */
static struct td_segment TD_STATE *given_segments;
static uint32_t TD_STATE *given_choices;
static uint32_t TD_STATE cost;           /* depth-first: bound used up */
static uint64_t TD_STATE change_points[MAX_CHANGE_POINTS];
static uint32_t TD_EXECUTION last_change;    /* event count when something last changed */
static uint8_t TD_EXECUTION some_quiet;      /* a fibre may be spinning, going round, yielding or only able to time out */
static struct td_fiber TD_STATE **candidates;
static uint32_t TD_STATE candidate_count;
static uint8_t TD_STATE systematic;
static struct td_fiber TD_EXECUTION *decided; /* systematic: whom the last decision was for */

static uint64_t next_random(void)
{
	/* splitmix64: every state is a good one, so seeds need no warming up. */
	uint64_t x = random_state += 0x9e3779b97f4a7c15ull;
	x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ull;
	x = (x ^ x >> 27) * 0x94d049bb133111ebull;
	return x ^ x >> 31;
}

static uint32_t below(uint32_t n)
{
	return (uint32_t)((next_random() >> 32) * n >> 32);
}

uint32_t td_pick_below(uint32_t n)
{
	return below(n);
}

static int is_depth_first(void)
{
	return policy.kind == TD_POLICY_DELAYS || policy.kind == TD_POLICY_PREEMPTIONS || policy.kind == TD_POLICY_ALL;
}

int td_pick_is_systematic(void)
{
	return systematic;
}

int td_pick_is_patient(void)
{
	const struct td_job *job = &td_channel->job;
	int some_go_last = job->kind == TD_JOB_FOLLOW && job->segment_count && !given_segments[job->segment_count - 1].until;
	return td_pick_is_systematic() || some_go_last;
}

int td_pick_is_tracing(void)
{
	return policy.kind == TD_POLICY_TRACES || policy.kind == TD_POLICY_READS_FROM;
}

int td_pick_is_by_trace(void)
{
	return policy.kind == TD_POLICY_TRACES;
}

int td_pick_is_by_reads_from(void)
{
	return policy.kind == TD_POLICY_READS_FROM;
}

static void begin_search(void)
{
	if (td_pick_is_by_reads_from())
		td_readsfrom_begin();
	else
		td_search_begin();
}

void td_pick_touch(const struct td_fiber *fiber, struct td_touch *touch)
{
	if (td_pick_is_by_reads_from())
		td_readsfrom_touch(fiber, touch);
	else
		td_search_touch(fiber, touch);
}

void td_pick_order(const struct td_fiber *before, const struct td_fiber *after)
{
	if (td_pick_is_by_reads_from())
		td_readsfrom_order(before, after);
	else
		td_search_order(before, after);
}

void td_pick_in_stretch(const struct td_fiber *fiber)
{
	if (td_pick_is_by_trace())
		td_search_go_on(fiber);
}

void td_pick_nobody_goes_on(void)
{
	if (td_pick_is_by_reads_from())
		td_cut(TD_CUT_READS_FROM, td_current->pending.pc);
	else if (td_pick_is_by_trace())
		td_search_nobody_goes_on();
}

void td_pick_end(void)
{
	if (td_pick_is_by_reads_from())
		td_readsfrom_end();
	else
		td_search_end();
}

static void draw_change_points(void)
{
	uint64_t longest = td_channel->done.longest < td_event_limit ? td_channel->done.longest : td_event_limit;
	uint32_t length = longest ? (uint32_t)longest : 1;
	for (uint32_t i = 0; i < MAX_CHANGE_POINTS; i++)
		change_points[i] = i + 1 < policy.param ? 1 + below(length) : UINT64_MAX;
}

/* The areas of the channel that hold the given schedule will be written over with the one that is followed. */
void td_pick_take_schedule(void)
{
	const struct td_job *job = &td_channel->job;
	if (!given_segments) {
		given_segments = td_map(TD_MAX_SEGMENTS * sizeof *given_segments);
		given_choices = td_map(TD_MAX_CHOICES * sizeof *given_choices);
	}
	td_plain_copy(given_segments, td_channel->segments, job->segment_count * sizeof *given_segments);
	td_plain_copy(given_choices, td_channel->choices, job->choice_count * sizeof *given_choices);
}

void td_pick_reset(uint64_t number)
{
	const struct td_job *job = &td_channel->job;
	if (!candidates)
		candidates = td_map(TD_MAX_THREADS * sizeof *candidates);
	following = job->kind == TD_JOB_FOLLOW;
	segment = choices_used = cost = last_change = 0;
	last_ones = 0;
	td_channel->path_used = 0;
	some_quiet = 0;
	td_silent_begin();
	decided = NULL;
	policy = (struct td_policy){TD_POLICY_RUN_ON, 0};
	if (!following && job->policy_count) {
		td_channel->ended.policy = (uint32_t)(number % job->policy_count);
		policy = job->policies[td_channel->ended.policy];
	}
	systematic = !following && job->systematic;
	uint64_t drawn = systematic || is_depth_first() ? 0 : number; /* where a search has been before, lots fall as they did */
	random_state = job->seed * 0xd1342543de82ef95ull + drawn * 0x2545f4914f6cdd1dull;
	next_random();
	if (policy.kind == TD_POLICY_PCT)
		draw_change_points();
	sees_all = !systematic && (is_depth_first() || (!following && number < SCOUTS));
	if (policy.kind == TD_POLICY_HUNT)
		td_hunt_begin();
	if (td_pick_is_tracing())
		begin_search();
}

int td_pick_sees_all(void)
{
	return sees_all && (is_depth_first() || td_event_count < SCOUTED);
}

int td_pick_is_following(void)
{
	return following;
}

int td_pick_schedule_goes_on(void)
{
	return following && segment < td_channel->job.segment_count;
}

static uint64_t quantum(void)
{
	/* In a trial others must have their turn anywhere, also where their memory is their own. */
	if (unlikely(td_livelock_is_tried))
		return 1 + below(TRIED_QUANTUM);
	return td_self_check() ? 3 : QUANTUM;
}

/* Giving way is a decision, which a systematic search must not make anywhere but before events. */
static void grant(struct td_fiber *fiber)
{
	if (td_pick_is_systematic())
		td_alone_grant(fiber);
	else
		fiber->stop_at = fiber->op + quantum();
}

void td_pick_grant(struct td_fiber *fiber)
{
	if (!following)
		grant(fiber);
}

void td_pick_new_fiber(struct td_fiber *fiber)
{
	if (policy.kind == TD_POLICY_PCT || policy.kind == TD_POLICY_POS)
		fiber->priority = next_random() | 1ull << 63;
}

void td_pick_new_operation(struct td_fiber *fiber)
{
	if (policy.kind == TD_POLICY_POS)
		fiber->priority = next_random();
}

void td_pick_changed(void)
{
	last_change = td_event_count;
}

void td_pick_quiet(void)
{
	some_quiet = 1;
}

uint32_t td_pick_nap(struct td_fiber *fiber)
{
	int is_drawn = policy.kind == TD_POLICY_RANDOM || policy.kind == TD_POLICY_PCT || policy.kind == TD_POLICY_POS;
	if (systematic || following || !is_drawn)
		return 0;
	fiber->naps += fiber->naps < MOST_NAPS;
	return fiber->naps <= FEW_NAPS ? 0 : 1u << (fiber->naps - FEW_NAPS);
}

/* POS: operations that race with the one that has just happened get a new chance. */
static void redraw_racing(const struct td_event *event)
{
	const struct td_fiber *by = td_fiber(event->thread);
	for (uint32_t i = 0; i < td_enabled_count; i++) {
		struct td_fiber *fiber = td_enabled[i];
		if (fiber != by && fiber->pending.object == event->object && (fiber->pending.writes || by->pending.writes))
			fiber->priority = next_random();
	}
}

void td_pick_done(const struct td_event *event)
{
	if (policy.kind == TD_POLICY_POS)
		redraw_racing(event);
	if (policy.kind != TD_POLICY_PCT)
		return;
	for (uint32_t i = 0; i < MAX_CHANGE_POINTS; i++)
		if (change_points[i] == td_event_count)
			td_fiber(event->thread)->priority = i;
}

/* Others could still give it what it waits for. */
static int gives_up_early(const struct td_fiber *fiber)
{
	return fiber->would_time_out && !td_channel->job.patient;
}

/* Giving up a wait while others can run is one of the things that a depth-first policy pays for. */
static int is_quiet(const struct td_fiber *fiber)
{
	return fiber->spinning || (gives_up_early(fiber) && !is_depth_first()) || (fiber->yielded_at && td_event_count <= fiber->yielded_at);
}

/* Where one of them stands, for the user. */
static uint64_t quiet_pc(void)
{
	for (uint32_t i = 0; i < td_enabled_count; i++)
		if (is_quiet(td_enabled[i]))
			return td_enabled[i]->pending.pc;
	return 0;
}

static int is_in_vain(void)
{
	return td_event_count - last_change > PATIENCE;
}

/* Everybody who can run only goes round: let them, but not for ever. */
static void all_quiet(void)
{
	int gives_up = is_in_vain();
	for (uint32_t i = 0; i < td_enabled_count; i++) {
		td_enabled[i]->spinning = 0;
		td_enabled[i]->yielded_at = 0;
		if (gives_up_early(td_enabled[i]) == gives_up)
			candidates[candidate_count++] = td_enabled[i];
	}
	if (!candidate_count)
		for (uint32_t i = 0; i < td_enabled_count; i++)
			candidates[candidate_count++] = td_enabled[i];
	if (td_channel->ended.end != TD_END_RUNNING)
		td_finish_stuck(td_current);
	if (td_event_count - last_change > STAGNANT && td_laps_are_round(last_change))
		td_finish_endless(0);
}

/* Threads that have come round with nothing changed, that yield or that could only time out wait for the others; a random
 * policy lets them run now and then all the same, for a loop may give up after some rounds. */
static void find_candidates(void)
{
	candidate_count = 0;
	int everybody = !some_quiet || (!is_depth_first() && policy.kind != TD_POLICY_RUN_ON && below(LOOK_AROUND) == 0);
	uint32_t quiet = 0;
	for (uint32_t i = 0; i < td_enabled_count; i++) {
		quiet += !everybody && is_quiet(td_enabled[i]);
		if (everybody || !is_quiet(td_enabled[i]))
			candidates[candidate_count++] = td_enabled[i];
	}
	if (!everybody && !quiet)
		some_quiet = 0;
	if (quiet && is_depth_first())
		td_cut(TD_CUT_SPIN, quiet_pc());
	if (!candidate_count && is_in_vain() && td_time_passes())
		return find_candidates();
	if (!candidate_count)
		all_quiet();
}

/* The order of the depth-first policies: the current thread, then by number, last those that would give up waiting. */
static uint32_t rank(const struct td_fiber *fiber, const struct td_fiber *current)
{
	uint32_t late = fiber->goes_last ? 4u * TD_MAX_THREADS * fiber->goes_last : 0;
	return late + (fiber->would_time_out ? 2u * TD_MAX_THREADS + fiber->id : fiber == current ? 0u : 1u + fiber->id);
}

static void sort_candidates(const struct td_fiber *current)
{
	for (uint32_t i = 1; i < candidate_count; i++) {
		struct td_fiber *fiber = candidates[i];
		uint32_t k = i;
		while (k > 0 && rank(candidates[k - 1], current) > rank(fiber, current)) {
			candidates[k] = candidates[k - 1];
			k--;
		}
		candidates[k] = fiber;
	}
}

static struct td_fiber *highest(void)
{
	struct td_fiber *best = candidates[0];
	for (uint32_t i = 1; i < candidate_count; i++)
		if (candidates[i]->priority > best->priority)
			best = candidates[i];
	return best;
}

/* How many of the candidates cost a preemption policy nothing. */
static uint32_t free_candidates(const struct td_fiber *current)
{
	uint32_t count = 0;
	if (candidates[0] == current && !current->would_time_out)
		return 1;
	while (count < candidate_count && !candidates[count]->would_time_out)
		count++;
	return count ? count : candidate_count;
}

/* One step down the tree: which of `count` alternatives.  The first `free` cost nothing, the others one each or, if graded,
 * one more than the one before. */
static uint32_t step(uint32_t count, uint32_t free, int graded)
{
	uint32_t left = policy.param - cost;
	uint32_t allowed = graded && free + left < count ? free + left : left ? count : free;
	if (allowed < count)
		td_cut(TD_CUT_BOUND, 0);
	if (allowed < 2)
		return 0;
	if (td_channel->path_used == TD_MAX_SEGMENTS)
		td_finish(TD_END_CUT, 0, "more than %u decisions", (uint64_t)TD_MAX_SEGMENTS);
	struct td_path_step *here = &td_channel->path[td_channel->path_used++];
	if (td_channel->path_used > td_channel->path_length) {
		*here = (struct td_path_step){.count = (uint16_t)allowed};
		td_channel->path_length = td_channel->path_used;
	}
	if (here->chosen >= free)
		cost += graded ? here->chosen - free + 1 : 1;
	return here->chosen;
}

void td_pick_retry(void)
{
	if (td_pick_is_by_trace())
		td_search_retry();
}

void td_pick_advance(void)
{
	if (td_pick_is_by_reads_from() && !td_readsfrom_next())
		td_channel->done.exhausted = 1;
	if (td_pick_is_by_trace()) {
		td_search_learn();
		td_workers_share();
		if (!td_search_next() && !td_workers_wanted())
			td_channel->done.exhausted = 1;
	}
	if (!is_depth_first() || td_channel->job.kind == TD_JOB_FOLLOW)
		return;
	uint32_t *length = &td_channel->path_length;
	*length = td_channel->path_used;
	while (*length && td_channel->path[*length - 1].chosen + 1 >= td_channel->path[*length - 1].count)
		--*length;
	if (*length)
		td_channel->path[*length - 1].chosen++;
	else
		td_channel->done.exhausted = 1;
}

double td_pick_fraction(void)
{
	double done = 0, part = 1;
	if (td_channel->done.exhausted)
		return 1;
	if (td_pick_is_by_trace())
		return td_search_fraction();
	if (!systematic)
		return 0;
	for (uint32_t i = 0; i < td_channel->path_length; i++) {
		part /= td_channel->path[i].count;
		done += part * td_channel->path[i].chosen;
	}
	return done;
}

/* Threads are created, end and are joined once each, so that nobody goes on for ever without a decision. */
int td_pick_goes_on(const struct td_fiber *fiber)
{
	uint8_t kind = fiber->pending.kind;
	return systematic && (kind == TD_CREATE || kind == TD_JOIN || kind == TD_EXIT) && td_search_is_silent(fiber);
}

/* All candidates; those that spin, or have given up waiting again and again, only if there is nobody else. */
static void find_decided(void)
{
	candidate_count = 0;
	int sure = 1;
	struct td_fiber *tired = NULL;
	for (uint32_t i = 0; i < td_enabled_count; i++) {
		struct td_fiber *fiber = td_enabled[i];
		if (fiber->round.waits)
			continue;
		if (fiber->spinning)
			sure &= fiber->spins_for_sure;
		else if (gives_up_early(fiber) && fiber->timeouts >= TD_MOST_TIMEOUTS)
			tired = fiber;
		else
			candidates[candidate_count++] = fiber;
	}
	if (tired && candidate_count)
		td_cut(TD_CUT_TIMEOUTS, tired->pending.pc);
	else if (tired)
		candidates[candidate_count++] = tired;
	if (!sure || (td_pick_is_by_reads_from() && candidate_count < td_enabled_count))
		td_cut(TD_CUT_SPIN, quiet_pc());
	if (!candidate_count && td_stand_is_in_vain())
		td_finish_standing();
	if (!candidate_count && sure && td_channel->ended.end == TD_END_RUNNING) {
		if (td_time_passes() || td_rounds_once_more())
			return find_decided();
		td_finish_endless(0);
	}
	if (!candidate_count)
		all_quiet();
}

/* The next step of a depth-first policy, from the thread that has run last. */
static struct td_fiber *depth_first(const struct td_fiber *current)
{
	sort_candidates(current);
	if (policy.kind == TD_POLICY_DELAYS)
		return candidates[step(candidate_count, 1, 1)];
	if (policy.kind == TD_POLICY_PREEMPTIONS)
		return candidates[step(candidate_count, free_candidates(current), 0)];
	return candidates[step(candidate_count, candidate_count, 0)];
}

/* Is there a way out of a livelock? */
static struct td_fiber *by_lot(void)
{
	if (below(LOOK_AROUND) == 0)
		td_time_passes();
	struct td_fiber *drawn = td_enabled[below(td_enabled_count)];
	if (is_depth_first() || systematic)
		td_cut(TD_CUT_SPIN, drawn->pending.pc);
	return drawn;
}

static void leave_one_candidate(struct td_fiber *fiber)
{
	candidates[0] = fiber;
	candidate_count = 1;
}

/* Who is drawn, if anybody is, has his turn where the search prescribes nothing. */
static struct td_fiber *by_search(struct td_fiber *drawn)
{
	int is_usual = !some_quiet && !drawn;
	struct td_fiber *prescribed = td_pick_is_by_trace() ? td_search_prescribed(is_usual) : NULL;
	if (prescribed)
		return prescribed;
	if (likely(is_usual && td_pick_is_by_trace()))
		return td_search_pick(td_enabled, td_enabled_count, 1);
	if (unlikely(drawn) && !(td_pick_is_by_reads_from() && td_readsfrom_is_prescribed()))
		leave_one_candidate(drawn);
	else
		find_decided();
	if (td_pick_is_by_reads_from())
		return td_readsfrom_pick(candidates, candidate_count);
	if (td_pick_is_by_trace())
		return td_search_pick(candidates, candidate_count, 0);
	return decided = depth_first(decided);
}

/* In a livelock they would for ever. */
static int joins_may_wait(void)
{
	return td_pick_is_by_trace() && !some_quiet && !td_livelock_is_tried && td_event_count < td_livelock_from;
}

static struct td_fiber *systematically(struct td_fiber *current)
{
	struct td_fiber *silent = td_silent_one(current, joins_may_wait());
	if (silent)
		return silent;
	struct td_fiber *drawn = unlikely(td_livelock_is_tried) ? by_lot() : NULL, *next = by_search(drawn);
	if (unlikely(drawn) && next != drawn)
		td_livelock_try_anew();
	return next;
}

static struct td_fiber *by_policy(struct td_fiber *current)
{
	switch (policy.kind) {
	case TD_POLICY_RANDOM:
		return candidates[candidate_count > 1 ? below(candidate_count) : 0];
	case TD_POLICY_PCT:
	case TD_POLICY_POS:
		return highest();
	case TD_POLICY_DELAYS:
	case TD_POLICY_PREEMPTIONS:
		return depth_first(current);
	case TD_POLICY_HUNT:
		return td_hunt_pick(candidates, candidate_count, current);
	default:
		sort_candidates(current);
		return candidates[0];
	}
}

/* A segment of no length: from here on the thread runs only when nobody else can, behind those that were told so before. */
static void go_last(uint32_t thread)
{
	if (thread < td_fiber_count)
		td_fiber(thread)->goes_last = ++last_ones;
}

/* FOLLOW: it went on where it has to wait. */
static void let_time_pass_for(struct td_fiber *fiber)
{
	if (fiber->pending.timed)
		td_patience_end(fiber);
	if (!fiber->enabled)
		td_time_passes();
}

/* FOLLOW: its segment is not over yet. */
static int goes_on(struct td_fiber *fiber)
{
	if (fiber->done || fiber->op >= fiber->stop_at)
		return 0;
	if (!fiber->enabled && !td_channel->job.lenient)
		let_time_pass_for(fiber);
	return fiber->enabled;
}

/* FOLLOW: a thread cannot begin before its creator has got its handle, which no event may tell of. */
static struct td_fiber *creator_of_unborn(const struct td_fiber *fiber)
{
	struct td_fiber *creator = fiber->parked && !fiber->op ? td_fiber(fiber->creator) : NULL;
	return creator && creator->enabled ? creator : NULL;
}

/* FOLLOW: the next segment's thread, or NULL when the schedule is over. */
static struct td_fiber *by_schedule(void)
{
	while (segment < td_channel->job.segment_count) {
		struct td_segment *next = &given_segments[segment++];
		if (!next->until) {
			go_last(next->thread);
			continue;
		}
		struct td_fiber *fiber = next->thread < td_fiber_count ? td_fiber(next->thread) : NULL;
		struct td_fiber *creator = fiber ? creator_of_unborn(fiber) : NULL;
		if (creator) {
			segment--;
			creator->stop_at = creator->op + 1;
			return creator;
		}
		if ((!fiber || !fiber->enabled) && td_channel->job.lenient)
			continue;
		if (fiber && !fiber->enabled)
			let_time_pass_for(fiber);
		if (!fiber || !fiber->enabled)
			td_finish(TD_END_DIVERGED, 0, "thread %u cannot run at event %u", (uint64_t)next->thread, (uint64_t)td_event_count);
		fiber->stop_at = next->until;
		if (fiber->op < fiber->stop_at)
			return fiber;
	}
	following = 0;
	if (td_channel->job.endless)
		td_finish_endless(td_channel->job.period);
	for (uint32_t i = 0; i < td_fiber_count; i++)
		td_pick_grant(td_fiber(i));
	return NULL;
}

void td_pick_segment_over(struct td_fiber *fiber)
{
	if (following)
		fiber->stop_at = 0;
	else
		grant(fiber);
}

struct td_fiber *td_pick(struct td_fiber *current)
{
	if (unlikely(following)) {
		if (current && goes_on(current))
			return current;
		if (!td_enabled_count)
			return NULL;
		struct td_fiber *next = by_schedule();
		if (next)
			return next;
	}
	if (unlikely(!td_enabled_count))
		return NULL;
	if (unlikely(td_event_count >= td_livelock_from) && current && !current->done)
		td_livelock_look(current);
	if (unlikely(td_event_count - last_change > STAGNANT) && current && current->enabled)
		td_laps_look(current, last_change);
	if (systematic)
		return systematically(current);
	if (unlikely(td_livelock_is_tried))
		return by_lot();
	if (td_enabled_count == 1 && !some_quiet)
		return td_enabled[0];
	if (likely(!some_quiet && policy.kind == TD_POLICY_RANDOM))
		return td_enabled[below(td_enabled_count)];
	find_candidates();
	return by_policy(current);
}

uint32_t td_pick_choice(uint32_t n)
{
	if (td_channel->job.kind == TD_JOB_FOLLOW)
		return choices_used < td_channel->job.choice_count ? given_choices[choices_used++] % n : 0;
	if (td_pick_is_tracing())
		return td_pick_is_by_reads_from() ? td_readsfrom_choice(n) : td_search_choice(n);
	if (is_depth_first())
		return step(n, n, 0);
	return policy.kind == TD_POLICY_RUN_ON ? 0 : below(n);
}
