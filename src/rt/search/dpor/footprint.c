#include "dependence.h"
#include "search.h"
#include "rt/state.h"
#include "rt/sys.h"

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

int td_several_depend(const struct td_footprint *a, const struct td_footprint *b)
{
	const struct td_touch *as = td_touches(a), *bs = td_touches(b);
	for (uint32_t i = 0; i < a->count; i++)
		for (uint32_t k = 0; k < b->count; k++)
			if (td_touches_depend(&as[i], &bs[k]))
				return 1;
	return 0;
}

static void make_room(struct td_footprint *self, uint32_t room)
{
	struct td_touch *more = td_pool_take(room * sizeof *more);
	td_plain_copy(more, td_touches(self), self->count * sizeof *more);
	if (self->room)
		td_pool_give(self->more, self->room * sizeof *more);
	self->more = more;
	self->room = room;
}

void td_footprint_add(struct td_footprint *self, const struct td_touch *touch)
{
	if (self->count && self->count >= self->room)
		make_room(self, 2 * self->count);
	td_touches(self)[self->count++] = *touch;
}

void td_footprint_copy(struct td_footprint *to, const struct td_footprint *from)
{
	*to = *from;
	if (!from->room)
		return;
	to->more = td_pool_take(from->room * sizeof *to->more);
	td_plain_copy(to->more, from->more, from->count * sizeof *to->more);
}

void td_footprint_drop(struct td_footprint *footprint)
{
	if (footprint->room)
		td_pool_give(footprint->more, footprint->room * sizeof *footprint->more);
	footprint->count = footprint->room = 0;
}
