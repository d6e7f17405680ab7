/* Processes that `treadle cc` starts, and the files between them.
 *
 * Intermediate files lie in one directory of their own, which is removed before the tool ends in whatever way: a signal that
 * would end the tool is passed to the running child, waited for, and then obeyed.  What a child says of itself, its exit
 * status or the signal it died of, is what the tool ends with.
 */
#ifndef TD_WEAVE_CHILD_H
#define TD_WEAVE_CHILD_H

#include <stdbool.h>

#include "base/base.h"

/* A new name for an intermediate file, ending in `name`; to be freed. */
char *td_child_file(const char *name);

/* Runs a command and returns its wait status. */
int td_child_run(struct td_strings *words);

/* Runs the last command: becomes it if there is nothing to clean up, else ends as it does. */
_Noreturn void td_child_become(struct td_strings *words);

/* Cleans up and ends the way a child with this wait status did. */
_Noreturn void td_child_end(int status);

/* Whether a command succeeds; what it prints is dropped. */
bool td_child_succeeds(const struct td_strings *words);

/* What a command with one more word prints; NULL if it fails. */
char *td_child_ask(const struct td_strings *words, const char *question);

#endif
