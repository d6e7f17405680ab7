/* Names for the places that race_places.h lists.
 *
 * A name needs an execution: a heap block is called by what was allocated there.  Executions are made anew until all
 * places have names, or for a while.  They number blocks as they come to them; two blocks that got the same number in
 * two executions are told apart here.
 */
#ifndef TD_EXPLORE_RACE_NAMES_H
#define TD_EXPLORE_RACE_NAMES_H

#include "race_places.h"

/* Gives every place, and every lock, a name; an address where nothing better is found. */
void td_race_names_find(struct td_race_places *places, const struct td_command *command, const struct td_job *like,
			const struct td_schedules *raced, double watchdog);

#endif
