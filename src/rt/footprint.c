#include "dependence.h"

#include "pool.h"

int td_touches_commute(const struct td_touch *a, const struct td_touch *b)
{
	if (!a->writes && !b->writes)
		return 1;
	if (!a->group || !b->group || a->address != b->address || a->size != b->size)
		return 0;
	if (a->group == TD_GROUP_POSTS || b->group == TD_GROUP_POSTS)
		return 1;
	return a->group == b->group && a->group != TD_GROUP_TAKES && (a->group != TD_GROUP_SAME || a->with == b->with);
}

static int touches_overlap(const struct td_touch *a, const struct td_touch *b)
{
	uint64_t a_end = a->address + (a->size ? a->size : 1), b_end = b->address + (b->size ? b->size : 1);
	return a->address < b_end && b->address < a_end && !td_touches_commute(a, b);
}

int td_footprints_depend(const struct td_footprint *a, const struct td_footprint *b)
{
	if (a->count == 1 && b->count == 1)
		return touches_overlap(a->items, b->items);
	for (uint32_t i = 0; i < a->count; i++)
		for (uint32_t k = 0; k < b->count; k++)
			if (touches_overlap(&a->items[i], &b->items[k]))
				return 1;
	return 0;
}

void td_footprint_copy(struct td_footprint *to, const struct td_footprint *from)
{
	*to = (struct td_footprint){.count = from->count, .room = from->count};
	if (!from->count)
		return;
	to->items = td_pool_take(from->count * sizeof *to->items);
	td_plain_copy(to->items, from->items, from->count * sizeof *to->items);
}

void td_footprint_drop(struct td_footprint *footprint)
{
	td_pool_give(footprint->items, footprint->room * sizeof *footprint->items);
	*footprint = (struct td_footprint){0};
}
