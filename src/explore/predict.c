#include "predict.h"

#include "base/base.h"
#include "replay.h"

enum {
	MOST_CIRCLES = 64,
	MOST_ALIKE = 16,        /* circles over the same places */
	MOST_STEPS = 2000000    /* of the search for them */
};

struct circle_search {
	struct td_predictions *found;
	const struct td_lock_order *order;
	const struct td_lock_edge *path[TD_LONGEST_CIRCLE];
	uint32_t wanted;        /* length */
	uint32_t steps;
};

static int is_no_lock(const struct td_lock_order *order, uint64_t lock)
{
	for (uint32_t i = 0; i < order->no_lock_count; i++)
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

	for (uint32_t i = 0; i < search->wanted; i++) {
		uint64_t sites[] = { search->path[i]->from_site, search->path[i]->to_site };

		sum += td_hash_bytes(sites, sizeof sites, 1);
	}
	return sum;
}

static int is_same(const struct td_circle *circle, const struct circle_search *search)
{
	if (circle->length != search->wanted)
		return 0;
	for (uint32_t i = 0; i < search->wanted; i++) {
		uint32_t k = 0;

		while (k < circle->length && (circle->edges[k].from != search->path[i]->from || circle->edges[k].to != search->path[i]->to))
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
	for (uint32_t i = 0; i < search->wanted; i++)
		circle.edges[i] = *search->path[i];
	TD_PUSH(found, circle);
}

static int fits(const struct circle_search *search, const struct td_lock_edge *edge, uint32_t length)
{
	if (!waits_for(search->path[length - 1], edge) || is_no_lock(search->order, edge->from))
		return 0;
	for (uint32_t i = 0; i < length; i++)
		if (!can_be_at_once(search->path[i], edge))
			return 0;
	return 1;
}

/* Each circle is found from the first of its edges, so the others come after it in the list. */
static void extend(struct circle_search *search, uint32_t length)
{
	const struct td_lock_edge *first = search->path[0];

	for (const struct td_lock_edge *edge = first + 1; edge < search->order->edges + search->order->count; edge++) {
		if (search->steps++ >= MOST_STEPS)
			return;
		if (!fits(search, edge, length))
			continue;
		search->path[length] = edge;
		if (length + 1 < search->wanted)
			extend(search, length + 1);
		else if (waits_for(edge, first))
			add_circle(search);
	}
}

void td_predict(struct td_predictions *self, const struct td_lock_order *order)
{
	struct circle_search search = { .found = self, .order = order };

	if (order->count == self->edges_seen)
		return;
	self->edges_seen = order->count;
	for (search.wanted = 2; search.wanted <= TD_LONGEST_CIRCLE; search.wanted++)
		for (uint32_t i = 0; i < order->count; i++) {
			search.path[0] = &order->edges[i];
			if (!is_no_lock(order, order->edges[i].from))
				extend(&search, 1);
		}
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
		int is_lock = edge->from_site != 0; /* not the thread itself, which holds that without having taken it */

		hunt->targets[i] = (struct td_target){ .site = edge->to_site, .object = edge->object, .kind = edge->kind,
						       .holds = is_lock ? edge->from : 0, .approach = edge->from_site };
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
