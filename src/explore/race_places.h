/* How the shared places of a program are accessed, from what the runtime has written down (wire/race.h).
 *
 * A place is a stretch of memory that accesses have in common: an element of an array and a field of a struct are
 * places of their own, what is accessed as a whole and in parts is one.  Its consistent locks are those held at every
 * access that met another one it conflicts with; accesses that met none, as those before the threads began, do not
 * count.
 */
#ifndef TD_EXPLORE_RACE_PLACES_H
#define TD_EXPLORE_RACE_PLACES_H

#include "replay.h"

struct td_race_place {
	uint64_t start, end;
	char *name;
	char *lock;              /* the consistent one, NULL if there is none */
	uint64_t lock_address;
	uint64_t accesses;
	uint64_t unlocked;       /* of them, those that held no lock: unusual contexts */
	uint32_t contexts, pairs;
	uint32_t met;            /* TD_PAIR_*: how accesses that conflict were kept apart */
	uint32_t alike;          /* how many places this one stands for: elements of an array that are used alike */
	int is_written, is_plain; /* by any thread; not only by atomics */
	int is_partial;          /* there may have been others, for which the runtime had no room */
};

struct td_race_places {
	struct td_race_place *items;
	size_t count, room;
	int are_partial;         /* the runtime had no room for all that it saw */
};

/* With names taken from further executions, such as those in which races were found. */
struct td_race_places td_race_places_make(const struct td_channel *channel, const struct td_command *command,
					  const struct td_job *like, const struct td_schedules *raced, double watchdog);
void td_race_places_free(struct td_race_places *places);

/* The first place that ends behind an address; they are sorted and do not overlap. */
size_t td_race_place_behind(const struct td_race_places *places, uint64_t address);

/* What is to be said about a place, in a word or two. */
const char *td_race_place_verdict(const struct td_race_place *place);

#endif
