/* The race table of an execution: every way in which outcomes of its races can be changed together.
 *
 * A column is a touch with a race set, a row a combination of changes.  A cell is 0 where the outcome is as it was, n where it is
 * changed to the n-th rival, and -1 where the touch is gone, because a change that it may depend on removed it.  A row is valid
 * if something is changed in it, if a touch is gone exactly when a changed one is in its control-structure, and if no rival that it
 * wants has a changed touch in its own (Lei and Carver, section 6, Construct-Race-Table).
 *
 * The control-structure is what decides whether something happens: for a read and for a rival, all that its thread knew; for a
 * slot, all that happened before the slot before it was filled; for a write to be read from, the write and all before it.
 */
#ifndef TD_CHECK_RACE_TABLE_H
#define TD_CHECK_RACE_TABLE_H

#include "lineage.h"
#include "race_set.h"

struct td_race_table {
	const struct td_timestamps *past;
	uint32_t *columns;       /* touches, in the order of the execution */
	uint32_t column_count;
	uint32_t **rivals;       /* of each column */
	uint32_t *sizes;
	int32_t *cells;          /* row by row */
	uint32_t row_count;
	bool more;               /* there are more rows than were wanted */
};

/* Without the columns and rivals that the lineage leaves to other variants; at most MOST rows. */
struct td_race_table *td_race_table_make(const struct td_race_sets *sets, const struct td_timestamps *past,
					 const struct td_lineage *lineage, uint32_t most);
void td_race_table_free(struct td_race_table *self);

const int32_t *td_race_table_row(const struct td_race_table *self, uint32_t row);

/* Is the first touch in the control-structure of the second, or of a rival of the second? */
bool td_controls(const struct td_timestamps *past, uint32_t first, uint32_t second);
bool td_controls_rival(const struct td_timestamps *past, uint32_t first, uint32_t second, uint32_t rival);

#endif
