/* Places that an execution is to come to, in an order, and what a search that is steered there knows
 * (rt/engine/steer.h). */
#ifndef TD_WIRE_STEER_H
#define TD_WIRE_STEER_H

#include "event.h"

enum {
	TD_MAX_PLACES = 16,
	TD_MAX_CODE = 1024, /* ranges of code, of all places */
	TD_MAX_DISTANCES = 1 << 16,
	TD_MOST_POINTS = 100000 /* to go back to */
};

/* The addresses from `low` up to before `high`, as td_relative_address makes them.  An event lies in it if the byte
 * before its pc does, which belongs to the call that made the event. */
struct td_code_range {
	uint64_t low, high;
};

/* An operation at one of these ranges of code, on one of these bytes, of one of these kinds, by this thread. */
struct td_steer_place {
	uint64_t object, object_end;     /* 0, 0: any */
	uint64_t kinds[2];               /* a bit for each td_kind; 0, 0: any */
	uint32_t first_code, code_count; /* of td_steer.code; none: anywhere */
	uint16_t thread;                 /* TD_ANY_THREAD */
	uint8_t is_other;                /* not the thread that was at the place before */
	uint8_t unused[5];
};

enum { TD_ANY_THREAD = 0xffff };

static inline void td_place_add_kind(struct td_steer_place *place, uint32_t kind)
{
	place->kinds[kind / 64] |= 1ull << kind % 64;
}

static inline int td_place_has_kind(const struct td_steer_place *place, uint32_t kind)
{
	return !(place->kinds[0] | place->kinds[1]) || (place->kinds[kind / 64] >> kind % 64 & 1);
}

_Static_assert(TD_KINDS <= 128, "a place has a bit for each kind");

/* How far it is from a piece of code, whose addresses are relative too, to each place.  They are in the order of
 * addresses. */
struct td_distance {
	uint64_t low, high;
	uint16_t to[TD_MAX_PLACES]; /* TD_FAR: not known, or there is no way */
};

enum { TD_FAR = 0xffff };

enum td_steering {
	TD_STEER_TO_PLACES,  /* greedily: the thread that comes to the next place, or else the one nearest to it */
	TD_STEER_DEPTH_FIRST /* for comparison: any thread, and back to the last decision */
};

struct td_steer {
	/* given */
	uint32_t place_count, code_count, distance_count;
	uint32_t steering; /* enum td_steering */
	uint32_t most_points;
	uint32_t ignores_visited; /* states are not remembered */
	uint32_t stop;            /* the job ends with the first execution that has come to all places */
	uint32_t goes_on;         /* behind the last place the search still decides: a failure is looked for there */
	uint64_t preferred; /* a bit for each of the first 64 threads: these go first, if any bit is set */
	struct td_steer_place places[TD_MAX_PLACES];
	struct td_code_range code[TD_MAX_CODE];
	struct td_distance distances[TD_MAX_DISTANCES];
	/* what came of it */
	uint32_t seen;        /* places that the last execution has come to, in order */
	uint32_t best;        /* the most that any of the job's executions has */
	uint32_t points;      /* that are left to go back to */
	uint32_t has_dropped; /* there were more than most_points, or an execution could not be followed: not all was
				 tried */
	uint64_t states;      /* decisions that were taken, each once */
};

#endif
