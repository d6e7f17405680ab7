#include "prefix.h"

/* Choices are taken in the order of steps. */
static uint32_t choices_before(const struct td_steps *steps, uint32_t event)
{
	uint32_t count = 0;

	for (uint32_t i = 0; i < steps->happened && steps->items[i].event < event; i++)
		if (steps->items[i].choice_count)
			count = steps->items[i].choice + steps->items[i].choice_count;
	return count;
}

struct td_schedule *td_prefix(const struct td_steps *steps, uint32_t event)
{
	return td_schedule_cut(steps->trace, event, choices_before(steps, event));
}
