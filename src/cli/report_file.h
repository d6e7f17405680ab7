/* The file that a report goes to.
 *
 * It is written under another name beside its place and takes the place of an older report only when all is well.  A
 * device or a pipe is written to as it is, a link stays one, and without a name it is standard output. */
#ifndef TD_CLI_REPORT_FILE_H
#define TD_CLI_REPORT_FILE_H

#include <stdio.h>

struct td_report_file {
	FILE *out;
	const char *file;        /* as the user wrote it; NULL: standard output */
	char *place, *temporary; /* where it is to be in the end, and until then; NULL if it is there already */
};

/* Stops with a message if the report could not be written when all is done; nothing is written yet. */
void td_report_file_check(const char *file);

/* Stops with a message if it cannot be opened. */
struct td_report_file td_report_file_open(const char *file);

/* Puts it into its place; if something went wrong with writing it, or does now, it is dropped and a message stops the
 * command. */
void td_report_file_close(struct td_report_file *self, int is_bad);

#endif
