/* Steps that need several things at once, or one of several: a read that also changes an epoll set, a poll.
 *
 * Just before an earlier step, and after all that does not come after that one, each object is as the first step on it found it
 * that is the earlier step or comes after it; an object with no such step is as the late step found it itself.  So it is known
 * whether the late step would have been possible there. */
#include "dependence.h"
#include "reversal.h"
#include "search.h"
#include "rt/state.h"

/* What could be done with the object of the late step's touch if `early` and all that comes after it had not been. */
static uint8_t could_without(const struct td_touch *touch, uint32_t early)
{
	uint8_t could = touch->could;
	uint32_t at = touch->before;
	while (at != TD_NO_STEP && (at == early || td_happens_before(early, at))) {
		const struct td_touch *other = td_touch_of(at, touch->address);
		if (!other)
			break;
		could = other->could;
		at = other->before;
	}
	return could;
}

static int is_possible_without(const struct td_footprint *late, uint32_t early)
{
	int some = 0, all = 1, is_any = 0; /* some: of those that need something */
	for (uint32_t i = 0; i < late->count; i++) {
		const struct td_touch *touch = &td_touches(late)[i];
		if (!touch->joint)
			continue;
		uint8_t needed = td_ops[touch->kind].needs;
		int is_there = (could_without(touch, early) & needed) == needed;
		is_any |= touch->joint == TD_JOINT_ANY;
		some |= is_there && needed;
		all &= is_there;
	}
	return all || (is_any && some);
}

/* Of descriptors about which nothing is known: a write at least blocks no reader. */
static int is_in_nobodys_way(const struct td_touch *late, const struct td_touch *early)
{
	return late->address == TD_FD_ELSEWHERE && late->kind && early->kind == (late->kind == TD_FD_WRITE ? TD_FD_READ : TD_FD_WRITE);
}

uint32_t td_joint_race_partner(const struct td_footprint *footprint, const struct td_touch *at)
{
	uint32_t partner = at->before;
	while (partner != TD_NO_STEP) {
		const struct td_touch *touch = td_touch_of(partner, at->address);
		if (!touch)
			return TD_NO_STEP;
		if (!is_in_nobodys_way(at, touch) && is_possible_without(footprint, partner))
			return partner;
		partner = touch->before;
	}
	return TD_NO_STEP;
}

void td_meet_jointly(uint32_t step)
{
	const struct td_footprint *footprint = &td_search_step(step)->footprint;
	const struct td_touch *touches = td_touches(footprint);
	for (uint32_t i = 0; i < footprint->count; i++) {
		if (!touches[i].joint)
			continue;
		uint32_t partner = td_joint_race_partner(footprint, &touches[i]);
		if (partner != TD_NO_STEP)
			td_races_with(partner);
	}
}
