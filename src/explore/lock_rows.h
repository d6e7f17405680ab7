/* Functions of libraries that lock (wire/locks.h), as the user names them in a file: one line a function,
 *
 *	NAME ROLE ARGUMENT
 *	NAME wait ARGUMENT LOCK UNLOCK
 *
 * The lines are kept as text in the command, and so in traces. */
#ifndef TD_EXPLORE_LOCK_ROWS_H
#define TD_EXPLORE_LOCK_ROWS_H

#include "wire/locks.h"

/* NULL-terminated; dies if FILE cannot be read or says something else. */
char **td_lock_rows_read(const char *file);

/* NULL, or what is wrong with the line. */
char *td_lock_row_parse(const char *line, struct td_lock_row *row);

#endif
