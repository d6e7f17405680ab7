#include "nearness.h"

#include "distance.h"
#include "explore/replay.h"

#include <stdlib.h>
#include <string.h>

struct targets {
	uint32_t *items;
	size_t count, room;
};

struct give {
	const struct td_waypoints *waypoints;
	struct td_channel *channel;
	struct targets targets[TD_MAX_PLACES];
	struct td_distances distances[TD_MAX_PLACES];
};

static bool overlaps(const struct td_code *code, uint64_t low, uint64_t high)
{
	for (size_t i = 0; i < code->count; i++)
		if (low < code->items[i].high && code->items[i].low < high)
			return true;
	return false;
}

static void note_target(void *context, uint64_t low, uint64_t high, uint32_t site)
{
	struct give *self = context;

	for (size_t i = 0; i < self->waypoints->count; i++)
		if (overlaps(&self->waypoints->items[i].code, low, high))
			TD_PUSH(&self->targets[i], site);
}

static uint16_t near_enough(uint32_t distance)
{
	return distance == TD_NO_DISTANCE ? TD_FAR : distance < TD_FAR ? (uint16_t)distance : TD_FAR - 1;
}

/* Several sites at one place follow each other. */
static void note_distance(void *context, uint64_t low, uint64_t high, uint32_t site)
{
	struct give *self = context;
	struct td_steer *steer = &self->channel->steer;
	struct td_distance *distance;

	if (steer->distance_count == TD_MAX_DISTANCES)
		return;
	distance = &steer->distances[steer->distance_count++];
	memset(distance, 0xff, sizeof *distance);
	distance->low = low;
	distance->high = high;
	for (size_t i = 0; i < self->waypoints->count; i++)
		if (self->targets[i].count)
			distance->to[i] = near_enough(td_distance_at_least(&self->distances[i], site));
}

static int compare_distances(const void *a, const void *b)
{
	const struct td_distance *x = a, *y = b;

	if (x->low != y->low)
		return x->low < y->low ? -1 : 1;
	return x->high < y->high ? -1 : x->high > y->high;
}

static void take_nearer(struct td_distance *to, const struct td_distance *from)
{
	for (size_t i = 0; i < TD_MAX_PLACES; i++)
		if (from->to[i] < to->to[i])
			to->to[i] = from->to[i];
}

/* One for each piece of code, in the order of addresses. */
static void sort(struct td_steer *steer)
{
	uint32_t kept = 0;

	if (steer->distance_count)
		qsort(steer->distances, steer->distance_count, sizeof *steer->distances, compare_distances);
	for (uint32_t i = 0; i < steer->distance_count; i++) {
		struct td_distance *last = kept ? &steer->distances[kept - 1] : NULL;

		if (last && last->low == steer->distances[i].low && last->high == steer->distances[i].high)
			take_nearer(last, &steer->distances[i]);
		else
			steer->distances[kept++] = steer->distances[i];
	}
	steer->distance_count = kept;
}

static void make_relative(struct td_channel *channel)
{
	for (uint32_t i = 0; i < channel->steer.distance_count; i++) {
		struct td_distance *distance = &channel->steer.distances[i];

		distance->low = td_relative_address(distance->low, channel->modules, channel->module_count);
		distance->high = td_relative_address(distance->high, channel->modules, channel->module_count);
	}
}

bool td_nearness_give(const struct td_waypoints *waypoints, struct td_symbols *symbols, struct td_channel *channel)
{
	struct give self = {.waypoints = waypoints, .channel = channel};
	struct td_site_table *table = td_site_table_open(symbols->modules, symbols->module_count);
	bool is_known = table->blob_count > 0;

	channel->steer.distance_count = 0;
	if (is_known)
		td_site_table_each_code(table, symbols, note_target, &self);
	for (size_t i = 0; i < waypoints->count; i++)
		if (self.targets[i].count)
			self.distances[i] = td_distances_to(table, self.targets[i].items, self.targets[i].count);
	if (is_known)
		td_site_table_each_code(table, symbols, note_distance, &self);
	sort(&channel->steer);
	make_relative(channel);
	for (size_t i = 0; i < waypoints->count; i++) {
		if (self.targets[i].count)
			td_distances_clear(&self.distances[i]);
		free(self.targets[i].items);
	}
	td_site_table_close(table);
	return is_known;
}
