/* Guided test: drive the threads of a program to places, in an order (Rungta and Mercer, "Guided test for detecting
 * concurrency errors"; doc/design/guide.md).
 *
 * A guide knows one program.  It looks for an execution that comes to a sequence of waypoints, first by a search that
 * is steered there, and then among all orders.  Each execution stands for its class: what is independent may be
 * reordered to get to the waypoints in their order. */
#ifndef TD_GUIDE_GUIDE_H
#define TD_GUIDE_GUIDE_H

#include "explore/completions.h"
#include "explore/explore.h"
#include "explore/waypoint.h"

enum td_heuristic {
	TD_HEURISTIC_DISTANCE, /* the thread that is nearest by the control-flow graph; where it is not known, constant
				*/
	TD_HEURISTIC_CONSTANT,
	TD_HEURISTIC_PREFER,      /* these threads first */
	TD_HEURISTIC_DEPTH_FIRST, /* not guided at all: for comparison */
};

/* Executions that fail in two ways are looked at in full. */
#define TD_FAILS_TWICE (1u << TD_CUT_FINDING)

struct td_guide_options {
	double seconds;       /* for one sequence */
	uint64_t executions;  /* of the steered search, at most; 0: as many as there is time for */
	uint64_t most_points; /* to go back to; 0: as many as there is room for */
	int heuristic;        /* enum td_heuristic */
	uint64_t preferred;   /* a bit for each of the first 64 threads */
	int ignores_visited;  /* states are not remembered */
	int is_searched_only; /* no execution is steered: for tests of the search through all orders */
	int is_steered_only;  /* the other orders are not looked at */
	int must_fail;        /* an execution counts only if it also fails */
};

struct td_guide {
	struct td_completions *completions;
	struct td_trace *plain; /* of the plainest execution, with names */
	struct td_symbols *symbols;
};

enum td_guided {
	TD_GUIDED_REACHED,
	TD_GUIDED_IMPOSSIBLE, /* no order of the program comes there: all were looked at */
	TD_GUIDED_NOT_FOUND
};

struct td_guidance {
	enum td_guided verdict;
	bool must_fail;         /* asked for: see the options */
	struct td_trace *trace; /* REACHED: of the execution ... */
	uint32_t
		events[TD_MAX_PLACES]; /* ... and where it comes to each waypoint; UINT32_MAX: waits there at the end */
	uint32_t furthest;             /* the most waypoints that an execution came to */
	uint64_t executions;           /* that were made */
	uint64_t states;               /* decisions that the steered search took */
	uint32_t points;               /* that it had left to go back to */
	uint64_t classes;              /* orders that were looked at behind it */
	uint64_t failed;               /* executions that failed without coming there */
	uint64_t passed_there;         /* ... that came there, but had to fail and did not */
	uint64_t after, failing_after; /* other ways to go on from there that were tried, and how many of them fail */
	double seconds;                /* until it was reached, or given up */
	uint64_t kilobytes;            /* the most that the tool and the program took */
};

/* NULL: the program cannot be run under control, or the user has interrupted; said in one line. */
struct td_guide *td_guide_open(const struct td_command *command, const struct td_explore_options *control,
			       double seconds);
void td_guide_close(struct td_guide *self);

/* The execution of a schedule in fresh processes, with what it prints; NULL: the user has interrupted. */
struct td_trace *td_guide_replay(struct td_guide *self, const struct td_schedule *schedule);

/* What is accessed at these places counts as shared from now on, also if one thread alone uses it.  False: they are too
 * many. */
bool td_guide_learn_places(struct td_guide *self, const struct td_waypoints *waypoints, double until);

/* The waypoints are resolved. */
struct td_guidance td_guide_to(struct td_guide *self, const struct td_waypoints *waypoints,
			       const struct td_guide_options *options);
void td_guidance_clear(struct td_guidance *self);

#endif
