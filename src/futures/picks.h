/* Picks: which write a read is to take its value from.
 *
 *     queue.c:44 <- pool.c:61          some time
 *     T2@queue.c:44#3 <- T1@pool.c:61  the third time that this thread comes there
 *     queue.c:44 <- beginning          what was there before the program wrote
 *
 * Both sides are waypoints (explore/waypoint.h).  An execution has a pick if a read at the first place had its value
 * from a write at the second. */
#ifndef TD_FUTURES_PICKS_H
#define TD_FUTURES_PICKS_H

#include "futures.h"

struct td_pick {
	char *text;
	struct td_waypoints sides;          /* the read, and the write unless it is the beginning */
	uint32_t read_number, write_number; /* 0: any */
	bool is_beginning;
};

struct td_picks {
	struct td_pick *items;
	size_t count, room;
};

/* Adds what is written in TEXT, separated by commas.  Returns what is wrong with it, to be freed; NULL: nothing is. */
char *td_picks_parse(struct td_picks *list, const char *text);

/* As td_waypoints_resolve. */
char *td_picks_resolve(struct td_picks *list, struct td_symbols *symbols, const struct td_trace *named);
void td_picks_clear(struct td_picks *list);

/* Does the execution have them all?  Fills in the read of each, unless EVENTS is NULL. */
bool td_picks_are_in(const struct td_trace *trace, const struct td_origins *origins, const struct td_picks *picks,
		     uint32_t *events);

/* Is the event at the read, or at the write, of this pick? */
bool td_pick_has_read(const struct td_pick *self, const struct td_trace *trace, const struct td_origins *origins,
		      uint32_t event);
bool td_pick_has_write(const struct td_pick *self, const struct td_trace *trace, const struct td_origins *origins,
		       uint32_t event);

struct td_future {
	enum td_guided verdict;
	struct td_trace *trace; /* REACHED: of the execution */
	char *circle;           /* IMPOSSIBLE: what each has to come before, in lines; NULL: not found */
	uint64_t executions;
	double seconds;
};

/* The execution that has all of them. */
struct td_future td_picks_run(struct td_guide *guide, const struct td_picks *picks, double seconds);
void td_future_clear(struct td_future *self);

#endif
