#include "points.h"

#include "rt/core.h"
#include "rt/state.h"
#include "rt/sys.h"

enum { LEVELS = TD_MAX_PLACES + 1, FIRST_ROOM = 64 };

/* A binary heap; for the last one added, a stack. */
struct level {
	struct td_point *points;
	uint32_t count, room;
	uint64_t last; /* order of the point that was taken last */
};

struct points {
	struct level levels[LEVELS];
	uint32_t count;
};
static struct points TD_STATE *points;

struct td_decision *td_decision_new(struct td_decision *parent, uint32_t what)
{
	struct td_decision *self = td_pool_take(sizeof *self);
	*self = (struct td_decision){.parent = parent, .uses = 1, .what = what};
	if (parent)
		parent->uses++;
	return self;
}

struct td_decision *td_decision_use(struct td_decision *self)
{
	self->uses++;
	return self;
}

/* The root stays. */
void td_decision_release(struct td_decision *self)
{
	while (self->parent && --self->uses == 0) {
		struct td_decision *parent = self->parent;
		td_pool_give(self, sizeof *self);
		self = parent;
	}
}

void td_points_setup(void)
{
	points = td_pool_table(sizeof *points);
}

void td_points_reset(void)
{
	*points = (struct points){0};
}

static void make_room(struct level *level)
{
	if (level->count < level->room)
		return;
	uint32_t room = level->room ? 2 * level->room : FIRST_ROOM;
	struct td_point *more = td_pool_take(room * sizeof *more);
	for (uint32_t i = 0; i < level->count; i++)
		more[i] = level->points[i];
	td_pool_give(level->points, level->room * sizeof *more);
	level->points = more;
	level->room = room;
}

static void move_up(struct td_point *heap, uint32_t i)
{
	struct td_point point = heap[i];
	for (; i && point.order < heap[(i - 1) / 2].order; i = (i - 1) / 2)
		heap[i] = heap[(i - 1) / 2];
	heap[i] = point;
}

static void move_down(struct td_point *heap, uint32_t count, uint32_t i)
{
	struct td_point point = heap[i];
	for (uint32_t child = 2 * i + 1; child < count; child = 2 * i + 1) {
		child += child + 1 < count && heap[child + 1].order < heap[child].order;
		if (point.order <= heap[child].order)
			break;
		heap[i] = heap[child];
		i = child;
	}
	heap[i] = point;
}

/* A leaf of the level that has most: none of the best. */
static void drop_one(void)
{
	struct level *most = &points->levels[0];
	for (uint32_t i = 1; i < LEVELS; i++)
		if (points->levels[i].count > most->count)
			most = &points->levels[i];
	td_decision_release(most->points[--most->count].parent);
	points->count--;
}

int td_points_add(uint32_t level, const struct td_point *point)
{
	uint32_t limit = td_channel->steer.most_points ? td_channel->steer.most_points : TD_MOST_POINTS;
	int is_full = points->count >= limit;
	struct level *to = &points->levels[level];
	if (is_full)
		drop_one();
	make_room(to);
	to->points[to->count] = *point;
	points->count++;
	to->count++;
	if (td_channel->steer.steering != TD_STEER_DEPTH_FIRST)
		move_up(to->points, to->count - 1);
	return !is_full;
}

static struct level *drawn_level(void)
{
	struct level *drawn = NULL;
	uint32_t seen = 0;
	for (uint32_t i = 0; i < LEVELS; i++)
		if (points->levels[i].count && td_lot_below(++seen) == 0)
			drawn = &points->levels[i];
	return drawn;
}

int td_points_take(struct td_point *point)
{
	struct level *level = drawn_level();
	if (!level)
		return 0;
	*point = level->points[0];
	level->last = point->order;
	level->points[0] = level->points[--level->count];
	points->count--;
	if (level->count)
		move_down(level->points, level->count, 0);
	return 1;
}

uint64_t td_points_last(uint32_t level)
{
	return points->levels[level].last;
}

int td_points_take_last(struct td_point *point)
{
	struct level *level = &points->levels[0];
	if (!level->count)
		return 0;
	*point = level->points[--level->count];
	points->count--;
	return 1;
}

uint32_t td_points_count(void)
{
	return points->count;
}
