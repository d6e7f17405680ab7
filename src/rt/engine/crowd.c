#include "crowd.h"

#include "candidates.h"
#include "rt/core.h"
#include "rt/sys.h"

enum { SLOTS = 2 * TD_MAX_THREADS };

static struct td_crowd TD_STATE *crowds;
static uint32_t TD_STATE crowd_count;
static uint16_t TD_STATE *slots; /* 1 + the number of a crowd */

void td_crowds_setup(void)
{
	crowds = td_map(TD_MAX_THREADS * sizeof *crowds);
	slots = td_map(SLOTS * sizeof *slots);
}

static uint64_t key_of(const struct td_fiber *fiber, uint32_t rank)
{
	if (td_channel->steer.steering == TD_STEER_DEPTH_FIRST)
		return fiber->id;
	uint64_t operation = td_mix(fiber->pending.pc, 2 * fiber->pending.kind + (uint64_t)td_is_quiet(fiber));
	return td_mix(td_mix(operation, fiber->origin.entry), rank);
}

/* The table is as large as it need be, so that few threads do not pay for many. */
static struct td_crowd *crowd_of(uint64_t key, uint32_t rank)
{
	uint32_t room = 2 * td_candidate_count, i = (uint32_t)(key % room);
	while (slots[i] && crowds[slots[i] - 1].key != key)
		i = (i + 1) % room;
	if (!slots[i]) {
		crowds[crowd_count] = (struct td_crowd){.key = key, .rank = rank};
		slots[i] = (uint16_t)++crowd_count;
	}
	return &crowds[slots[i] - 1];
}

struct td_crowd *td_crowds_find(const struct td_fiber *current, uint32_t (*rank_of)(const struct td_fiber *fiber),
				uint32_t *count)
{
	crowd_count = 0;
	td_plain_set(slots, 0, 2 * td_candidate_count * sizeof *slots);
	for (uint32_t i = 0; i < td_candidate_count; i++) {
		const struct td_fiber *fiber = td_candidates[i];
		uint32_t rank = rank_of(fiber);
		struct td_crowd *crowd = crowd_of(key_of(fiber, rank), rank);
		if (td_lot_below(++crowd->size) == 0)
			crowd->drawn = fiber->id;
		crowd->has_current |= fiber == current;
	}
	*count = crowd_count;
	return crowds;
}

struct td_fiber *td_crowd_next(const struct td_fiber *fiber, uint32_t (*rank_of)(const struct td_fiber *fiber))
{
	uint64_t key = key_of(fiber, rank_of(fiber));
	struct td_fiber *next = NULL, *first = NULL;
	for (uint32_t i = 0; i < td_candidate_count; i++) {
		struct td_fiber *other = td_candidates[i];
		if (other == fiber || key_of(other, rank_of(other)) != key)
			continue;
		if (!first || other->id < first->id)
			first = other;
		if (other->id > fiber->id && (!next || other->id < next->id))
			next = other;
	}
	return next ? next : first;
}
