/* Vector clocks: what a thread knows of the others by synchronisation alone.
 *
 * Each thread has a clock, a number for every thread: the last of that thread's stretches of work that happened before what it
 * does now.  Its own number goes up whenever it releases something, so that what it does later is not taken for released.
 * A synchronisation object has the clocks of those who released it; who acquires it takes them over.
 *
 * All of it is of one execution: td_clocks_reset forgets everything without touching it.
 */
#ifndef TD_RT_RACE_CLOCK_H
#define TD_RT_RACE_CLOCK_H

#include "rt/state.h"

struct td_clock {
	uint32_t *at;            /* by thread; those from `count` on are 0 */
	uint32_t count, room;
};

/* What has been released at an address. */
struct td_sync {
	uint64_t address;
	uint32_t epoch;          /* of the execution it belongs to */
	uint8_t writing;         /* read-write locks: a writer is inside */
	uint8_t size;            /* atomics: of the largest one at this address */
	uint8_t begins;          /* of the eight bytes here, each a bit: where atomics begin */
	uint8_t is_reached;      /* by atomics that begin in the eight bytes before */
	struct td_clock released;
	struct td_clock also;    /* by the other side: readers of a read-write lock, those who make room */
	struct td_share *shares; /* atomics: whose releases `released` is made of */
};

/* One thread's part in the release sequences that end with the last write to an atomic. */
struct td_share {
	uint32_t thread;
	struct td_clock clock;
	struct td_share *next;
};

/* Of a thread. */
struct td_knowledge {
	struct td_clock now;
	struct td_clock fenced;  /* as it was at the last release fence */
	struct td_clock unfenced; /* what relaxed loads have seen released: an acquire fence takes it over */
};

void td_clocks_setup(void);
void td_clocks_reset(void);
void td_clocks_mark(void);       /* see mark.h */
void td_clocks_back(void);
int td_clocks_are_full(void);    /* there was no room for a clock: from now on nothing is known */

struct td_knowledge *td_knowledge(uint32_t thread);
struct td_sync *td_sync(uint64_t address);      /* made if there is none */
struct td_share *td_sync_share(struct td_sync *sync, uint32_t thread); /* made if there is none */
void td_sync_keep_share(struct td_sync *sync, uint32_t thread);        /* the other threads' are over */
void td_sync_forget(uint64_t address);          /* another object begins there */

void td_clock_join(struct td_clock *to, const struct td_clock *from);
int td_clock_has(const struct td_clock *clock, const struct td_clock *other); /* all of it */
void td_clock_copy(struct td_clock *to, const struct td_clock *from);
void td_clock_tick(uint32_t thread);            /* the thread has released something */

/* A copy that goes with a message; 0 if there is none. */
uint32_t td_clock_keep(const struct td_clock *clock);
const struct td_clock *td_clock_kept(uint32_t number);

static inline uint32_t td_clock_of(const struct td_clock *clock, uint32_t thread)
{
	return thread < clock->count ? clock->at[thread] : 0;
}

#endif
