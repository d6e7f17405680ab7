/* Which places of the source a finding is about: one to point at, and others with a few words about what happened
 * there.
 *
 * All formats take them from here; a new kind of finding needs a case in td_places_of() and nothing else.
 */
#ifndef TD_REPORT_PLACES_H
#define TD_REPORT_PLACES_H

#include <stdbool.h>

#include "trace/trace.h"

struct td_place {
	uint32_t site;           /* index into trace->sites; 0: not known */
	char *words;             /* "client waits for lock pool.lock held by health_check" */
	bool identifies;         /* its function tells the finding from others, whatever the schedule was */
};

struct td_places {
	struct td_place primary;
	struct td_place *items;  /* related ones */
	size_t count, room;
};

struct td_places td_places_of(const struct td_trace *trace);
void td_places_clear(struct td_places *self);

#endif
