/* Executions that are directed at a data race (rt/engine/hunt.h): threads that come to one of its two places in the
 * program are held there, so that others may come to the other one.  In a session of its own, so that a search that is
 * under way does not notice. */
#ifndef TD_EXPLORE_RACE_HUNT_H
#define TD_EXPLORE_RACE_HUNT_H

#include "session.h"

struct td_schedule;

struct td_race_hunt {
	const struct td_command *command;
	const struct td_job *like;
	const struct td_channel *seen; /* whose modules the places are in */
	double watchdog;
	uint64_t most;           /* executions */
	int apart;               /* a race will do whose accesses do not come next to each other */
};

/* An execution in which accesses from these two places race.  Gives its schedule and the race; NULL if there was none.
 */
struct td_schedule *td_race_hunt(const struct td_race_hunt *self, const uint64_t pcs[2], struct td_data_race *race);

#endif
