/* A search that was stopped, in a file, so that it can go on later.
 *
 * The file has what the tool counts, what is known to be shared, the path of a depth-first search, and the memory of
 * the systematic search just as it is (TD_SEARCH_OFFSET): the runtime finds it at the same address again.  It belongs
 * to one program with its arguments and to the options that make the search what it is.
 */
#ifndef TD_EXPLORE_CHECKPOINT_H
#define TD_EXPLORE_CHECKPOINT_H

#include "explorer.h"

/* Go on with what the file has: 1; there is no such file: 0.  Dies if it is not for this program and these options,
 * or if nothing can be written there. */
int td_checkpoint_load(struct td_explorer *self, const char *path);

/* Between jobs.  An older one in the same file is replaced; -1 and a message if that cannot be done. */
int td_checkpoint_save(struct td_explorer *self, const char *path);

#endif
