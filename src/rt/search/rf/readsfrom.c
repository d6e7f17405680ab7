#include "readsfrom.h"

#include "readsfrom_graph.h"
#include "readsfrom_print.h"
#include "witness.h"
#include "rt/core.h"
#include "rt/state.h"
#include "rt/sys.h"

enum { MAX_NODES = TD_MAX_SEGMENTS };

/* Shared with forked children. */
struct search {
	uint32_t node_count;
	uint32_t kept;           /* of them, so many were there before the execution */
	struct td_rf_way *way;   /* being followed; NULL: the first execution */
	uint8_t is_lost;         /* the execution did not go its way */
	uint32_t wasted;
};

static struct search TD_STATE *search;
static struct td_rf_node TD_STATE *nodes;
static uint8_t TD_STATE in_step;        /* the last one is under way */

void td_readsfrom_setup(void)
{
	search = td_pool_table(4096);
	nodes = td_pool_table(MAX_NODES * sizeof *nodes);
	td_rf_graph_setup();
}

void td_readsfrom_reset(void)
{
	*search = (struct search){0};
}

uint32_t td_readsfrom_wasted(void)
{
	return search->wasted;
}

static void drop_node(struct td_rf_node *node)
{
	td_pool_give(node->cut, node->threads * sizeof *node->cut);
	td_pool_give(node->keys, node->key_room * sizeof *node->keys);
}

/* An execution may have to begin once more, because it had too few threads. */
void td_readsfrom_begin(void)
{
	while (search->node_count > search->kept)
		drop_node(&nodes[--search->node_count]);
	search->is_lost = 0;
	in_step = 0;
	td_rf_graph_begin();
}

static uint32_t way_length(void)
{
	return search->way ? search->way->length : 0;
}

/* Does the step read what could have been otherwise?  Who finds a once control done finds it so for ever. */
static int is_decided(const struct td_rf_step *step)
{
	for (uint32_t i = 0; i < step->access_count; i++) {
		const struct td_rf_access *access = &td_rf->accesses[step->first_access + i];
		int found_done = (access->address & TD_RF_OBJECT) && access->may_write && !access->writes;
		if (access->reads && !found_done)
			return 1;
	}
	return step->choice_count > 0;
}

static struct td_rf_node *new_node(const struct td_rf_step *step, uint32_t threads)
{
	const struct td_rf_access *first = &td_rf->accesses[step->first_access];
	struct td_rf_node *node = &nodes[search->node_count++];
	*node = (struct td_rf_node){.thread = step->thread, .number = step->number, .threads = threads, .is_own = 1};
	node->cut = td_pool_take(node->threads * sizeof *node->cut);
	td_plain_copy(node->cut, td_rf->step_count, node->threads * sizeof *node->cut);
	node->cut[step->thread] = step->number - 1;
	if (step->access_count && (first->address & TD_RF_OBJECT) && first->writes) {
		node->is_object = 1;
		node->could = first->could;
	}
	return node;
}

/* A step on the way that was changed has not chosen before. */
static int chooses_anew(uint32_t index, const struct td_rf_step *step)
{
	const struct td_rf_way *way = search->way;
	return way && way->is_next && index == way->target && step->choice_count;
}

/* All that is on the way is fixed; how far that is, is known. */
static void new_chooser(const struct td_rf_step *step)
{
	struct td_rf_node *node = new_node(step, TD_RF_THREADS);
	node->only_chooses = 1;
	td_plain_set(node->cut, 0, node->threads * sizeof *node->cut);
	for (uint32_t i = 0; i < way_length(); i++)
		node->cut[search->way->threads[i]]++;
	node->cut[step->thread] = step->number - 1;
}

static void end_step(void)
{
	if (!in_step)
		return;
	in_step = 0;
	uint32_t index = td_rf->length - 1;
	struct td_rf_step *step = td_rf_step(index);
	td_rf_graph_end_step();
	step->is_new = index >= way_length();
	if (step->is_new && is_decided(step))
		new_node(step, td_rf->threads);
	else if (chooses_anew(index, step))
		new_chooser(step);
}

static struct td_fiber *fiber_of(struct td_fiber **enabled, uint32_t count, uint32_t thread)
{
	for (uint32_t i = 0; i < count; i++)
		if (enabled[i]->id == thread)
			return enabled[i];
	return NULL;
}

/* Any order would do; main comes last, for when it ends the others end with it, and what they would have done is not seen. */
static struct td_fiber *pick_freely(struct td_fiber **enabled, uint32_t count)
{
	struct td_fiber *best = enabled[0];
	for (uint32_t i = 1; i < count; i++)
		best = (uint16_t)(enabled[i]->id - 1) < (uint16_t)(best->id - 1) ? enabled[i] : best;
	return best;
}

int td_readsfrom_is_prescribed(void)
{
	return td_rf->length < way_length();
}

struct td_fiber *td_readsfrom_pick(struct td_fiber **enabled, uint32_t count)
{
	end_step();
	struct td_fiber *fiber = td_rf->length < way_length() ? fiber_of(enabled, count, search->way->threads[td_rf->length])
							      : pick_freely(enabled, count);
	if (!fiber) { /* something happened that could not be foretold */
		search->is_lost = 1;
		search->wasted++;
		td_cut(TD_CUT_READS_FROM, td_current ? td_current->pending.pc : 0);
		td_finish_wasted();
	}
	td_rf_graph_begin_step(fiber);
	in_step = 1;
	return fiber;
}

static int is_under_way(const struct td_fiber *fiber)
{
	return in_step && fiber->id == td_rf_step(td_rf->length - 1)->thread;
}

void td_readsfrom_touch(const struct td_fiber *fiber, const struct td_touch *touch)
{
	if (is_under_way(fiber))
		td_rf_graph_touch(fiber, touch);
}

void td_readsfrom_order(const struct td_fiber *before, const struct td_fiber *after)
{
	td_rf_graph_order(before, after, is_under_way(before) || is_under_way(after));
}

static uint32_t outcome_on_way(uint32_t at, uint32_t which)
{
	for (uint32_t i = 0; search->way && i < search->way->choice_count; i++)
		if (search->way->choices[i].at == at && search->way->choices[i].which == which)
			return search->way->choices[i].outcome;
	return 0;
}

uint32_t td_readsfrom_choice(uint32_t n)
{
	struct td_rf_step *step = td_rf_step(td_rf->length - 1);
	uint32_t which = step->choice_count;
	if (!is_under_way(td_current) || which >= TD_STEP_CHOICES)
		td_unsupported("more than %u choices in one step", (uint64_t)TD_STEP_CHOICES);
	step->choice_counts[which] = n;
	step->choices[which] = outcome_on_way(td_rf->length - 1, which) % n;
	step->choice_count++;
	return step->choices[which];
}

void td_readsfrom_end(void)
{
	end_step();
	td_rf_graph_end();
}

static void drop_way(struct td_rf_way *way)
{
	if (!way)
		return;
	td_pool_give(way->choices, way->choice_room * sizeof *way->choices);
	td_pool_give(way->threads, way->length * sizeof *way->threads);
	td_pool_give(way, sizeof *way);
}

/* What is decided last is tried first. */
static struct td_rf_way *take_way(struct td_rf_node *node)
{
	struct td_rf_way **best = &node->ways, *way;
	for (struct td_rf_way **at = &node->ways; *at; at = &(*at)->next)
		if ((*at)->level > (*best)->level)
			best = at;
	way = *best;
	if (way)
		*best = way->next;
	return way;
}

/* Of the steps on the way those that were changed are new. */
static void mark_changed(void)
{
	const struct td_rf_way *way = search->way;
	for (uint32_t i = 0; way && i < way->changed_count; i++)
		td_rf_step(way->changed[i])->is_new = 1;
}

static void learn(void)
{
	mark_changed();
	td_rf_graph_finish();
	if (search->way && !td_rf_has_key(search->way)) {
		if (td_self_check() && !td_channel->done.bound_cut)
			td_panic("self-check: an execution did not come to what it was to try");
		td_cut(TD_CUT_READS_FROM, td_current ? td_current->pending.pc : 0);
	}
	td_rf_check_frees();
	td_witness_effort = 0;
	for (uint32_t i = 0; i < search->node_count; i++)
		td_rf_find_keys(&nodes[i]);
}

int td_readsfrom_next(void)
{
	struct td_rf_way *way = NULL;
	if (!search->is_lost && td_rf->length >= way_length())
		learn();
	while (search->node_count && !(way = take_way(&nodes[search->node_count - 1])))
		drop_node(&nodes[--search->node_count]);
	search->kept = search->node_count;
	drop_way(search->way);
	search->way = way;
	if (way)
		nodes[search->node_count - 1].is_own = !way->is_next;
	return way != NULL;
}
