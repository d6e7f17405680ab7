/* Driving the threads of a program by hand: doc/design/drive.md.
 *
 * A drive is a schedule that grows.  A move lets one thread go on, or decides a choice.  Then an execution is made that
 * follows the schedule and stops behind it (job.stops_behind); its trace says where the threads stand.  An execution
 * costs microseconds, so a move is taken back by cutting the schedule and following what is left.
 *
 * A thread stands before an operation that others can notice.  What they cannot notice is done with the operation
 * before it.  Which memory is shared is learned beforehand and on the way; where a move shows that there is more, it is
 * made again with that knowledge. */
#ifndef TD_DRIVE_DRIVE_H
#define TD_DRIVE_DRIVE_H

#include "explore/completions.h"

/* Where a schedule was cut: the state before a move. */
struct td_move {
	uint32_t segment_count, choice_count;
	uint64_t last_until; /* of its last segment */
};

struct td_drive {
	const struct td_command *command;
	struct td_job like;
	struct td_completions *completions;
	struct td_trace *now; /* where the threads stand, or how the execution ended */
	struct {
		struct td_segment *items;
		size_t count, room;
	} segments;
	struct {
		uint32_t *items;
		size_t count, room;
	} choices;
	struct {
		struct td_move *items;
		size_t count, room;
	} moves;
};

/* Main has begun.  NULL: the program cannot be run under control, or the user has interrupted; said in one line. */
struct td_drive *td_drive_open(const struct td_command *command, const struct td_job *like, double watchdog);
void td_drive_close(struct td_drive *self);

/* Moves return what is wrong, in one line to be freed, and have changed nothing then; NULL: the move is made. */
char *td_drive_run(struct td_drive *self, uint32_t thread);    /* one operation */
char *td_drive_run_on(struct td_drive *self, uint32_t thread); /* until it has to wait, ends or comes to a choice */
char *td_drive_choose(struct td_drive *self, uint32_t outcome);
char *td_drive_undo(struct td_drive *self, uint64_t moves);
char *td_drive_back(struct td_drive *self, uint64_t events); /* to where so many events had happened */

/* Until the thread is about to do what is at this place (explore/waypoint.h). */
char *td_drive_run_to(struct td_drive *self, uint32_t thread, const char *place);

/* It does that, too.  With KINDS, bits as in td_steer_place, it may pass no other operation of these kinds on the way;
 * NULL: any. */
char *td_drive_do(struct td_drive *self, uint32_t thread, const char *place, const uint64_t *kinds);

/* The execution as it is when its threads go on by themselves from here: the trace that replay and show accept.  NULL
 * with the reason in *WHY if there is none. */
struct td_trace *td_drive_capture(const struct td_drive *self, char **why);

bool td_drive_has_ended(const struct td_drive *self);
bool td_drive_can_run(const struct td_drive *self, uint32_t thread);

/* Of the choice that has to be decided before anything else; 0: there is none. */
uint32_t td_drive_outcomes(const struct td_drive *self);

/* What an outcome comes to, "signal c → wakes worker", to be freed: found out by an execution. */
char *td_drive_outcome_words(struct td_drive *self, uint32_t outcome);

/* Why the thread cannot run, as a sentence about it without a full stop; to be freed. */
char *td_drive_why_not(const struct td_drive *self, uint32_t thread);

/* The thread of this number, of this T-number or with this label; UINT32_MAX: there is none. */
uint32_t td_drive_thread(const struct td_drive *self, const char *name);

#endif
