#include "confirm.h"

#include "check/prefix.h"
#include "explore/interrupt.h"
#include "match.h"
#include "report/report.h"
#include "warned_place.h"

#include <stdlib.h>
#include <string.h>

enum {
	MOST_FROM = 100,     /* executions that go on from the places of a warning */
	MOST_SEQUENCES = 12, /* of a warning */
	MOST_DROPPED = 8     /* places of a witness that no execution comes to */
};

static const double for_witnesses = 0.25, for_exploration = 0.5; /* parts of the time */

struct trial {
	struct td_warnings *list;
	struct td_guide *guide;
	const struct td_command *command;
	const struct td_explore_options *like;
	const struct td_guide_options *steering;
	const char *traces;
	double start;
	bool is_exploring; /* the whole program, and not what comes behind some places */
	struct td_confirmation result;
};

static bool is_open(const struct td_warning *warning)
{
	return warning->verdict == TD_WARNING_NOT_FOUND;
}

static size_t count_open(const struct td_warnings *list)
{
	size_t count = 0;

	for (size_t i = 0; i < list->count; i++)
		count += is_open(&list->items[i]);
	return count;
}

static void show(struct td_warning *warning, char *shown)
{
	free(warning->shown);
	warning->shown = shown;
}

static void confirm(struct td_warning *warning, const struct td_trace *trace, const char *file)
{
	char *headline = td_report_headline(trace);

	warning->verdict = TD_WARNING_CONFIRMED;
	warning->trace = td_strdup(file);
	show(warning, headline);
}

/* Nothing orders the accesses, but that they are next to each other is what confirms a race. */
static bool is_apart(const struct td_trace *trace)
{
	return trace->ended.end == TD_END_RACE && !trace->ended.race_adjacent;
}

static void confirm_all(struct trial *self, const bool *is_shown, const struct td_trace *trace)
{
	char *file = td_trace_free_name(trace->command.program, self->traces);

	if (td_trace_write(trace, file) < 0)
		exit(TD_EXIT_COULD_NOT);
	for (size_t i = 0; i < self->list->count; i++)
		if (is_shown[i] && is_open(&self->list->items[i]))
			confirm(&self->list->items[i], trace, file);
	free(file);
}

static void note_apart(struct trial *self, const bool *is_shown)
{
	for (size_t i = 0; i < self->list->count; i++)
		if (is_shown[i] && is_open(&self->list->items[i]))
			show(&self->list->items[i], td_strdup("nothing orders the accesses in an execution, but none "
							      "had them next to each other"));
}

/* A race that could not be made again is no confirmation.  When all is confirmed, the exploration is to end. */
static void found(void *context, const struct td_trace *trace)
{
	struct trial *self = context;
	bool *is_shown = td_alloc(self->list->count + 1), is_any = false, is_new = false;

	self->result.findings += self->is_exploring;
	for (size_t i = 0; i < self->list->count && !trace->unconfirmed; i++) {
		struct td_warning *warning = &self->list->items[i];

		is_shown[i] = warning->verdict != TD_WARNING_NOT_TRIED && td_warning_is_shown_by(warning, trace);
		is_any |= is_shown[i];
		is_new |= is_shown[i] && is_open(warning);
	}
	self->result.unwarned += self->is_exploring && !is_any;
	if (is_new && is_apart(trace))
		note_apart(self, is_shown);
	else if (is_new)
		confirm_all(self, is_shown, trace);
	free(is_shown);
	if (!count_open(self->list))
		td_interrupt_at(td_now());
}

static double time_left(const struct trial *self)
{
	return self->start + self->steering->seconds - td_now();
}

static bool is_over(const struct trial *self)
{
	return td_interrupt_count() || time_left(self) <= 0 || !count_open(self->list);
}

static struct td_explore_options exploration(struct trial *self, double seconds)
{
	struct td_explore_options options = *self->like;

	options.races = options.keep_going = options.quiet = 1;
	options.time = seconds;
	options.found = found;
	options.context = self;
	td_strategy_usual(&options.strategy);
	return options;
}

/* What comes behind the last waypoint of an execution that came to all of them. */
static void explore_from(struct trial *self, const struct td_guidance *came, size_t waypoints, double seconds)
{
	struct td_steps *steps = td_steps_make(came->trace, UINT32_MAX, false);
	uint32_t last = came->events[waypoints - 1];
	struct td_schedule *begin = last == UINT32_MAX ? td_schedule_of(came->trace) : td_prefix(steps, last + 1);
	struct td_explore_options options = exploration(self, seconds);
	struct td_summary summary;

	td_strategy_parse(&options.strategy, "random");
	options.executions = MOST_FROM;
	options.begin = begin;
	td_explore(self->command, &options, &summary);
	td_interrupt_at(0);
	td_schedule_free(begin);
	td_steps_free(steps);
}

/* Returns how many of the waypoints were come to.  UINT32_MAX: all. */
static uint32_t guide_to(struct trial *self, struct td_waypoints *waypoints, double seconds)
{
	char *why = td_waypoints_resolve(waypoints, self->guide->symbols, self->guide->plain);
	struct td_guide_options options = *self->steering;
	struct td_guidance came;
	uint32_t furthest;

	free(why);
	if (why)
		return 0;
	options.is_steered_only = 1;
	options.seconds = seconds / 2;
	came = td_guide_to(self->guide, waypoints, &options);
	furthest = came.trace ? UINT32_MAX : came.furthest;
	if (came.trace && !td_interrupt_count())
		explore_from(self, &came, waypoints->count, seconds / 2);
	td_guidance_clear(&came);
	return furthest;
}

static void add_place(struct td_waypoints *to, const struct td_warned_place *place, const char *kinds, bool is_other)
{
	td_waypoints_add_line(to, place->file, place->line, kinds, is_other);
}

/* One access and then the other, by another thread. */
static void guide_to_pair(struct trial *self, const struct td_warning *warning, size_t first, size_t second,
			  double seconds)
{
	struct td_waypoints waypoints = {0};

	add_place(&waypoints, &warning->items[first], "access", false);
	if (first != second)
		add_place(&waypoints, &warning->items[second], "access", true);
	guide_to(self, &waypoints, seconds);
	td_waypoints_clear(&waypoints);
}

static void guide_to_race(struct trial *self, const struct td_warning *warning, double seconds)
{
	size_t count = warning->count, sequences = count * (count - 1), made = 0;

	sequences = sequences < MOST_SEQUENCES ? sequences : MOST_SEQUENCES;
	if (count == 1)
		guide_to_pair(self, warning, 0, 0, seconds);
	for (size_t i = 0; i < count; i++)
		for (size_t k = 0; k < count; k++)
			if (i != k && made++ < sequences && is_open(warning) && !is_over(self))
				guide_to_pair(self, warning, i, k, seconds / (double)sequences);
}

/* All places one after the other, those of a cycle by a thread each. */
static void guide_to_all(struct trial *self, const struct td_warning *warning, double seconds)
{
	struct td_waypoints waypoints = {0};

	for (size_t i = 0; i < warning->count && i < TD_MAX_PLACES; i++)
		add_place(&waypoints, &warning->items[i], NULL, i > 0);
	guide_to(self, &waypoints, seconds);
	td_waypoints_clear(&waypoints);
}

static void guide_to_one(struct trial *self, const struct td_warning *warning, double seconds)
{
	if (warning->kind == TD_WARNING_RACE)
		guide_to_race(self, warning, seconds);
	else if (warning->kind == TD_WARNING_CYCLE)
		guide_to_all(self, warning, seconds);
	else if (warning->kind == TD_WARNING_FAILURE)
		guide_to_all(self, warning, seconds);
}

/* Of the places of one thread in a row the first is enough: between them no other thread need go on. */
static void add_way(struct td_waypoints *to, const struct td_warning *warning, const bool *is_dropped)
{
	const struct td_warned_place *before = NULL;

	for (size_t i = 0; i < warning->count; i++) {
		const struct td_warned_place *place = &warning->items[i];
		bool is_switch = !before || place->thread < 0 || before->thread != place->thread;

		if (is_dropped[i] || !place->file || place->is_idle || (!is_switch && i + 1 < warning->count) ||
		    to->count == TD_MAX_PLACES)
			continue;
		add_place(to, place, NULL, before && place->thread >= 0 && before->thread >= 0 && is_switch);
		before = place;
	}
}

/* The number of the place that became this waypoint. */
static size_t place_of(const struct td_waypoints *waypoints, uint32_t which, const struct td_warning *warning,
		       const bool *is_dropped)
{
	for (size_t i = 0; i < warning->count; i++)
		if (!is_dropped[i] && warning->items[i].file &&
		    warning->items[i].line == waypoints->items[which].line &&
		    !strcmp(warning->items[i].file, waypoints->items[which].file))
			return i;
	BUG("a waypoint of no place");
}

/* A place without an operation that the search sees is come to by none: it is left out, and the rest tried again. */
static void follow_witness(struct trial *self, const struct td_warning *warning, double seconds)
{
	bool *is_dropped = td_alloc(warning->count + 1);
	uint32_t come_to = 0;

	for (int i = 0; i < MOST_DROPPED && come_to != UINT32_MAX && is_open(warning) && !is_over(self); i++) {
		struct td_waypoints waypoints = {0};

		add_way(&waypoints, warning, is_dropped);
		if (!waypoints.count)
			break;
		come_to = guide_to(self, &waypoints, seconds / MOST_DROPPED);
		if (come_to < waypoints.count)
			is_dropped[place_of(&waypoints, come_to, warning, is_dropped)] = true;
		td_waypoints_clear(&waypoints);
	}
	free(is_dropped);
}

static void follow_witnesses(struct trial *self)
{
	for (size_t i = 0; i < self->list->count; i++) {
		const struct td_warning *warning = &self->list->items[i];

		if (warning->kind == TD_WARNING_WITNESS && is_open(warning) && !is_over(self))
			follow_witness(self, warning, for_witnesses * time_left(self));
	}
}

/* Is everything known that can happen?  Where a thread fails, the search lets the others go on, but behind a failure no
 * races are noted. */
static bool is_all(const struct td_summary *summary, const struct td_warning *warning)
{
	bool is_race = warning->kind == TD_WARNING_RACE || warning->ends == 1u << TD_END_RACE;

	return summary->verdict == TD_COMPLETE && !(is_race && (summary->blind || summary->cut_short));
}

/* Where all orders were tried, only races are left whose accesses were not next to each other. */
static bool is_left(const struct trial *self, const struct td_warning *warning)
{
	return is_open(warning) && (warning->shown || !is_all(&self->result.summary, warning));
}

static void guide_to_open(struct trial *self)
{
	for (size_t i = 0; i < self->list->count; i++) {
		const struct td_warning *warning = &self->list->items[i];
		size_t left = 0;

		for (size_t k = i; k < self->list->count; k++)
			left += is_left(self, &self->list->items[k]);
		if (is_left(self, warning) && !is_over(self))
			guide_to_one(self, warning, time_left(self) / (double)left);
	}
}

static char *what_was_not_shown(const struct td_warning *warning, const struct td_summary *summary)
{
	static const char *const words[] = {"lets the accesses race", "has threads that wait there for each other",
					    "fails there", "fails there"};

	return td_format("none of all %llu orders %s", (unsigned long long)summary->classes, words[warning->kind]);
}

static char *why_not_found(const struct td_summary *summary)
{
	if (td_interrupt_count())
		return td_strdup("interrupted");
	if (summary->verdict == TD_COMPLETE && summary->cut_short)
		return td_format("%llu %s failed before all threads had come to their end, and races behind that are "
				 "not seen",
				 (unsigned long long)summary->cut_short,
				 td_counted(summary->cut_short, "execution", "executions"));
	return td_format("%llu %s did not show it, and there are other orders", (unsigned long long)summary->executions,
			 td_counted(summary->executions, "execution", "executions"));
}

/* Then the tool may mean something at another line.  Of a witness the place where it ends counts. */
static bool has_guessed_place(const struct td_warning *warning)
{
	bool is_of_threads = warning->kind == TD_WARNING_RACE || warning->kind == TD_WARNING_CYCLE;

	for (size_t i = warning->kind == TD_WARNING_WITNESS ? warning->count - 1 : 0; i < warning->count; i++)
		if (warning->items[i].is_nearest || (is_of_threads && warning->items[i].is_idle))
			return true;
	return false;
}

static void conclude(struct td_warning *warning, const struct td_summary *summary)
{
	if (warning->shown)
		return;
	if (!is_all(summary, warning)) {
		warning->shown = why_not_found(summary);
		return;
	}
	warning->shown = what_was_not_shown(warning, summary);
	if (warning->is_decidable && !has_guessed_place(warning))
		warning->verdict = TD_WARNING_IMPOSSIBLE;
}

struct td_confirmation td_warnings_confirm(struct td_warnings *list, struct td_guide *guide,
					   const struct td_command *command, const struct td_explore_options *like,
					   const struct td_guide_options *steering, const char *traces)
{
	struct trial self = {.list = list,
			     .guide = guide,
			     .command = command,
			     .like = like,
			     .steering = steering,
			     .traces = traces,
			     .start = td_now(),
			     .result.summary.verdict = TD_STOPPED};

	td_warnings_place(list, guide->symbols);
	follow_witnesses(&self);
	if (!is_over(&self)) {
		struct td_explore_options options = exploration(&self, for_exploration * time_left(&self));

		self.is_exploring = true;
		td_explore(command, &options, &self.result.summary);
		self.is_exploring = false;
		td_interrupt_at(0);
	}
	guide_to_open(&self);
	for (size_t i = 0; i < list->count; i++)
		if (is_open(&list->items[i]))
			conclude(&list->items[i], &self.result.summary);
	return self.result;
}
