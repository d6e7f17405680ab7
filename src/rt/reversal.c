#include "reversal.h"

#include "dependence.h"
#include "pool.h"
#include "port.h"

/* The continuation after the first step's node: all later steps that do not depend on the first step, then the second. */
struct continuation {
	uint32_t *steps;
	uint32_t count;
	uint32_t last;           /* the second step of the race, while it is still in the list */
	struct td_footprint last_footprint; /* what it may touch when it comes first */
	uint16_t last_thread;
};

static uint32_t TD_STATE *room;

static uint16_t thread_at(const struct continuation *self, uint32_t i)
{
	return self->steps[i] == self->last ? self->last_thread : td_search_step(self->steps[i])->thread;
}

static const struct td_footprint *footprint_at(const struct continuation *self, uint32_t i)
{
	return self->steps[i] == self->last ? &self->last_footprint : &td_search_step(self->steps[i])->footprint;
}

/* Does the k-th come after the i-th in every order of the continuation?  The second step of the race does not depend any more
 * on what it depended on through the first. */
static int comes_after(const struct continuation *self, uint32_t k, uint32_t i)
{
	uint32_t early = self->steps[i], late = self->steps[k];
	if (late != self->last)
		return td_happens_before(early, late);
	const struct td_step *step = td_search_step(early);
	if (late != TD_NO_STEP && td_clock_before(late)[step->thread] >= step->number)
		return 1;
	return step->thread == thread_at(self, k) || td_footprints_depend(&step->footprint, footprint_at(self, k));
}

/* Where the thread's first step stands if it can come first of all; -1 if it cannot; count if the thread has no step in the
 * continuation and its next one (`footprint`) does not depend on any of it. */
static int64_t place_if_first(const struct continuation *self, uint16_t thread, const struct td_footprint *footprint)
{
	for (uint32_t k = 0; k < self->count; k++) {
		if (thread_at(self, k) != thread)
			continue;
		for (uint32_t i = 0; i < k; i++)
			if (comes_after(self, k, i))
				return -1;
		return k;
	}
	for (uint32_t k = 0; k < self->count; k++)
		if (td_footprints_depend(footprint, footprint_at(self, k)))
			return -1;
	return self->count;
}

static int was_tried(const struct td_step *node, const struct continuation *continuation)
{
	for (const struct td_sleeper *sleeper = node->asleep; sleeper; sleeper = sleeper->next)
		if (place_if_first(continuation, sleeper->thread, &sleeper->footprint) >= 0)
			return 1;
	return 0;
}

static void take_out(struct continuation *self, uint32_t place)
{
	for (uint32_t i = place; i + 1 < self->count; i++)
		self->steps[i] = self->steps[i + 1];
	self->count--;
}

static struct td_wake *new_wake(const struct continuation *continuation, uint32_t i)
{
	struct td_wake *wake = td_pool_take(sizeof *wake);
	wake->thread = thread_at(continuation, i);
	td_footprint_copy(&wake->footprint, footprint_at(continuation, i));
	return wake;
}

static void append(struct td_wake **list, const struct continuation *continuation)
{
	while (*list)
		list = &(*list)->next;
	for (uint32_t i = 0; i < continuation->count; i++) {
		*list = new_wake(continuation, i);
		list = &(*list)->first_child;
	}
}

static void insert(struct td_step *node, struct continuation *continuation)
{
	struct td_wake **list = &node->tree;
	for (struct td_wake *wake = *list; wake;) {
		int64_t place = wake == node->taken ? -1 : place_if_first(continuation, wake->thread, &wake->footprint);
		if (place < 0) {
			wake = wake->next;
			continue;
		}
		if (place < continuation->count)
			take_out(continuation, (uint32_t)place);
		if (!continuation->count || !wake->first_child)
			return;
		list = &wake->first_child;
		wake = *list;
	}
	append(list, continuation);
}

static void describe_pending(struct continuation *self, const struct td_fiber *fiber)
{
	struct td_touch *touch = td_pool_take(sizeof *touch);
	*touch = (struct td_touch){.address = td_port_side(fiber->pending.object, fiber->pending.kind), .size = fiber->pending.size, .writes = 1,
				   .kind = fiber->pending.kind, .before = TD_NO_STEP};
	self->last_footprint = (struct td_footprint){.count = 1, .room = 1, .items = touch};
	self->last_thread = fiber->id;
}

static void describe_last(struct continuation *self, const struct td_step *step)
{
	td_footprint_copy(&self->last_footprint, &step->footprint);
	self->last_thread = step->thread;
}

void td_reverse(const struct td_race *race, uint32_t length)
{
	if (!room)
		room = td_map((uint64_t)TD_MAX_SEGMENTS * sizeof *room);
	struct continuation continuation = {.steps = room, .last = race->second};
	struct td_step *node = td_search_step(race->first);
	for (uint32_t i = race->first + 1; i < length; i++)
		if (i != race->second && !td_happens_before(race->first, i))
			room[continuation.count++] = i;
	room[continuation.count++] = race->second;
	if (race->second == TD_NO_STEP)
		describe_pending(&continuation, td_fiber(race->thread));
	else
		describe_last(&continuation, td_search_step(race->second));
	if (!was_tried(node, &continuation))
		insert(node, &continuation);
	td_footprint_drop(&continuation.last_footprint);
}
