/* Scripts: orders in a file, and sequences of operations that are written by hand (the SYN-sequences of Lei and
 * Carver, "Reachability testing of concurrent programs": is such a sequence allowed, and where does it stop?).
 *
 * A line that names a thread and an operation lets that thread go on to it and do it, while all others stand still.
 * Behind a line `strict` the thread must not pass, on its way, any operation of a kind that a line of the script names:
 * then the operations of these kinds happen exactly as the script has them. */
#ifndef TD_DRIVE_SCRIPT_H
#define TD_DRIVE_SCRIPT_H

#include "dialogue.h"

struct td_script_line {
	int number;
	struct td_order order;
};

struct td_script {
	struct td_script_line *items;
	size_t count, room;
	uint64_t kinds[2]; /* that lines name, bits as in td_steer_place */
};

/* Returns what is wrong with the file, with the number of the line, in one line to be freed; NULL: nothing is. */
char *td_script_read(struct td_script *self, const char *file);
void td_script_clear(struct td_script *self);

/* Follows the script.  NULL: it is allowed; otherwise why it is not, beginning with the number of the line, to be
 * freed. */
char *td_script_run(const struct td_script *self, const struct td_dialogue *dialogue);

#endif
