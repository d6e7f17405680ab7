/* Waypoints: places in a program as a user writes them, for executions that are to come there.
 *
 *     queue.c:40              an operation at this line
 *     T2@queue.c:40           ... by this thread: its number, or its name as reports have it (consumer#2@queue.c:40)
 *     other@queue.c:40        ... by another thread than the one that came to the waypoint before
 *     write:queue.c:40        ... of this kind: read, write, access, lock, unlock, wait, or a word that traces have
 *     write:queue.head        an operation on this object, by the name that reports have for it
 *     push                    any operation in this function
 *     lock:*                  any operation of this kind
 *
 * A line has the code that was compiled from it, calls of libraries that were inlined there included. */
#ifndef TD_EXPLORE_WAYPOINT_H
#define TD_EXPLORE_WAYPOINT_H

#include "trace/lines.h"

struct td_waypoint {
	char *text;                 /* as the user wrote it */
	char *thread, *file, *name; /* its parts; NULL: not given.  Neither FILE nor NAME: anywhere, on anything */
	int line;
	bool is_other;
	struct td_steer_place place; /* what is known of it, with addresses as td_relative_address makes them */
	struct td_code code;         /* addresses of the program that runs */
};

struct td_waypoints {
	struct td_waypoint *items;
	size_t count, room;
};

/* Adds what is written in TEXT, separated by commas.  Returns what is wrong with it, in one line to be freed; NULL:
 * nothing is. */
char *td_waypoints_parse(struct td_waypoints *list, const char *text);

/* Adds the operations at a line, of the kinds that `kinds` names (NULL: any). */
void td_waypoints_add_line(struct td_waypoints *list, const char *file, int line, const char *kinds, bool is_other);

/* Finds their code and objects; NAMED: an execution of the program, whose names are known.  Returns what cannot be
 * found, with the nearest valid place, in one line to be freed; NULL: all was found. */
char *td_waypoints_resolve(struct td_waypoints *list, struct td_symbols *symbols, const struct td_trace *named);

/* Leaves them in the channel for a search that is steered there.  False: they have more code than there is room for. */
bool td_waypoints_give(const struct td_waypoints *list, struct td_channel *channel);

/* Is the event at this waypoint, whichever thread was at the one before? */
bool td_waypoint_is_at(const struct td_waypoint *self, const struct td_event *event, const struct td_module *modules,
		       uint32_t module_count);

void td_waypoints_clear(struct td_waypoints *list);

#endif
