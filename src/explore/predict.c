#include "predict.h"

#include "base/base.h"
#include "replay.h"

#include <stdlib.h>

enum {
	MOST_CIRCLES = 64,
	MOST_ALIKE = 16,        /* circles over the same places */
	MOST_STEPS = 2000000    /* of the search for them */
};

struct circle_search {
	struct td_predictions *found;
	const struct td_lock_edge **by_from; /* edges, sorted by what they start from */
	uint32_t count;
	const struct td_lock_edge *path[TD_LONGEST_CIRCLE];
	uint32_t wanted;        /* length */
	uint32_t steps;
};

static int is_no_lock(const struct td_lock_order *order, uint64_t lock)
{
	for (uint32_t i = 0; i < order->no_lock_count && i < TD_MAX_NO_LOCKS; i++)
		if (order->no_locks[i] == lock)
			return 1;
	return 0;
}

static int comes_before(const struct td_lock_edge *a, const struct td_lock_edge *b)
{
	return a->number < TD_MAX_CLOCK && b->clock[a->number] >= a->clock[a->number];
}

static int holds_alone(const struct td_lock_edge *edge, uint64_t lock, int by_reader)
{
	if (edge->from == lock)
		return !(edge->from_shared && by_reader);
	for (uint32_t i = 0; i < edge->gate_count; i++)
		if (edge->gates[i] == lock)
			return !(edge->shared_gates >> i & 1 && by_reader);
	return 0;
}

static int are_behind_one_gate(const struct td_lock_edge *a, const struct td_lock_edge *b)
{
	if (holds_alone(b, a->from, a->from_shared))
		return 1;
	for (uint32_t i = 0; i < a->gate_count; i++)
		if (holds_alone(b, a->gates[i], a->shared_gates >> i & 1))
			return 1;
	return 0;
}

static int can_be_at_once(const struct td_lock_edge *a, const struct td_lock_edge *b)
{
	return a->lineage != b->lineage && !comes_before(a, b) && !comes_before(b, a) && !are_behind_one_gate(a, b);
}

/* The thread of A waits for that of B. */
static int waits_for(const struct td_lock_edge *a, const struct td_lock_edge *b)
{
	return a->to == b->from && !(a->to_shared && b->from_shared);
}

/* A sum, so that it does not matter where the circle begins. */
static uint64_t places_of(const struct circle_search *search)
{
	uint64_t sum = search->wanted;

	for (uint32_t i = 0; i < search->wanted; i++)
		sum += td_hash_bytes(search->path[i]->frames, sizeof search->path[i]->frames,
				     search->path[i]->from_site);
	return sum;
}

static int is_same(const struct td_circle *circle, const struct circle_search *search)
{
	if (circle->length != search->wanted)
		return 0;
	for (uint32_t i = 0; i < search->wanted; i++) {
		uint32_t k = 0;

		while (k < circle->length &&
		       (circle->edges[k].from != search->path[i]->from || circle->edges[k].to != search->path[i]->to))
			k++;
		if (k == circle->length)
			return 0;
	}
	return 1;
}

static void add_circle(struct circle_search *search)
{
	struct td_predictions *found = search->found;
	struct td_circle circle = { .length = search->wanted, .places = places_of(search) };
	uint32_t alike = 0;

	for (size_t i = 0; i < found->count; i++) {
		if (found->items[i].places != circle.places)
			continue;
		alike++;
		if (is_same(&found->items[i], search))
			return;
	}
	if (alike == MOST_ALIKE || found->count == MOST_CIRCLES)
		return;
	for (uint32_t i = 0; i < search->wanted; i++) {
		circle.edges[i] = *search->path[i];
		circle.is_weak |= search->path[i]->is_weak;
	}
	TD_PUSH(found, circle);
}

static int fits(const struct circle_search *search, const struct td_lock_edge *edge, uint32_t length)
{
	if (!waits_for(search->path[length - 1], edge))
		return 0;
	for (uint32_t i = 0; i < length; i++)
		if (!can_be_at_once(search->path[i], edge))
			return 0;
	return 1;
}

/* Where in `by_from` the edges begin that start from a lock. */
static uint32_t first_from(const struct circle_search *search, uint64_t lock)
{
	uint32_t low = 0, high = search->count;

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (search->by_from[middle]->from < lock)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* Each circle is found from the first of its edges, so the others come after it in the list. */
static void extend(struct circle_search *search, uint32_t length)
{
	const struct td_lock_edge *first = search->path[0];
	uint64_t lock = search->path[length - 1]->to;

	for (uint32_t i = first_from(search, lock); i < search->count && search->by_from[i]->from == lock; i++) {
		const struct td_lock_edge *edge = search->by_from[i];

		if (search->steps++ >= MOST_STEPS)
			return;
		if (edge <= first || !fits(search, edge, length))
			continue;
		search->path[length] = edge;
		if (length + 1 < search->wanted)
			extend(search, length + 1);
		else if (waits_for(edge, first))
			add_circle(search);
	}
}

static int compare_from(const void *a, const void *b)
{
	const struct td_lock_edge *first = *(const struct td_lock_edge *const *)a,
				  *second = *(const struct td_lock_edge *const *)b;

	if (first->from != second->from)
		return first->from < second->from ? -1 : 1;
	return first < second ? -1 : first > second;
}

/* A program that tramples on its memory may have been at the channel's. */
static int is_sound(const struct td_lock_edge *edge)
{
	return edge->gate_count <= TD_MAX_GATES && edge->kind < TD_KINDS;
}

static void sort_edges(struct circle_search *search, const struct td_lock_order *order)
{
	uint32_t count = order->count < TD_MAX_LOCK_EDGES ? order->count : TD_MAX_LOCK_EDGES;

	search->by_from = td_alloc(count * sizeof *search->by_from);
	for (uint32_t i = 0; i < count; i++)
		if (is_sound(&order->edges[i]) && !is_no_lock(order, order->edges[i].from))
			search->by_from[search->count++] = &order->edges[i];
	qsort(search->by_from, search->count, sizeof *search->by_from, compare_from);
}

void td_predict(struct td_predictions *self, const struct td_lock_order *order)
{
	struct circle_search search = { .found = self };

	if (order->count == self->edges_seen)
		return;
	self->edges_seen = order->count;
	sort_edges(&search, order);
	for (search.wanted = 2; search.wanted <= TD_LONGEST_CIRCLE; search.wanted++)
		for (uint32_t i = 0; i < search.count; i++) {
			search.path[0] = search.by_from[i];
			extend(&search, 1);
		}
	free(search.by_from);
}

int td_prediction_is_confirmed(const struct td_predictions *self, const struct td_circle *circle)
{
	for (size_t i = 0; i < self->count; i++)
		if (self->items[i].places == circle->places && self->items[i].confirmed)
			return 1;
	return 0;
}

void td_circle_targets(const struct td_circle *self, struct td_hunt *hunt)
{
	*hunt = (struct td_hunt){ .count = self->length };
	for (uint32_t i = 0; i < self->length; i++) {
		const struct td_lock_edge *edge = &self->edges[i];
		/* not the thread itself, which holds that without having taken it */
		int is_lock = edge->from_site != 0;

		hunt->targets[i] = (struct td_target){.site = edge->to_site,
						      .object = edge->object,
						      .kind = edge->kind,
						      .holds = is_lock ? edge->from : 0,
						      .approach = edge->from_site};
	}
}

static int somebody_waits_at(const struct td_channel *channel, uint64_t site)
{
	for (uint32_t i = 0; i < channel->ended.thread_count && i < TD_MAX_THREADS; i++)
		if (channel->threads[i].state == TD_T_BLOCKED &&
		    td_relative_address(channel->threads[i].pc, channel->modules, channel->module_count) == site)
			return 1;
	return 0;
}

int td_circle_is_end(const struct td_circle *self, const struct td_channel *channel)
{
	if (channel->ended.end != TD_END_DEADLOCK && channel->ended.end != TD_END_CYCLE)
		return 0;
	for (uint32_t i = 0; i < self->length; i++)
		if (!somebody_waits_at(channel, self->edges[i].to_site))
			return 0;
	return 1;
}
