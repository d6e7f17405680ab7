/* An order in which the steps of a variant can happen. */
#ifndef TD_CHECK_ARRANGE_H
#define TD_CHECK_ARRANGE_H

#include "variants.h"

enum td_part { TD_PART_GONE, TD_PART_KEPT, TD_PART_CHANGED };

struct td_arrangement {
	const struct td_steps *steps;
	const uint8_t *parts;    /* of each step: enum td_part */
	const struct td_change *changes;
	uint32_t change_count;
};

/* Fills ORDER and returns how many there are.  If there is no such order it returns UINT32_MAX, and *circle steps in ORDER each have to come before the next, the last before the first. */
uint32_t td_arrange(const struct td_arrangement *self, uint32_t *order, uint32_t *circle);

#endif
