/* The file that most rows of a picture are in.  Where lines are short its name is said once, and a place in it is
 * ":12". */
#ifndef TD_REPORT_USUAL_FILE_H
#define TD_REPORT_USUAL_FILE_H

#include "rows.h"

/* Its base name, to be freed; NULL if no row has a file. */
char *td_usual_file(const struct td_rows *rows);

/* PLACE ("queue.c:12") without FILE, if it is in it; FILE may be NULL.  The result lies in PLACE. */
const char *td_place_in(const char *place, const char *file);

#endif
