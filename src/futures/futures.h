/* Futures: what each read of a program can see (MacDonald, Chen and Novillo, "Choosing among alternative futures").
 *
 * A use is a read in the source that meets writes of the same memory; its definitions are these writes, and the value
 * from the beginning.  A definition is possible if some execution reads from it there, impossible if all executions
 * were looked at and none does, and otherwise not known.  Executions are those of a search with one for each way in
 * which reads can have read from writes, or, where that search cannot look at all of the program, with one for each
 * class of orders. */
#ifndef TD_FUTURES_FUTURES_H
#define TD_FUTURES_FUTURES_H

#include "guide/guide.h"
#include "origins.h"

/* The n-th event of a thread at a site. */
struct td_instance {
	uint64_t pc; /* 0: the value from the beginning */
	uint32_t thread, number;
};

enum { TD_MANY_INSTANCES = 16 };

enum td_threads { TD_THREADS_NONE = 0xfffffffe, TD_THREADS_SEVERAL = 0xffffffff };

struct td_definition {
	uint64_t pc;                    /* of the write; 0: the beginning */
	bool is_own;                    /* by the thread that reads */
	uint32_t number;                /* the n-th of its thread at this site; from TD_MANY_INSTANCES on one for all */
	uint32_t thread;                /* that writes, or TD_THREADS_SEVERAL */
	uint64_t last;                  /* number of the last execution in which it is read, from 1 */
	uint64_t count;                 /* executions in which it is read */
	struct td_schedule *schedule;   /* of the first; NULL: none */
	struct td_instance read, write; /* in that one */
};

struct td_use {
	uint64_t pc;
	uint32_t thread; /* that reads, or TD_THREADS_SEVERAL */
	struct td_definition *items;
	size_t count, room;
};

struct td_futures {
	struct td_use *items;
	size_t count, room;
	bool is_complete; /* all executions were looked at */
	uint64_t executions;
	enum td_policy_kind kind; /* of the search */
};

/* All uses, or those at one of the waypoints if there are any, which are resolved. */
struct td_futures *td_futures_find(struct td_guide *guide, const struct td_waypoints *at, double seconds);
void td_futures_free(struct td_futures *self);

/* Does more than one definition come into question, one of another thread among them? */
bool td_use_is_open(const struct td_use *use);

/* Looks at executions, one for each way in which reads can have read from writes where that is possible, until SEEN is
 * false or so many seconds are over.  Says whether all were looked at. */
struct td_all_ways {
	bool is_complete;
	uint64_t executions;
	enum td_policy_kind kind;
};
struct td_all_ways td_futures_go_through(struct td_guide *guide, double seconds, void (*begin)(void *context),
					 td_completion_seen *seen, void *context);

#endif
