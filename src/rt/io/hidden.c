#include "hidden.h"

#include "rt/hooks.h"
#include "rt/engine.h"
#include "rt/race.h"
#include "rt/search.h"
#include "rt/loops.h"
#include "rt/core.h"
#include "rt/state.h"
#include "rt/sys.h"

enum { MOST_LEARNED = 256 }; /* words of files: if there are more, they have other names in each execution */
enum { CONTENTS = TD_SEES | TD_CHANGES, NAME = TD_SEES_NAME | TD_CHANGES_NAME };

/* The word by which it is learned that the thing is used in this way; the first is for who uses it. */
static uint64_t word_of(uint64_t place, enum td_way way)
{
	return place + 8 * (1 + (uint64_t)__builtin_ctz(way));
}

int td_hidden_is_alone(const struct td_fiber *fiber)
{
	if (fiber->id)
		return 0;
	for (uint32_t i = 1; i < td_fiber_count; i++)
		if (!td_fiber(i)->life.joined)
			return 0;
	return 1;
}

static int is_learned(uint64_t word)
{
	return *td_shadow(word) & TD_SHADOW_SHARED;
}

static int is_file(uint64_t word)
{
	return word >= td_hidden_place(TD_HIDDEN_FILE) && word < td_hidden_place(TD_HIDDEN_END);
}

static uint32_t learned_of_files(void)
{
	uint32_t count = 0;
	for (uint32_t i = 0; i < td_channel->range_count; i++)
		count += is_file(td_channel->ranges[i].start);
	return count;
}

static int is_to_be_learned(uint64_t word)
{
	return !(*td_shadow(word) & (TD_SHADOW_SHARED | TD_SHADOW_OWNER)) && td_channel->job.learn;
}

static void learn(uint64_t word)
{
	if (!is_to_be_learned(word))
		return;
	if (is_file(word) && learned_of_files() >= MOST_LEARNED)
		word = td_hidden_place(TD_HIDDEN_FILES);
	if (is_to_be_learned(word))
		td_shadow_learn(word);
}

int td_hidden_is_learned(uint64_t place, uint32_t ways)
{
	for (uint32_t way = 1; way <= ways; way <<= 1)
		if (ways & way && !is_learned(word_of(place, way)))
			return 0;
	return 1;
}

void td_hidden_learn(uint64_t place, uint32_t ways)
{
	for (uint32_t way = 1; way <= ways; way <<= 1)
		if (ways & way)
			learn(word_of(place, way));
}

/* Who looks before there are threads sees nothing that they do. */
static void note(const struct td_fiber *fiber, uint64_t place, uint32_t ways, int is_alone)
{
	if (td_fiber_count == 1 || !ways)
		return;
	if (is_alone) {
		td_hidden_learn(place, ways & TD_SEES);
		return;
	}
	td_access_by_kernel(fiber, place);
	td_hidden_learn(place, ways & (CONTENTS | NAME));
}

static int is_noticed(uint64_t place, uint32_t ways)
{
	int is_changed = td_hidden_is_learned(place, TD_CHANGES) || td_hidden_is_learned(place, TD_SEES_ORDER);
	return is_learned(place) && ((ways & CONTENTS && is_changed && td_hidden_is_learned(place, TD_SEES)) ||
				     (ways & NAME && td_hidden_is_learned(place, NAME)));
}

static int changes(uint64_t place, uint32_t ways)
{
	return ways & (TD_CHANGES | TD_CHANGES_NAME) || (ways & TD_SEES_ORDER && td_hidden_is_learned(place, TD_SEES_ORDER));
}

/* A thing that is a file may keep threads apart: one writes when it is done, or removes what the other waits to make. */
static void order(const struct td_fiber *fiber, uint64_t place, uint32_t ways)
{
	for (uint32_t way = TD_SEES; way <= TD_SEES_NAME && place >= td_hidden_place(TD_HIDDEN_FILES); way *= TD_SEES_NAME / TD_SEES) {
		if (ways & way)
			td_race_acquire(fiber, word_of(place, way));
		if (ways & way << 1)
			td_race_release(fiber, word_of(place, way));
	}
}

static void point(struct td_fiber *fiber, const struct td_hidden_step *step, uint64_t pc)
{
	if (changes(step->place, step->ways))
		td_point_write(fiber, TD_CHANGE, step->place, 0, pc);
	else
		td_point(fiber, TD_LOOK, step->place, 0, pc);
	fiber->pending.unshared = !step->is_seen;
	td_symmetry_named(fiber, pc);
}

void td_hidden_begin(struct td_hidden_step *step, uint64_t pc)
{
	struct td_fiber *self = td_current;
	int is_alone = td_hidden_is_alone(self);
	step->is_seen = !is_alone && (is_noticed(step->place, step->ways) || (step->other && is_noticed(step->other, step->ways)));
	step->is_event = step->is_seen || (!is_alone && (td_sees_all() || self->loop.watched));
	note(self, step->place, step->ways, is_alone);
	if (step->other)
		note(self, step->other, step->ways, is_alone);
	if (step->is_event)
		point(self, step, pc);
	else
		td_pass_unseen(self);
}

/* As a try that has failed: in another order it would have written. */
static void record_look(struct td_fiber *fiber)
{
	if (fiber->pending.writes) {
		fiber->pending.writes = 0;
		fiber->pending.flags |= TD_F_FAILED;
	}
	td_record(fiber, 0);
}

static void record(struct td_fiber *fiber, const struct td_hidden_step *step, int has_changed)
{
	int writes = fiber->pending.writes;
	if (has_changed)
		td_record(fiber, 0);
	else
		record_look(fiber);
	if (step->other && step->is_seen)
		td_record_also(fiber, step->other);
	if (has_changed && writes)
		td_progress(fiber);
	else if (!has_changed || !(step->ways & TD_SEES_ORDER))
		td_looked(fiber, (uint64_t)has_changed);
}

/* Who changes the thing is not where it was, though it has written to no memory. */
void td_hidden_end(const struct td_hidden_step *step, int has_changed)
{
	struct td_fiber *self = td_current;
	uint32_t ways = has_changed ? step->ways : step->ways & (TD_SEES | TD_SEES_NAME);
	if (step->is_event)
		record(self, step, has_changed);
	if (ways & (TD_CHANGES | TD_CHANGES_NAME | TD_SEES_ORDER))
		td_changed_own_memory(self);
	order(self, step->place, ways);
	if (step->other)
		order(self, step->other, ways);
}

void td_hidden_use(uint64_t place, uint32_t ways, uint64_t pc)
{
	struct td_hidden_step step = {.place = place, .ways = ways};
	td_hidden_begin(&step, pc);
	td_hidden_end(&step, 1);
}
