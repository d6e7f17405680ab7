/* A user, or a program, drives: orders come line by line, and each is answered. */
#ifndef TD_DRIVE_DIALOGUE_H
#define TD_DRIVE_DIALOGUE_H

#include "view.h"

struct td_dialogue {
	struct td_drive *drive;
	const struct td_view *view;
	FILE *in, *out;
	bool is_echoed;   /* what was read is shown, as on a terminal */
	const char *file; /* where to save what no other name is given for; NULL: a file named after the program */
};

/* Until the user quits, or there are no more lines.  Returns an exit status. */
int td_dialogue_run(const struct td_dialogue *self);

/* Saves the execution as it is when the threads go on by themselves.  Returns what is wrong, in one line to be freed.
 */
char *td_dialogue_save(const struct td_dialogue *self, const char *file);

#endif
