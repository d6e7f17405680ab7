#include "picks.h"

#include "circle.h"

#include <stdlib.h>
#include <string.h>

enum { DRAWN = 300 };

static struct td_schedule nothing;

/* Executions are looked at until one has all picks.  Of the others, one in which all their reads and writes are is
 * kept. */
struct quest {
	struct td_guide *guide;
	const struct td_picks *picks;
	struct td_schedule *schedule;
	struct td_trace *closest;
	uint32_t held; /* picks that `closest` has */
	uint64_t executions;
};

/* Takes #3 off the end. */
static uint32_t take_number(char *text)
{
	char *hash = strrchr(text, '#');

	if (!hash || !hash[1] || hash[1 + strspn(hash + 1, "0123456789")])
		return 0;
	*hash = '\0';
	return (uint32_t)atoi(hash + 1);
}

static void add_usual_kinds(struct td_steer_place *place, const uint8_t *kinds)
{
	if (!(place->kinds[0] | place->kinds[1]))
		for (; *kinds; kinds++)
			td_place_add_kind(place, *kinds);
}

static char *parse_side(struct td_pick *self, char *text, uint32_t *number, const uint8_t *kinds)
{
	char *why;

	*number = take_number(text);
	why = td_waypoints_parse(&self->sides, text);
	if (!why)
		add_usual_kinds(&self->sides.items[self->sides.count - 1].place, kinds);
	return why;
}

static char *parse_one(struct td_pick *self, char *text)
{
	static const uint8_t reads[] = {TD_READ, TD_RMW, 0}, writes[] = {TD_WRITE, TD_RMW, 0};
	char *arrow = strstr(text, "<-"), *why;

	self->text = td_strdup(text);
	if (!arrow)
		return td_format("'%s' is no pick: say READ <- WRITE, as in 'queue.c:44 <- pool.c:61'", text);
	*arrow = '\0';
	why = parse_side(self, td_trimmed(text), &self->read_number, reads);
	if (why)
		return why;
	text = td_trimmed(arrow + strlen("<-"));
	self->is_beginning = !strcmp(text, "beginning");
	return self->is_beginning ? NULL : parse_side(self, text, &self->write_number, writes);
}

char *td_picks_parse(struct td_picks *list, const char *text)
{
	char *copy = td_strdup(text), *why = NULL, *rest = NULL;

	for (char *one = strtok_r(copy, ",", &rest); one && !why; one = strtok_r(NULL, ",", &rest)) {
		TD_PUSH(list, (struct td_pick){0});
		why = parse_one(&list->items[list->count - 1], td_trimmed(one));
	}
	free(copy);
	return why ? why : list->count ? NULL : td_strdup("no pick is given: say READ <- WRITE");
}

char *td_picks_resolve(struct td_picks *list, struct td_symbols *symbols, const struct td_trace *named)
{
	char *why = NULL;

	for (size_t i = 0; i < list->count && !why; i++)
		why = td_waypoints_resolve(&list->items[i].sides, symbols, named);
	return why;
}

void td_picks_clear(struct td_picks *list)
{
	for (size_t i = 0; i < list->count; i++) {
		free(list->items[i].text);
		td_waypoints_clear(&list->items[i].sides);
	}
	free(list->items);
	*list = (struct td_picks){0};
}

static bool is_at(const struct td_waypoint *side, uint32_t number, const struct td_trace *trace,
		  const struct td_origins *origins, uint32_t event)
{
	return (!number || origins->numbers[event] == number) &&
	       td_waypoint_is_at(side, &trace->events[event].raw, trace->modules, trace->module_count);
}

bool td_pick_has_read(const struct td_pick *self, const struct td_trace *trace, const struct td_origins *origins,
		      uint32_t event)
{
	return origins->of[event] != TD_FROM_NOWHERE &&
	       is_at(&self->sides.items[0], self->read_number, trace, origins, event);
}

bool td_pick_has_write(const struct td_pick *self, const struct td_trace *trace, const struct td_origins *origins,
		       uint32_t event)
{
	return !self->is_beginning && td_event_writes(&trace->events[event].raw) &&
	       is_at(&self->sides.items[1], self->write_number, trace, origins, event);
}

static bool has_origin(const struct td_pick *pick, const struct td_trace *trace, const struct td_origins *origins,
		       uint32_t read)
{
	uint32_t origin = origins->of[read];

	if (origin == TD_FROM_BEGINNING)
		return pick->is_beginning;
	return td_pick_has_write(pick, trace, origins, origin);
}

static bool is_in(const struct td_trace *trace, const struct td_origins *origins, const struct td_pick *pick,
		  uint32_t *event)
{
	for (uint32_t i = 0; i < trace->event_count; i++)
		if (td_pick_has_read(pick, trace, origins, i) && has_origin(pick, trace, origins, i)) {
			*event = i;
			return true;
		}
	return false;
}

static uint32_t count_held(const struct td_trace *trace, const struct td_origins *origins, const struct td_picks *picks,
			   uint32_t *events)
{
	uint32_t count = 0, event;

	for (size_t i = 0; i < picks->count; i++)
		if (is_in(trace, origins, &picks->items[i], events ? &events[i] : &event))
			count++;
	return count;
}

bool td_picks_are_in(const struct td_trace *trace, const struct td_origins *origins, const struct td_picks *picks,
		     uint32_t *events)
{
	return count_held(trace, origins, picks, events) == picks->count;
}

static bool has_both_sides(const struct td_trace *trace, const struct td_origins *origins, const struct td_pick *pick)
{
	bool reads = false, writes = pick->is_beginning;

	for (uint32_t i = 0; i < trace->event_count && !(reads && writes); i++) {
		reads |= td_pick_has_read(pick, trace, origins, i);
		writes |= td_pick_has_write(pick, trace, origins, i);
	}
	return reads && writes;
}

/* An execution that tells why it cannot be: all reads and writes are there. */
static bool keep_if_closer(struct quest *quest, struct td_trace *trace, const struct td_origins *origins, uint32_t held)
{
	if (quest->closest && held <= quest->held)
		return false;
	for (size_t i = 0; i < quest->picks->count; i++)
		if (!has_both_sides(trace, origins, &quest->picks->items[i]))
			return false;
	td_trace_free(quest->closest);
	quest->closest = trace;
	quest->held = held;
	return true;
}

static bool look_at(void *context, const struct td_channel *channel)
{
	struct quest *quest = context;
	struct td_trace *trace = td_trace_plain(channel);
	struct td_origins origins = td_origins_find(trace);
	uint32_t held = count_held(trace, &origins, quest->picks, NULL);

	quest->executions++;
	if (held == quest->picks->count)
		quest->schedule = td_schedule_copy(channel);
	if (!keep_if_closer(quest, trace, &origins, held))
		td_trace_free(trace);
	td_origins_free(&origins);
	return !quest->schedule;
}

static void begin_anew(void *context)
{
	(void)context;
}

/* Most futures are met by a few executions that are drawn. */
static void draw(struct quest *quest, double seconds)
{
	struct td_completion_plan plan = {
		.prefix = &nothing, .policy = {.kind = TD_POLICY_RANDOM}, .most = DRAWN, .until = td_now() + seconds};

	td_completions_run(quest->guide->completions, &plan, look_at, quest);
}

static char *why_not(const struct quest *quest)
{
	struct td_origins origins;
	char *circle;

	if (!quest->closest)
		return NULL;
	origins = td_origins_find(quest->closest);
	circle = td_circle_words(quest->closest, &origins, quest->picks, quest->guide->symbols);
	td_origins_free(&origins);
	return circle;
}

static void learn_places(struct td_guide *guide, const struct td_picks *picks, double until)
{
	struct td_waypoints all = {0};

	for (size_t i = 0; i < picks->count; i++)
		for (size_t k = 0; k < picks->items[i].sides.count; k++)
			TD_PUSH(&all, picks->items[i].sides.items[k]);
	td_guide_learn_places(guide, &all, until);
	free(all.items);
}

struct td_future td_picks_run(struct td_guide *guide, const struct td_picks *picks, double seconds)
{
	struct td_future future = {.verdict = TD_GUIDED_NOT_FOUND};
	struct quest quest = {.guide = guide, .picks = picks};
	double start = td_now();
	struct td_all_ways ways = {0};

	learn_places(guide, picks, start + seconds / 10);
	draw(&quest, seconds / 4);
	if (!quest.schedule)
		ways = td_futures_go_through(guide, seconds - (td_now() - start), begin_anew, look_at, &quest);
	if (quest.schedule)
		future.trace = td_guide_replay(guide, quest.schedule);
	if (future.trace)
		future.verdict = TD_GUIDED_REACHED;
	else if (ways.is_complete && !quest.schedule)
		future.verdict = TD_GUIDED_IMPOSSIBLE;
	if (future.verdict == TD_GUIDED_IMPOSSIBLE)
		future.circle = why_not(&quest);
	future.executions = ways.is_complete ? ways.executions : quest.executions;
	future.seconds = td_now() - start;
	td_trace_free(quest.closest);
	if (quest.schedule)
		td_schedule_free(quest.schedule);
	return future;
}

void td_future_clear(struct td_future *self)
{
	td_trace_free(self->trace);
	free(self->circle);
}
