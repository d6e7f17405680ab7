/* A data race: the two accesses, and what each of their threads held.
 *
 * A lock would have made them consistent if both threads had held it, and not both for reading.  The one to name is
 * that which accesses to this place hold most often in this execution. */
#ifndef TD_REPORT_DATA_RACE_H
#define TD_REPORT_DATA_RACE_H

#include "locks.h"

struct td_race_side {
	uint32_t event;
	struct td_locks locks;   /* held at the access, by its thread */
};

struct td_race_sides {
	struct td_race_side at[2]; /* as they came */
	uint32_t lock;           /* the name of the lock to take, 0 if neither thread holds any there */
};

/* Only for an execution that ended in a race. */
struct td_race_sides td_race_sides_make(const struct td_trace *trace);
void td_race_sides_clear(struct td_race_sides *sides);

/* The name of a lock that is held, and whether it is held for reading only. */
uint32_t td_held_name(const struct td_trace *trace, const struct td_held *held);
bool td_held_is_shared(const struct td_trace *trace, const struct td_held *held);

/* "reads", "writes", "updates", with "atomically" where it is so. */
const char *td_race_verb(const struct td_event *event);

/* "both accesses are volatile, ...", or "the program also calls functions of libbox.so, ...": libraries where locks are
 * not seen.  NULL if there is nothing to note; to be freed. */
char *td_race_note(const struct td_trace *trace);

/* The headline without the program's name, with the lock that one of the two does not hold; to be freed. */
char *td_race_headline(const struct td_trace *trace);

#endif
