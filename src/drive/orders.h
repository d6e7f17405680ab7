/* What the user tells a drive to do: a line of text, as it is typed and as scripts have it, or a line of JSON
 * (doc/drive-json.md).
 *
 *     2                 thread 2 does one operation; at a choice: outcome 2
 *     c 0               outcome 0 of the choice
 *     r 2               thread 2 goes on until it has to wait, ends or comes to a choice
 *     r 2 to PLACE      ... until it is about to do what is at this place
 *     T2@queue.c:40     thread 2 goes on to this place and does the operation there
 *     T2 lock m         ... which is an operation of this kind on this object
 *     T2 lock           ... on any object
 *     u, u 3            the last move, or the last three, are taken back
 *     g 12              back to where 12 events had happened
 *     l                 the events so far
 *     s                 where the threads stand
 *     w FILE            the execution is saved
 *     strict            in scripts: see script.h
 *     q, ?
 *
 * A thread is named by its number, with or without a T, or by the label that reports have for it. */
#ifndef TD_DRIVE_ORDERS_H
#define TD_DRIVE_ORDERS_H

#include "drive.h"

enum td_order_kind {
	TD_ORDER_NOTHING, /* an empty line, or a comment */
	TD_ORDER_PICK,    /* a thread, or at a choice an outcome */
	TD_ORDER_RUN,
	TD_ORDER_CHOOSE,
	TD_ORDER_RUN_ON,
	TD_ORDER_RUN_TO,
	TD_ORDER_DO,
	TD_ORDER_UNDO,
	TD_ORDER_BACK,
	TD_ORDER_LIST,
	TD_ORDER_STATE,
	TD_ORDER_SAVE,
	TD_ORDER_STRICT,
	TD_ORDER_QUIT,
	TD_ORDER_HELP
};

struct td_order {
	enum td_order_kind kind;
	char *thread;    /* of the moves of threads */
	char *place;     /* RUN_TO, DO: as in explore/waypoint.h, without the thread */
	char *file;      /* SAVE; NULL: not said */
	uint64_t number; /* CHOOSE, UNDO, BACK */
};

/* Returns what is wrong with the line, in one line to be freed; NULL: nothing is. */
char *td_order_parse(struct td_order *self, const char *line);
char *td_order_parse_json(struct td_order *self, const char *line);
void td_order_clear(struct td_order *self);

/* Moves, or takes moves back.  Returns as the moves of a drive do; for other orders there is nothing to do. */
char *td_order_do(const struct td_order *self, struct td_drive *drive);

/* The same for DO, with kinds that the thread must not pass on the way. */
char *td_order_do_strictly(const struct td_order *self, struct td_drive *drive, const uint64_t *kinds);

#endif
