#include "drive.h"

#include "explore/interrupt.h"
#include "explore/prepare.h"
#include "explore/replay.h"
#include "explore/waypoint.h"
#include "report/report.h"
#include "report/words.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_GROWTHS = 6, LEARNING_TIME = 10, FEW_EVENTS = 1000, MORE = 10, MOST_EVENTS_TOLD = 3 };

static struct td_schedule nothing;

static struct td_schedule schedule_of(const struct td_drive *self)
{
	return (struct td_schedule){.segments = self->segments.items,
				    .segment_count = (uint32_t)self->segments.count,
				    .choices = self->choices.items,
				    .choice_count = (uint32_t)self->choices.count};
}

static struct td_segment *last_segment(const struct td_drive *self)
{
	return &self->segments.items[self->segments.count - 1];
}

/* Where the schedule is now. */
static struct td_move here(const struct td_drive *self)
{
	return (struct td_move){.segment_count = (uint32_t)self->segments.count,
				.choice_count = (uint32_t)self->choices.count,
				.last_until = last_segment(self)->until};
}

static void cut_at(struct td_drive *self, const struct td_move *move)
{
	self->segments.count = move->segment_count;
	self->choices.count = move->choice_count;
	last_segment(self)->until = move->last_until;
}

/* Also if it goes on with the same thread: where that could only give up waiting, the segment before stops. */
static void add_segment(struct td_drive *self, uint32_t thread, uint64_t until)
{
	TD_PUSH(&self->segments, ((struct td_segment){.thread = thread, .until = until}));
}

/* In a process that makes many executions. */
static struct td_job job_of(const struct td_drive *self, const struct td_schedule *schedule)
{
	struct td_job job = td_schedule_job(schedule, &self->completions->like);

	job.isolate = self->completions->like.isolate;
	return job;
}

static bool follow_once(struct td_drive *self, const struct td_schedule *schedule, uint64_t most_events)
{
	struct td_session *session = self->completions->session;
	struct td_job job = job_of(self, schedule);

	job.detail = job.learn = job.stops_behind = job.gives_up = 1;
	job.max_events = most_events;
	td_schedule_give(schedule, session->channel);
	return td_session_run(session, &job) == 0;
}

/* Until it teaches nothing more.  False: the user has interrupted. */
static bool follow(struct td_drive *self, uint64_t most_events)
{
	const struct td_channel *channel = self->completions->session->channel;
	struct td_schedule schedule = schedule_of(self);
	uint64_t before;
	int growths = 0;

	do {
		before = td_ranges_hash(channel);
		if (!follow_once(self, &schedule, most_events))
			return false;
	} while (td_ranges_hash(channel) != before && growths++ < MOST_GROWTHS);
	return true;
}

/* Why an execution is none that the user could have wanted. */
static char *refusal(const struct td_drive *self, const struct td_ended *ended)
{
	switch (ended->end) {
	case TD_END_UNSUPPORTED: return td_format("the program did what Treadle cannot control: %s", ended->message);
	case TD_END_DIVERGED: return td_format("the moves before cannot be followed again: %s", ended->message);
	case TD_END_CUT:
		return td_format("it goes on for more than %llu events (--max-events)",
				 (unsigned long long)self->like.max_events);
	default: return NULL;
	}
}

static struct td_trace *capture(const struct td_drive *self)
{
	return td_trace_capture(self->completions->session->channel, self->command, "", 0);
}

/* The execution of the schedule; NULL with the reason in *WHY. */
static struct td_trace *look(struct td_drive *self, char **why)
{
	if (follow(self, self->like.max_events))
		*why = refusal(self, &self->completions->session->channel->ended);
	else
		*why = td_strdup("interrupted");
	return *why ? NULL : capture(self);
}

/* The move has let its thread go on to where it stands now: from here on the schedule says so.  At a choice, and in the
 * end, the operation it is at belongs to the move. */
static void settle(struct td_drive *self)
{
	const struct td_trace *trace = self->now;
	const struct td_thread_info *info = &trace->threads[last_segment(self)->thread].raw;
	bool is_before = trace->ended.end == TD_END_STOPPED && !trace->ended.outcomes && info->state != TD_T_DONE;

	last_segment(self)->until = info->op + !is_before;
}

static void take(struct td_drive *self, struct td_trace *trace)
{
	td_trace_free(self->now);
	self->now = trace;
	settle(self);
}

/* The schedule is longer than it was at BEFORE. */
static char *make_move(struct td_drive *self, struct td_move before)
{
	char *why;
	struct td_trace *trace = look(self, &why);

	if (!trace) {
		cut_at(self, &before);
		return why;
	}
	TD_PUSH(&self->moves, before);
	take(self, trace);
	return NULL;
}

static char *move_thread(struct td_drive *self, uint32_t thread, uint64_t until)
{
	struct td_move before = here(self);

	if (self->segments.count + 1 >= TD_MAX_SEGMENTS)
		return td_format("there is no room for more than %d moves", TD_MAX_SEGMENTS - 2);
	add_segment(self, thread, until);
	return make_move(self, before);
}

static char *begin(struct td_drive *self)
{
	struct td_trace *trace;
	char *why;

	td_completions_learn(self->completions, &nothing, td_now() + LEARNING_TIME);
	if (self->completions->is_over) {
		const struct td_ended *ended = &self->completions->session->channel->ended;

		return td_strdup(ended->end == TD_END_UNSUPPORTED ? ended->message : "interrupted");
	}
	add_segment(self, 0, 2);
	trace = look(self, &why);
	if (trace)
		take(self, trace);
	return why;
}

struct td_drive *td_drive_open(const struct td_command *command, const struct td_job *like, double watchdog)
{
	struct td_drive *self = td_alloc(sizeof *self);
	char *why;

	self->command = command;
	self->like = *like;
	self->completions = td_completions_open(command, like, watchdog);
	why = begin(self);
	if (!why)
		return self;
	error("%s", why);
	free(why);
	td_drive_close(self);
	return NULL;
}

void td_drive_close(struct td_drive *self)
{
	td_completions_close(self->completions);
	td_trace_free(self->now);
	free(self->segments.items);
	free(self->choices.items);
	free(self->moves.items);
	free(self);
}

bool td_drive_has_ended(const struct td_drive *self)
{
	return self->now->ended.end != TD_END_STOPPED;
}

uint32_t td_drive_outcomes(const struct td_drive *self)
{
	return td_drive_has_ended(self) ? 0 : self->now->ended.outcomes;
}

bool td_drive_can_run(const struct td_drive *self, uint32_t thread)
{
	return !td_drive_has_ended(self) && !td_drive_outcomes(self) && thread < self->now->thread_count &&
	       self->now->threads[thread].raw.can_run;
}

static char *why_no_move(const struct td_drive *self)
{
	char *headline, *why;

	if (td_drive_outcomes(self))
		return td_format("%s is at a choice, which has to be decided first: %u outcomes, from 0",
				 self->now->threads[self->now->ended.thread].label, td_drive_outcomes(self));
	if (!td_drive_has_ended(self))
		return NULL;
	headline = td_report_headline(self->now);
	why = td_format("the execution has ended: %s", headline);
	free(headline);
	return why;
}

static char *why_waits(const struct td_trace *trace, uint32_t thread)
{
	char *what = td_words_blocked(trace, thread), *why = td_format("%s %s", trace->threads[thread].label, what);

	free(what);
	return why;
}

char *td_drive_why_not(const struct td_drive *self, uint32_t thread)
{
	char *why = why_no_move(self);

	if (why)
		return why;
	if (self->now->threads[thread].raw.state == TD_T_DONE)
		return td_format("%s has ended", self->now->threads[thread].label);
	if (self->now->threads[thread].raw.state == TD_T_RUNNABLE)
		return td_format("%s is being created", self->now->threads[thread].label);
	return why_waits(self->now, thread);
}

char *td_drive_run(struct td_drive *self, uint32_t thread)
{
	if (!td_drive_can_run(self, thread))
		return td_drive_why_not(self, thread);
	return move_thread(self, thread, self->now->threads[thread].raw.op + 1);
}

char *td_drive_run_on(struct td_drive *self, uint32_t thread)
{
	if (!td_drive_can_run(self, thread))
		return td_drive_why_not(self, thread);
	return move_thread(self, thread, UINT64_MAX);
}

char *td_drive_choose(struct td_drive *self, uint32_t outcome)
{
	struct td_move before = here(self);

	if (!td_drive_outcomes(self))
		return td_strdup("there is nothing to choose");
	if (self->choices.count + 1 >= TD_MAX_CHOICES)
		return td_format("there is no room for more than %d choices", TD_MAX_CHOICES - 2);
	if (outcome >= td_drive_outcomes(self))
		return td_format("the choice has the outcomes 0 to %u", td_drive_outcomes(self) - 1);
	TD_PUSH(&self->choices, outcome);
	return make_move(self, before);
}

static char *go_back_to(struct td_drive *self, size_t moves)
{
	const struct td_move *move = &self->moves.items[moves];
	struct td_segment *last = &self->segments.items[move->segment_count - 1];
	struct td_move before = here(self);
	uint64_t until = last->until;
	struct td_trace *trace;
	char *why;

	cut_at(self, move);
	trace = look(self, &why);
	if (!trace) {
		last->until = until;
		cut_at(self, &before);
		return why;
	}
	self->moves.count = moves;
	take(self, trace);
	return NULL;
}

char *td_drive_undo(struct td_drive *self, uint64_t moves)
{
	if (!self->moves.count)
		return td_strdup("no move has been made");
	if (!moves || moves > self->moves.count)
		return td_format("%zu %s been made", self->moves.count,
				 td_counted(self->moves.count, "move has", "moves have"));
	return go_back_to(self, self->moves.count - moves);
}

/* How many of the events so far belong to the schedule up to this move. */
static uint32_t events_before(const struct td_drive *self, const struct td_move *move)
{
	const struct td_trace *trace = self->now;
	uint32_t count = 0;

	for (uint32_t i = 0; i < move->segment_count; i++) {
		const struct td_segment *segment = &self->segments.items[i];
		uint64_t until = i + 1 == move->segment_count ? move->last_until : segment->until;

		while (count < trace->event_count && trace->events[count].raw.thread == segment->thread &&
		       trace->events[count].raw.op < until)
			count++;
	}
	return count;
}

/* The last state with no more events; if that is in the middle of a move, the first part of it is made again. */
char *td_drive_back(struct td_drive *self, uint64_t events)
{
	struct td_event last;
	size_t moves = self->moves.count;
	uint32_t count = 0;
	char *why;

	if (events > self->now->event_count)
		return td_format("there %s %u events so far", self->now->event_count == 1 ? "is" : "are",
				 self->now->event_count);
	if (events == self->now->event_count || !moves)
		return NULL;
	while (moves && (count = events_before(self, &self->moves.items[moves - 1])) > events)
		moves--;
	last = self->now->events[events ? events - 1 : 0].raw;
	why = go_back_to(self, moves ? moves - 1 : 0);
	if (why || count == events || !moves || td_drive_outcomes(self))
		return why;
	return move_thread(self, last.thread, (uint64_t)last.op + 1);
}

static bool has_kind(const uint64_t *kinds, uint32_t kind)
{
	return kinds && (kinds[kind / 64] >> kind % 64 & 1);
}

static struct td_event pending_of(const struct td_trace *trace, uint32_t thread)
{
	const struct td_thread_info *info = &trace->threads[thread].raw;

	return (struct td_event){.object = info->object,
				 .pc = info->pc,
				 .op = (uint32_t)info->op,
				 .size = info->size,
				 .kind = info->state == TD_T_DONE ? TD_NONE : info->pending,
				 .thread = (uint16_t)thread};
}

static bool is_at(const struct td_trace *trace, const struct td_waypoint *waypoint, const struct td_event *event)
{
	return event->kind != TD_NONE && td_waypoint_is_at(waypoint, event, trace->modules, trace->module_count);
}

static char *passes(const struct td_trace *trace, uint32_t event, const char *place)
{
	char *words = td_words_event(trace, &trace->events[event]);
	char *at = td_words_place(&trace->sites[trace->events[event].site]);
	char *why = td_format("%s would %s at %s before it comes to %s",
			      trace->threads[trace->events[event].raw.thread].label, words, at, place);

	free(words);
	free(at);
	return why;
}

/* Takes WHAT over. */
static char *does_not_come(const struct td_trace *trace, uint32_t thread, const char *place, char *what)
{
	char *why = td_format("%s does not come to %s: %s", trace->threads[thread].label, place, what);

	free(what);
	return why;
}

/* Where the thread stands when it cannot go on, and has not come to the place. */
static char *falls_short(const struct td_trace *trace, uint32_t thread, const char *place)
{
	const struct td_trace_thread *info = &trace->threads[thread];

	if (trace->ended.end == TD_END_CUT)
		return does_not_come(trace, thread, place, td_format("%u events were not enough", trace->event_count));
	if (trace->ended.end == TD_END_UNSUPPORTED)
		return does_not_come(trace, thread, place, td_strdup(trace->ended.message));
	if (trace->ended.end != TD_END_STOPPED)
		return does_not_come(trace, thread, place, td_report_headline(trace));
	if (info->raw.state == TD_T_DONE)
		return does_not_come(trace, thread, place, td_strdup("it ends"));
	if (trace->ended.outcomes)
		return does_not_come(trace, thread, place, td_strdup("it comes to a choice; run it there, and choose"));
	return does_not_come(trace, thread, place, why_waits(trace, thread));
}

/* Where a thread is to come, and what it may not pass on the way. */
struct way {
	uint32_t thread;
	struct td_waypoints place;
	const uint64_t *kinds; /* NULL: it may pass anything */
	bool is_through;       /* it is to do the operation at the place as well */
};

/* It stands before the operation, at the end of an execution. */
static char *why_not_through(const struct way *way, const struct td_trace *trace)
{
	return way->is_through && !trace->threads[way->thread].raw.can_run ? why_waits(trace, way->thread) : NULL;
}

/* The number of the first operation at the place, in an execution in which the thread runs on. */
static char *find_operation(const struct way *way, const struct td_trace *further, uint64_t from, uint64_t *number)
{
	const struct td_waypoint *place = &way->place.items[0];
	struct td_event pending = pending_of(further, way->thread);

	for (uint32_t i = 0; i < further->event_count; i++) {
		const struct td_event *event = &further->events[i].raw;

		if (event->thread != way->thread || event->op < from)
			continue;
		*number = event->op;
		if (is_at(further, place, event))
			return NULL;
		if (has_kind(way->kinds, event->kind))
			return passes(further, i, place->text);
	}
	*number = pending.op;
	if (further->ended.end == TD_END_STOPPED && is_at(further, place, &pending))
		return why_not_through(way, further);
	return falls_short(further, way->thread, place->text);
}

/* The one place that is written there. */
static char *parse_place(struct td_waypoints *list, const char *place)
{
	char *why = td_waypoints_parse(list, place);

	if (!why && list->count != 1)
		why = td_format("'%s' is not one place", place);
	if (!why && (list->items[0].thread || list->items[0].is_other))
		why = td_format("%s: the thread is named already", place);
	return why;
}

static char *resolve_place(struct td_waypoints *list, const struct td_trace *named)
{
	struct td_symbols *symbols = td_symbols_open(named->modules, named->module_count);
	char *why = td_waypoints_resolve(list, symbols, named);

	td_symbols_close(symbols);
	return why;
}

/* An execution in which the thread runs on, up to so many events. */
static char *look_in_first(struct td_drive *self, struct way *way, uint64_t events, uint64_t *number)
{
	uint64_t from = self->now->threads[way->thread].raw.op;
	struct td_trace *further;
	char *why;

	if (!follow(self, events))
		return td_strdup("interrupted");
	further = capture(self);
	why = resolve_place(&way->place, further);
	if (!why)
		why = find_operation(way, further, from, number);
	td_trace_free(further);
	return why;
}

/* A thread may go on for ever, and the place be near. */
static char *look_ahead(struct td_drive *self, struct way *way, uint64_t *number)
{
	const struct td_ended *ended = &self->completions->session->channel->ended;
	struct td_move before = here(self);
	uint64_t most = self->like.max_events, events = self->now->event_count + FEW_EVENTS;
	char *why;

	add_segment(self, way->thread, UINT64_MAX);
	events = events < most ? events : most;
	why = look_in_first(self, way, events, number);
	while (why && ended->end == TD_END_CUT && events < most && !td_interrupt_count()) {
		free(why);
		events = events < most / MORE ? events * MORE : most;
		why = look_in_first(self, way, events, number);
	}
	cut_at(self, &before);
	return why;
}

/* The thread cannot go on, but may stand there already. */
static char *look_here(const struct td_drive *self, struct way *way, uint64_t *number)
{
	struct td_event pending = pending_of(self->now, way->thread);
	char *why = td_drive_has_ended(self) ? NULL : resolve_place(&way->place, self->now);

	*number = pending.op;
	if (why)
		return why;
	if (!td_drive_has_ended(self) && !way->is_through && is_at(self->now, &way->place.items[0], &pending))
		return NULL;
	return td_drive_why_not(self, way->thread);
}

static char *go_the_way(struct td_drive *self, struct way *way, const char *place)
{
	char *why = parse_place(&way->place, place);
	uint64_t number = 0, now = self->now->threads[way->thread].raw.op;

	if (!why)
		why = td_drive_can_run(self, way->thread) ? look_ahead(self, way, &number)
							  : look_here(self, way, &number);
	if (!why && (number > now || way->is_through))
		why = move_thread(self, way->thread, number + way->is_through);
	td_waypoints_clear(&way->place);
	return why;
}

char *td_drive_run_to(struct td_drive *self, uint32_t thread, const char *place)
{
	struct way way = {.thread = thread};

	return go_the_way(self, &way, place);
}

char *td_drive_do(struct td_drive *self, uint32_t thread, const char *place, const uint64_t *kinds)
{
	struct way way = {.thread = thread, .kinds = kinds, .is_through = true};

	return go_the_way(self, &way, place);
}

/* The schedule of the whole execution, in which the threads go on by themselves from here; NULL with the reason. */
static struct td_schedule *run_on(const struct td_drive *self, char **why)
{
	struct td_session *session = self->completions->session;
	struct td_schedule schedule = schedule_of(self);
	struct td_job job = job_of(self, &schedule);

	td_schedule_give(&schedule, session->channel);
	*why = td_session_run(session, &job) < 0 ? td_strdup("interrupted") : refusal(self, &session->channel->ended);
	return *why ? NULL : td_schedule_copy(session->channel);
}

static char *check_end(const struct td_drive *self, const struct td_trace *trace)
{
	const struct td_channel *channel = self->completions->session->channel;
	const struct td_ended *ended = td_drive_has_ended(self) ? &self->now->ended : &channel->ended;

	return ended->end == trace->ended.end
		       ? NULL
		       : td_format("the program is not deterministic: the same schedule ended in two ways (%s; %s)",
				   td_end_name(ended->end), td_end_name(trace->ended.end));
}

struct td_trace *td_drive_capture(const struct td_drive *self, char **why)
{
	struct td_schedule *schedule = run_on(self, why);
	struct td_trace *trace;

	if (!schedule)
		return NULL;
	trace = td_replay_capture(self->command, &self->like, schedule, self->completions->session->watchdog);
	td_schedule_free(schedule);
	*why = trace ? refusal(self, &trace->ended) : td_strdup("interrupted");
	if (!*why)
		*why = check_end(self, trace);
	if (!*why)
		return trace;
	td_trace_free(trace);
	return NULL;
}

/* The events from there on, in words. */
static char *words_from(const struct td_trace *trace, uint32_t from)
{
	char *words = td_strdup("");

	for (uint32_t i = from; i < trace->event_count && i < from + MOST_EVENTS_TOLD; i++) {
		char *more = td_words_event(trace, &trace->events[i]);
		char *longer = td_format("%s%s%s", words, *words ? "; " : "", more);

		free(words);
		free(more);
		words = longer;
	}
	return words;
}

char *td_drive_outcome_words(struct td_drive *self, uint32_t outcome)
{
	struct td_move before = here(self);
	uint32_t happened = self->now->event_count;
	struct td_trace *trace;
	char *words, *why;

	TD_PUSH(&self->choices, outcome);
	trace = look(self, &why);
	cut_at(self, &before);
	free(why);
	words = trace && trace->event_count > happened ? words_from(trace, happened) : td_format("outcome %u", outcome);
	td_trace_free(trace);
	return words;
}

uint32_t td_drive_thread(const struct td_drive *self, const char *name)
{
	const char *digits = name + (name[0] == 'T');
	char *end;
	unsigned long number;

	for (uint32_t i = 0; i < self->now->thread_count; i++)
		if (!strcmp(self->now->threads[i].label, name))
			return i;
	number = strtoul(digits, &end, 10);
	if (*digits < '0' || *digits > '9' || *end || number >= self->now->thread_count)
		return UINT32_MAX;
	return (uint32_t)number;
}
