#include "distance.h"

#include <stdlib.h>
#include <string.h>

#include "base/map.h"

/* A node is a site, before it is done, or the end of a block.  A unit is what a call can lead to: a function, or all
 * whose address is taken that have one signature. */

struct list {
	uint32_t *first; /* of each owner, and one more */
	uint32_t *items;
};

struct search {
	const struct td_site_table *table;
	uint32_t *to_target, *to_end;
	uint32_t *unit_of;  /* of each site: where it leads to, TD_NO_DISTANCE if to nothing that is known */
	uint32_t *group_of; /* of each function: the unit of its signature, or TD_NO_DISTANCE */
	uint32_t unit_count;
	uint32_t *unit_target, *unit_end; /* from their beginning */
	struct list before;               /* of each block: those it follows */
	struct list callers;              /* of each unit: sites */
	bool *is_target;
	struct {
		uint32_t *items;
		size_t count, room;
	} queue; /* nodes to look at again */
	bool *is_queued;
};

static uint32_t plus(uint32_t a, uint32_t b)
{
	return a == TD_NO_DISTANCE || b == TD_NO_DISTANCE ? TD_NO_DISTANCE : a + b;
}

static uint32_t least(uint32_t a, uint32_t b)
{
	return a < b ? a : b;
}

/* Nodes. */

static uint32_t end_of(const struct td_site_table *table, uint32_t block)
{
	return (uint32_t)table->sites.count + block;
}

static uint32_t begin_of(const struct td_site_table *table, uint32_t block)
{
	const struct td_table_block *at = &table->blocks.items[block];

	return at[0].first_site < at[1].first_site ? at->first_site : end_of(table, block);
}

static uint32_t next_of(const struct td_site_table *table, uint32_t site)
{
	uint32_t block = table->sites.items[site].block;

	return site + 1 < table->blocks.items[block + 1].first_site ? site + 1 : end_of(table, block);
}

/* Lists. */

/* Turns pairs (owner, item) into lists; OWNER may leave an item out. */
static struct list list_by(uint32_t owners, uint32_t items, uint32_t (*owner)(const struct search *, uint32_t),
			   const struct search *self)
{
	struct list list = {td_alloc((owners + 1) * sizeof(uint32_t)), td_alloc(items * sizeof(uint32_t))};
	uint32_t *next = td_alloc((owners + 1) * sizeof *next);

	for (uint32_t i = 0; i < items; i++)
		if (owner(self, i) != TD_NO_DISTANCE)
			list.first[owner(self, i) + 1]++;
	for (uint32_t i = 0; i < owners; i++)
		list.first[i + 1] += list.first[i];
	memcpy(next, list.first, (owners + 1) * sizeof *next);
	for (uint32_t i = 0; i < items; i++)
		if (owner(self, i) != TD_NO_DISTANCE)
			list.items[next[owner(self, i)]++] = i;
	free(next);
	return list;
}

static void clear_list(struct list *list)
{
	free(list->first);
	free(list->items);
}

static uint32_t unit_of_site(const struct search *self, uint32_t site)
{
	return self->unit_of[site];
}

static uint32_t block_behind(const struct search *self, uint32_t edge)
{
	return self->table->successors.items[edge];
}

/* The block whose successors have this edge among them. */
static uint32_t block_before(const struct td_site_table *table, uint32_t edge)
{
	uint32_t low = 0, high = (uint32_t)table->blocks.count;

	while (low < high) {
		uint32_t middle = (low + high) / 2;

		if (table->blocks.items[middle + 1].first_successor <= edge)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static struct list list_before(const struct search *self)
{
	uint32_t edges = (uint32_t)self->table->successors.count;
	struct list list = list_by((uint32_t)self->table->blocks.count, edges, block_behind, self);

	for (uint32_t i = 0; i < edges; i++)
		list.items[i] = block_before(self->table, list.items[i]);
	return list;
}

/* Calls. */

static void group_functions(struct search *self, struct td_intern *signatures)
{
	const struct td_site_table *table = self->table;

	self->group_of = td_alloc(table->functions.count * sizeof *self->group_of);
	for (uint32_t i = 0; i < table->functions.count; i++) {
		const struct td_table_function *function = &table->functions.items[i];
		bool is_taken = function->flags & TD_FUNCTION_ADDRESS_TAKEN;

		self->group_of[i] =
			is_taken ? (uint32_t)table->functions.count + td_intern_add(signatures, function->signature)
				 : TD_NO_DISTANCE;
	}
	self->unit_count = (uint32_t)(table->functions.count + signatures->strings.count);
}

static uint32_t find_unit(const struct search *self, struct td_intern *signatures, const struct td_table_site *site)
{
	const struct td_site_table *table = self->table;
	const struct td_table_function *function = NULL;
	size_t known = signatures->strings.count;
	uint32_t group;

	if (site->kind == TD_SITE_CALL_INDIRECT) {
		group = td_intern_add(signatures, site->callee);
		return group < known ? (uint32_t)table->functions.count + group : TD_NO_DISTANCE;
	}
	if (site->kind == TD_SITE_CALL || site->kind == TD_SITE_HANDS_OVER)
		function = td_site_table_callee(table, site);
	return function ? (uint32_t)(function - table->functions.items) : TD_NO_DISTANCE;
}

static void find_units(struct search *self)
{
	struct td_intern signatures = {0};

	group_functions(self, &signatures);
	self->unit_of = td_alloc(self->table->sites.count * sizeof *self->unit_of);
	for (uint32_t i = 0; i < self->table->sites.count; i++) {
		uint32_t unit = find_unit(self, &signatures, &self->table->sites.items[i]);

		self->unit_of[i] = unit < self->unit_count ? unit : TD_NO_DISTANCE;
	}
	td_intern_clear(&signatures);
	self->callers = list_by(self->unit_count, (uint32_t)self->table->sites.count, unit_of_site, self);
}

/* The search: backwards from targets and returns, each node again when one behind it has come nearer. */

static void enqueue(struct search *self, uint32_t node)
{
	if (!self->is_queued[node])
		TD_PUSH(&self->queue, node);
	self->is_queued[node] = true;
}

static void enqueue_before(struct search *self, uint32_t block)
{
	for (uint32_t i = self->before.first[block]; i < self->before.first[block + 1]; i++)
		enqueue(self, end_of(self->table, self->before.items[i]));
}

static void settle_unit(struct search *self, uint32_t unit, uint32_t target, uint32_t end)
{
	if (target >= self->unit_target[unit] && end >= self->unit_end[unit])
		return;
	self->unit_target[unit] = least(self->unit_target[unit], target);
	self->unit_end[unit] = least(self->unit_end[unit], end);
	for (uint32_t i = self->callers.first[unit]; i < self->callers.first[unit + 1]; i++)
		enqueue(self, self->callers.items[i]);
}

/* A block's first node has come nearer: so have the blocks before it, and if it is a function's first, its callers. */
static void tell_block(struct search *self, uint32_t block, uint32_t node)
{
	uint32_t function = self->table->blocks.items[block].function;

	enqueue_before(self, block);
	if (self->table->functions.items[function].first_block != block)
		return;
	settle_unit(self, function, self->to_target[node], self->to_end[node]);
	if (self->group_of[function] != TD_NO_DISTANCE)
		settle_unit(self, self->group_of[function], self->to_target[node], self->to_end[node]);
}

static void settle(struct search *self, uint32_t node, uint32_t block, uint32_t target, uint32_t end)
{
	if (target >= self->to_target[node] && end >= self->to_end[node])
		return;
	self->to_target[node] = least(self->to_target[node], target);
	self->to_end[node] = least(self->to_end[node], end);
	if (node == begin_of(self->table, block))
		tell_block(self, block, node);
	else if (node < self->table->sites.count)
		enqueue(self, node - 1);
	else
		enqueue(self, self->table->blocks.items[block + 1].first_site - 1);
}

/* What a site costs that is done and left behind. */
static uint32_t cost_of(const struct search *self, uint32_t site)
{
	enum td_site_kind kind = self->table->sites.items[site].kind;
	uint32_t unit = self->unit_of[site];

	if (kind == TD_SITE_HANDS_OVER)
		return 0;
	return unit == TD_NO_DISTANCE ? 1 : plus(1, self->unit_end[unit]);
}

static void look_at_site(struct search *self, uint32_t site)
{
	const struct td_table_site *at = &self->table->sites.items[site];
	uint32_t next = next_of(self->table, site), cost = cost_of(self, site), unit = self->unit_of[site];
	uint32_t target = self->is_target[site] ? 0 : plus(cost, self->to_target[next]);
	uint32_t end = at->kind == TD_SITE_RETURN ? 1 : plus(cost, self->to_end[next]);

	if (unit != TD_NO_DISTANCE)
		target = least(target, plus(1, self->unit_target[unit]));
	settle(self, site, at->block, target, end);
}

static void look_at_end(struct search *self, uint32_t block)
{
	const struct td_table_block *at = &self->table->blocks.items[block];
	uint32_t target = TD_NO_DISTANCE, end = TD_NO_DISTANCE;

	for (uint32_t i = at[0].first_successor; i < at[1].first_successor; i++) {
		uint32_t next = begin_of(self->table, self->table->successors.items[i]);

		target = least(target, plus(1, self->to_target[next]));
		end = least(end, plus(1, self->to_end[next]));
	}
	settle(self, end_of(self->table, block), block, target, end);
}

static void run(struct search *self)
{
	for (size_t i = 0; i < self->queue.count; i++) {
		uint32_t node = self->queue.items[i], sites = (uint32_t)self->table->sites.count;

		self->is_queued[node] = false;
		if (node < sites)
			look_at_site(self, node);
		else
			look_at_end(self, node - sites);
	}
}

static uint32_t *far(size_t count)
{
	uint32_t *items = td_alloc(count * sizeof *items);

	memset(items, 0xff, count * sizeof *items);
	return items;
}

static void prepare(struct search *self)
{
	size_t nodes = self->table->sites.count + self->table->blocks.count;

	self->to_target = far(nodes);
	self->to_end = far(nodes);
	self->is_queued = td_alloc(nodes * sizeof *self->is_queued);
	self->is_target = td_alloc(self->table->sites.count * sizeof *self->is_target);
	self->before = list_before(self);
	find_units(self);
	self->unit_target = far(self->unit_count);
	self->unit_end = far(self->unit_count);
}

static void clear(struct search *self)
{
	clear_list(&self->before);
	clear_list(&self->callers);
	free(self->unit_of);
	free(self->group_of);
	free(self->unit_target);
	free(self->unit_end);
	free(self->is_target);
	free(self->is_queued);
	free(self->queue.items);
}

/* How far a target is from behind a call, whatever comes before it on the stack. */
static uint32_t behind(const struct search *self, const uint32_t *from_end, uint32_t site)
{
	uint32_t next = next_of(self->table, site), block = self->table->sites.items[site].block;
	uint32_t function = self->table->blocks.items[block].function;

	return least(self->to_target[next], plus(self->to_end[next], from_end[function]));
}

static bool lower(uint32_t *number, uint32_t to)
{
	bool is_lower = to < *number;

	*number = least(*number, to);
	return is_lower;
}

/* A function that has been handed over does not return into the call that it was handed to. */
static bool lower_units(const struct search *self, uint32_t *from_end)
{
	bool changed = false;

	for (uint32_t i = 0; i < self->table->sites.count; i++)
		if (self->unit_of[i] != TD_NO_DISTANCE && self->table->sites.items[i].kind != TD_SITE_HANDS_OVER)
			changed |= lower(&from_end[self->unit_of[i]], behind(self, from_end, i));
	for (uint32_t i = 0; i < self->table->functions.count; i++)
		if (self->group_of[i] != TD_NO_DISTANCE)
			changed |= lower(&from_end[i], from_end[self->group_of[i]]);
	return changed;
}

/* A round for each call that the shortest way leaves, which are few. */
static uint32_t *find_from_end(const struct search *self)
{
	uint32_t *from_end = far(self->unit_count);

	while (lower_units(self, from_end))
		continue;
	return from_end;
}

struct td_distances td_distances_to(const struct td_site_table *table, const uint32_t *targets, size_t count)
{
	struct search search = {.table = table};

	prepare(&search);
	for (size_t i = 0; i < count; i++) {
		search.is_target[targets[i]] = true;
		enqueue(&search, targets[i]);
	}
	for (uint32_t i = 0; i < table->sites.count; i++)
		if (table->sites.items[i].kind == TD_SITE_RETURN)
			enqueue(&search, i);
	run(&search);
	uint32_t *from_end = find_from_end(&search);

	clear(&search);
	return (struct td_distances){table, search.to_target, search.to_end, from_end};
}

void td_distances_clear(struct td_distances *self)
{
	free(self->to_target);
	free(self->to_end);
	free(self->from_end);
}

uint32_t td_distance_of(const struct td_distances *self, const uint32_t *stack, size_t depth)
{
	uint32_t nearest = TD_NO_DISTANCE, left = 0;

	for (size_t i = 0; i < depth; i++) {
		uint32_t node = i ? next_of(self->table, stack[i]) : stack[i];

		nearest = least(nearest, plus(left, self->to_target[node]));
		left = plus(left, self->to_end[node]);
	}
	return nearest;
}

uint32_t td_distance_at_least(const struct td_distances *self, uint32_t site)
{
	uint32_t function = self->table->blocks.items[self->table->sites.items[site].block].function;

	return least(self->to_target[site], plus(self->to_end[site], self->from_end[function]));
}
