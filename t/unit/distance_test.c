/* Distances on random programs, against a search through all states: a site and the calls that lead there. */
#include <stdlib.h>
#include <string.h>

#include "guide/distance.h"

enum { FUNCTIONS = 4, PROGRAMS = 1500, DEEPEST = 9, MOST_STATES = 400000 };

static uint64_t state = 7;

static uint32_t draw(uint32_t below)
{
	state = state * 6364136223846793005ull + 1442695040888963407ull;
	return (uint32_t)(state >> 33) % below;
}

/* A random program as a site table. */

static const char *const names[] = {"f0", "f1", "f2", "f3", "library"};
static const char *const signatures[] = {"void (ptr)", "i32 ()"};

static void add_site(struct td_site_table *table)
{
	static const enum td_site_kind kinds[] = {TD_SITE_READ, TD_SITE_WRITE,         TD_SITE_CALL,
						  TD_SITE_CALL, TD_SITE_CALL_INDIRECT, TD_SITE_HANDS_OVER};
	struct td_table_site site = {.kind = kinds[draw(6)], .block = (uint32_t)table->blocks.count - 1};

	site.file = site.expression = "";
	site.callee = site.kind == TD_SITE_CALL_INDIRECT ? signatures[draw(2)] : names[draw(5)];
	TD_PUSH(&table->sites, site);
}

static void add_block(struct td_site_table *table, uint32_t first, uint32_t count)
{
	struct td_table_block block = {.function = (uint32_t)table->functions.count - 1,
				       .first_site = (uint32_t)table->sites.count,
				       .first_successor = (uint32_t)table->successors.count};
	bool returns = draw(4) == 0;

	TD_PUSH(&table->blocks, block);
	for (uint32_t left = draw(3); left; left--)
		add_site(table);
	if (returns)
		TD_PUSH(&table->sites, ((struct td_table_site){.kind = TD_SITE_RETURN,
							       .block = (uint32_t)table->blocks.count - 1,
							       .file = "",
							       .expression = "",
							       .callee = ""}));
	for (uint32_t left = returns ? 0 : draw(3); left; left--)
		TD_PUSH(&table->successors, first + draw(count));
}

static struct td_site_table random_program(void)
{
	static uint32_t by_name[FUNCTIONS] = {0, 1, 2, 3};
	struct td_site_table table = {.by_name = by_name};

	for (uint32_t f = 0; f < FUNCTIONS; f++) {
		uint32_t first = (uint32_t)table.blocks.count, count = 1 + draw(4);
		struct td_table_function function = {.name = names[f],
						     .file = "",
						     .signature = signatures[draw(2)],
						     .flags = draw(2) ? TD_FUNCTION_ADDRESS_TAKEN : 0,
						     .first_block = first};

		TD_PUSH(&table.functions, function);
		for (uint32_t i = 0; i < count; i++)
			add_block(&table, first, count);
	}
	TD_PUSH(&table.blocks, ((struct td_table_block){.first_site = (uint32_t)table.sites.count,
							.first_successor = (uint32_t)table.successors.count}));
	TD_PUSH(&table.functions, ((struct td_table_function){.first_block = (uint32_t)table.blocks.count - 1}));
	table.blocks.count--;
	table.functions.count--;
	return table;
}

static void clear_program(struct td_site_table *table)
{
	free(table->sites.items);
	free(table->blocks.items);
	free(table->functions.items);
	free(table->successors.items);
}

/* Breadth first through all states; a step that costs nothing is taken at once.  Calls nest no deeper than a shortest
 * way needs. */

struct place {
	uint8_t depth, block; /* of the innermost; how far it is in its block */
	uint8_t at;
	uint8_t blocks[DEEPEST + 1], ats[DEEPEST + 1]; /* of the callers, outermost first: where they go on */
	bool is_detached;                              /* its outermost call returns to nothing */
};

struct waiting {
	struct place place;
	uint32_t cost;
};

struct oracle {
	const struct td_site_table *table;
	const bool *is_target;
	struct waiting *queue;
	uint32_t first, count;
};

static void visit(struct oracle *self, struct place place, uint32_t cost)
{
	for (uint32_t i = 0; i < self->count; i++)
		if (!memcmp(&self->queue[i].place, &place, sizeof place)) {
			if (cost < self->queue[i].cost)
				self->queue[i].cost = cost;
			return;
		}
	if (place.depth <= DEEPEST && self->count < MOST_STATES)
		self->queue[self->count++] = (struct waiting){place, cost};
}

static const struct td_table_site *site_at(const struct td_site_table *table, const struct place *place)
{
	uint32_t site = table->blocks.items[place->block].first_site + place->at;

	return site < table->blocks.items[place->block + 1].first_site ? &table->sites.items[site] : NULL;
}

static struct place in_function(const struct td_site_table *table, struct place place, uint32_t function)
{
	if (place.depth < DEEPEST + 1) {
		place.blocks[place.depth] = place.block;
		place.ats[place.depth] = place.at + 1;
	}
	place.depth++;
	place.block = (uint8_t)table->functions.items[function].first_block;
	place.at = 0;
	return place;
}

static bool may_call(const struct td_site_table *table, const struct td_table_site *site, uint32_t function)
{
	const struct td_table_function *at = &table->functions.items[function];

	if (site->kind == TD_SITE_CALL_INDIRECT)
		return at->flags & TD_FUNCTION_ADDRESS_TAKEN && !strcmp(at->signature, site->callee);
	return !strcmp(at->name, site->callee);
}

static void step_block(struct oracle *self, struct waiting from)
{
	const struct td_table_block *block = &self->table->blocks.items[from.place.block];

	for (uint32_t i = block[0].first_successor; i < block[1].first_successor; i++) {
		struct place next = from.place;

		next.block = (uint8_t)self->table->successors.items[i];
		next.at = 0;
		visit(self, next, from.cost + 1);
	}
}

static void step_return(struct oracle *self, struct waiting from)
{
	struct place next = from.place;

	if (!next.depth)
		return;
	next.depth--;
	next.block = next.blocks[next.depth];
	next.at = next.ats[next.depth];
	next.blocks[next.depth] = next.ats[next.depth] = 0;
	visit(self, next, from.cost + 1);
}

static void step_site(struct oracle *self, struct waiting from, const struct td_table_site *site)
{
	bool calls = site->kind == TD_SITE_CALL || site->kind == TD_SITE_CALL_INDIRECT, is_known = false;
	struct place next = from.place;

	for (uint32_t f = 0; f < FUNCTIONS && (calls || site->kind == TD_SITE_HANDS_OVER); f++) {
		if (!may_call(self->table, site, f))
			continue;
		is_known = true;
		if (calls)
			visit(self, in_function(self->table, from.place, f), from.cost + 1);
		else
			visit(self,
			      (struct place){.block = (uint8_t)self->table->functions.items[f].first_block,
					     .is_detached = true},
			      from.cost + 1);
	}
	next.at++;
	if (!calls || !is_known)
		visit(self, next, from.cost + (site->kind != TD_SITE_HANDS_OVER));
}

/* Costs of 0 break the order of a queue, so the cheapest is looked for. */
static uint32_t search(struct oracle *self)
{
	while (self->first < self->count) {
		uint32_t best = self->first;

		for (uint32_t i = self->first; i < self->count; i++)
			if (self->queue[i].cost < self->queue[best].cost)
				best = i;
		struct waiting at = self->queue[best];

		self->queue[best] = self->queue[self->first];
		self->queue[self->first++] = at;
		const struct td_table_site *site = site_at(self->table, &at.place);

		if (site && self->is_target[site - self->table->sites.items])
			return at.cost;
		if (!site)
			step_block(self, at);
		else if (site->kind == TD_SITE_RETURN)
			step_return(self, at);
		else
			step_site(self, at, site);
	}
	return TD_NO_DISTANCE;
}

/* The thread is at STACK[0]; callers go on behind their calls. */
static struct place place_of(const struct td_site_table *table, const uint32_t *stack, uint32_t depth)
{
	struct place place = {.depth = (uint8_t)(depth - 1)};

	for (uint32_t i = 0; i < depth; i++) {
		const struct td_table_site *site = &table->sites.items[stack[i]];
		uint8_t at = (uint8_t)(stack[i] - table->blocks.items[site->block].first_site);

		if (i == 0) {
			place.block = (uint8_t)site->block;
			place.at = at;
		} else {
			place.blocks[depth - 1 - i] = (uint8_t)site->block;
			place.ats[depth - 1 - i] = at + 1;
		}
	}
	return place;
}

/* The least of all stacks below which the function of the last call can have been called. */
static uint32_t of_any_stack(const struct td_distances *distances, uint32_t *stack, uint32_t depth)
{
	const struct td_site_table *table = distances->table;
	uint32_t function = table->blocks.items[table->sites.items[stack[depth - 1]].block].function;
	uint32_t nearest = td_distance_of(distances, stack, depth);

	for (uint32_t i = 0; i < table->sites.count && depth <= FUNCTIONS; i++) {
		const struct td_table_site *site = &table->sites.items[i];

		if ((site->kind != TD_SITE_CALL && site->kind != TD_SITE_CALL_INDIRECT) ||
		    !may_call(table, site, function))
			continue;
		stack[depth] = i;
		uint32_t found = of_any_stack(distances, stack, depth + 1);

		nearest = found < nearest ? found : nearest;
	}
	return nearest;
}

static bool is_right(const struct td_site_table *table, struct waiting *queue, uint32_t *reached)
{
	uint32_t sites = (uint32_t)table->sites.count, targets[2] = {draw(sites), draw(sites)}, stack[3],
		 depth = 1 + draw(3);
	bool *is_target = td_alloc(sites), good;
	struct oracle oracle = {table, is_target, queue, 0, 0};
	struct td_distances distances = td_distances_to(table, targets, 2);

	is_target[targets[0]] = is_target[targets[1]] = true;
	for (uint32_t i = 0; i < depth; i++)
		stack[i] = draw(sites);
	visit(&oracle, place_of(table, stack, depth), 0);
	uint32_t wanted = search(&oracle), got = td_distance_of(&distances, stack, depth);

	good = oracle.count == MOST_STATES || wanted == got;
	*reached += wanted != TD_NO_DISTANCE && wanted;
	if (!good)
		printf("# wanted %d, got %d\n", (int)wanted, (int)got);
	uint32_t any[FUNCTIONS + 2] = {stack[0]};

	wanted = of_any_stack(&distances, any, 1);
	got = td_distance_at_least(&distances, stack[0]);
	if (wanted != got)
		printf("# of any stack: wanted %d, got %d\n", (int)wanted, (int)got);
	good &= wanted == got;
	td_distances_clear(&distances);
	free(is_target);
	return good;
}

int main(void)
{
	struct waiting *queue = td_alloc(MOST_STATES * sizeof *queue);
	uint32_t wrong = 0, looked_at = 0, reached = 0;

	for (int i = 0; i < PROGRAMS; i++) {
		struct td_site_table table = random_program();

		if (table.sites.count) {
			wrong += !is_right(&table, queue, &reached);
			looked_at++;
		}
		clear_program(&table);
	}
	wrong += reached < PROGRAMS / 5;
	printf("%sok 1 - distances in %u random programs, of which %u have a way (%u wrong)\n1..1\n",
	       wrong ? "not " : "", looked_at, reached, wrong);
	free(queue);
	return wrong > 0;
}
