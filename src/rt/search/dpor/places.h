/* For each place the last conflicting steps of the execution under way: memory in pieces within granules of eight
 * bytes, and synchronisation objects.  dependence.c asks it at each touch. */
#ifndef TD_RT_PLACES_H
#define TD_RT_PLACES_H

#include "search.h"

void td_places_begin(void);
void td_places_mark(void); /* see mark.h */
void td_places_back(uint32_t threads_at_most); /* that had a step since */

/* The step under way touches something: those that it depends on, and might have come before, are told to td_conflicts_with. */
void td_places_touch_memory(uint32_t step, const struct td_touch *touch);
uint32_t td_places_touch_object(uint32_t step, struct td_touch *touch); /* returns the step before it on this object */

uint32_t td_places_last(uint64_t address); /* the last step on an object; TD_NO_STEP: none */

#endif
