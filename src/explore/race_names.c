#include "race_names.h"

#include "replay.h"
#include "trace/labels.h"
#include "trace/naming.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_RACED = 16, MOST_DRAWN = 8 }; /* executions to find names in */

/* What numbered things are called: "node#2" is the block at this address. */
struct root {
	char *text;
	uint64_t place;
};

struct roots {
	struct root *items;
	size_t count, room;
};

struct names {
	struct td_naming *naming;
	struct roots *roots;
};

static bool is_taken(const struct roots *roots, const char *text)
{
	for (size_t i = 0; i < roots->count; i++)
		if (!strcmp(roots->items[i].text, text))
			return true;
	return false;
}

/* The name keeps the root that its block has had in an execution before; another block does not get the same one. */
static void tell_apart(struct roots *roots, struct td_name *name)
{
	const char *mark = strrchr(name->root, '#');
	size_t kind = mark ? (size_t)(mark - name->root) : 0;

	if (!mark)
		return;
	for (size_t i = 0; i < roots->count; i++)
		if (roots->items[i].place == name->place && !strncmp(roots->items[i].text, name->root, kind + 1)) {
			free(name->root);
			name->root = td_strdup(roots->items[i].text);
			return;
		}
	for (int number = 1; is_taken(roots, name->root); number++) {
		char *next = td_format("%.*s#%d", (int)kind, name->root, number);

		free(name->root);
		name->root = next;
	}
	TD_PUSH(roots, ((struct root){ td_strdup(name->root), name->place }));
}

static char *name_now(const struct names *names, uint64_t address, uint64_t size)
{
	struct td_name name = { 0 };
	char *text = NULL;

	if (td_naming_data(names->naming, address, size, &name) && name.root) {
		tell_apart(names->roots, &name);
		text = name.scope_always && name.scope
			       ? td_format("%s%s (%s)", name.root, name.path ? name.path : "", name.scope)
			       : td_format("%s%s", name.root, name.path ? name.path : "");
	}
	td_name_clear(&name);
	return text;
}

/* As large as the place is now: its first access may have touched more bytes. */
static uint64_t size_of(const struct td_race_place *place)
{
	return place->end - place->start;
}

static void name_places(struct td_race_places *places, const struct names *names, uint64_t address, int is_lock)
{
	if (is_lock) {
		for (size_t i = 0; i < places->count; i++)
			if (places->items[i].lock_address == address && !places->items[i].lock)
				places->items[i].lock = name_now(names, address, 0);
		return;
	}
	size_t i = td_race_place_behind(places, address);
	if (i < places->count && places->items[i].start == address && !places->items[i].name)
		places->items[i].name = name_now(names, address, size_of(&places->items[i]));
}

static void name_by_events(struct td_race_places *places, const struct names *names, const struct td_channel *channel)
{
	uint32_t count = channel->ended.event_count < TD_MAX_EVENTS ? channel->ended.event_count : TD_MAX_EVENTS;

	for (uint32_t i = 0; i < count; i++) {
		const struct td_event *event = &channel->events[i];

		td_naming_step(names->naming, i);
		name_places(places, names, event->object, event->kind >= TD_LOCK && event->kind < TD_COND_WAIT);
		if (event->kind == TD_ENTER)
			name_places(places, names, event->object, 1);
	}
	for (size_t i = 0; i < places->count; i++) { /* what this execution did not come to */
		struct td_race_place *place = &places->items[i];

		if (!place->name)
			place->name = name_now(names, place->start, size_of(place));
		if (place->lock_address && !place->lock)
			place->lock = name_now(names, place->lock_address, 0);
	}
}

static void name_from(struct td_race_places *places, struct roots *roots, const struct td_channel *channel)
{
	uint32_t modules = channel->module_count < TD_MAX_MODULES ? channel->module_count : TD_MAX_MODULES;
	uint32_t threads = channel->ended.thread_count < TD_MAX_THREADS ? channel->ended.thread_count : TD_MAX_THREADS;
	struct td_symbols *symbols = td_symbols_open(channel->modules, modules);
	char **labels = td_labels_make(symbols, channel, threads);
	struct names names = { td_naming_open(symbols, channel, labels), roots };

	name_by_events(places, &names, channel);
	td_naming_close(names.naming);
	td_labels_free(labels, threads);
	td_symbols_close(symbols);
}

/* The execution of this schedule again, with every event and the heap in it. */
static void name_by_schedule(struct td_race_places *places, struct roots *roots, const struct td_command *command,
			     const struct td_job *like, const struct td_schedule *schedule, double watchdog)
{
	struct td_session *session = td_replay_prepare(command, like, schedule, watchdog);
	struct td_job job = td_schedule_job(schedule, like);

	if (!session)
		return;
	job.detail = 1;
	if (td_session_run(session, &job) == 0)
		name_from(places, roots, session->channel);
	td_session_free(session);
}

static int has_unnamed(const struct td_race_places *places)
{
	for (size_t i = 0; i < places->count; i++)
		if (!places->items[i].name || (places->items[i].lock_address && !places->items[i].lock))
			return 1;
	return 0;
}

/* A schedule that the policy draws; NULL if there was no time for that. */
static struct td_schedule *draw_schedule(const struct td_command *command, const struct td_job *like, uint64_t seed,
					 double watchdog)
{
	struct td_session *session = td_session_new(command, TD_OUTPUT_DROP, watchdog);
	struct td_schedule nothing = { 0 }, *schedule = NULL;
	struct td_job job = td_schedule_job(&nothing, like);

	job.kind = TD_JOB_EXPLORE;
	job.seed = seed;
	job.systematic = 0;
	job.policy_count = 1;
	job.policies[0] = (struct td_policy){ .kind = TD_POLICY_POS };
	if (td_session_run(session, &job) == 0)
		schedule = td_schedule_copy(session->channel);
	td_session_free(session);
	return schedule;
}

/* First one execution without preemptions.  A block that is allocated in some orders only may not be in that one, but
 * in one in which a race was found, or that is drawn. */
static void look_for_names(struct td_race_places *places, const struct td_command *command, const struct td_job *like,
			   const struct td_schedules *raced, double watchdog)
{
	struct td_schedule nothing = { 0 };
	struct roots roots = { 0 };

	name_by_schedule(places, &roots, command, like, &nothing, watchdog);
	for (size_t i = 0; i < raced->count && i < MOST_RACED && has_unnamed(places); i++)
		name_by_schedule(places, &roots, command, like, raced->items[i], watchdog);
	for (uint64_t seed = 1; seed <= MOST_DRAWN && has_unnamed(places); seed++) {
		struct td_schedule *schedule = draw_schedule(command, like, seed, watchdog);

		if (!schedule)
			break;
		name_by_schedule(places, &roots, command, like, schedule, watchdog);
		td_schedule_free(schedule);
	}
	for (size_t i = 0; i < roots.count; i++)
		free(roots.items[i].text);
	free(roots.items);
}

void td_race_names_find(struct td_race_places *places, const struct td_command *command, const struct td_job *like,
			const struct td_schedules *raced, double watchdog)
{
	look_for_names(places, command, like, raced, watchdog);
	for (size_t i = 0; i < places->count; i++) {
		struct td_race_place *place = &places->items[i];

		if (!place->name)
			place->name = td_format("0x%llx", (unsigned long long)place->start);
		if (place->lock_address && !place->lock)
			place->lock = td_format("0x%llx", (unsigned long long)place->lock_address);
	}
}
