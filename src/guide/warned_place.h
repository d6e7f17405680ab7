/* Places that other tools name, in the program as it was compiled here. */
#ifndef TD_GUIDE_WARNED_PLACE_H
#define TD_GUIDE_WARNED_PLACE_H

#include "trace/lines.h"
#include "warnings.h"

/* Finds the file, by the last parts of its path, and the line of each place.  A warning whose places are not all in
 * the program is not tried, and says why; of a witness only the last one must be. */
void td_warnings_place(struct td_warnings *list, struct td_symbols *symbols);

/* Is the site of a trace at the place? */
bool td_warned_place_is(const struct td_warned_place *self, const struct td_site *site);

/* What the tool said of it: the frame that was found in the program, or the first one. */
const struct td_warned_frame *td_warned_place_frame(const struct td_warned_place *self);

/* "bank.c:20"; to be freed. */
char *td_warned_place_words(const struct td_warned_place *self);

#endif
