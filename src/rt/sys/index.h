/* Numbers for addresses, given one after the other in the course of an execution: what is known of them can lie in one stretch, which
 * a mark copies as a whole.  How many there are is in a variable of the caller's, which belongs to the execution. */
#ifndef TD_RT_INDEX_H
#define TD_RT_INDEX_H

#include "os.h"

enum { TD_INDEX_BITS = 18, TD_INDEX_SLOTS = 1 << TD_INDEX_BITS, TD_INDEX_MOST = TD_INDEX_SLOTS / 4 * 3 };

struct td_index_slot {
	uint64_t key;
	uint32_t epoch;              /* of the execution; empty in others */
	uint32_t number;
};

struct td_index {
	struct td_index_slot *slots;
	uint32_t *places;            /* where the slot of each number is */
	uint32_t epoch;
	uint32_t at_most;            /* numbers of this execution, also those before it went back to a mark */
};

static inline void td_index_setup(struct td_index *self)
{
	self->slots = td_map(TD_INDEX_SLOTS * sizeof *self->slots);
	self->places = td_map(TD_INDEX_MOST * sizeof *self->places);
	self->epoch = 1;
}

static inline void td_index_reset(struct td_index *self)
{
	self->epoch++;
	self->at_most = 0;
}

/* The key's slot, or the empty one where it belongs. */
static inline struct td_index_slot *td_index_slot(const struct td_index *self, uint64_t key)
{
	for (uint32_t i = (uint32_t)((key * 0x9e3779b97f4a7c15ull) >> (64 - TD_INDEX_BITS));; i = (i + 1) % TD_INDEX_SLOTS) {
		struct td_index_slot *slot = &self->slots[i];
		if (slot->epoch != self->epoch || slot->key == key)
			return slot;
	}
}

static inline int td_index_is_empty(const struct td_index *self, const struct td_index_slot *slot)
{
	return slot->epoch != self->epoch;
}

/* In an empty slot: the next number. */
static inline uint32_t td_index_add(struct td_index *self, struct td_index_slot *slot, uint64_t key, uint32_t *count)
{
	*slot = (struct td_index_slot){key, self->epoch, *count};
	self->places[*count] = (uint32_t)(slot - self->slots);
	self->at_most = *count + 1;
	return (*count)++;
}

/* The execution has gone back to where there were so many. */
static inline void td_index_back(struct td_index *self, uint32_t count)
{
	while (self->at_most > count)
		self->slots[self->places[--self->at_most]].epoch = 0;
}

#endif
