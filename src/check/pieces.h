/* Memory cut where accesses begin and end, so that no access touches a piece in part. */
#ifndef TD_CHECK_PIECES_H
#define TD_CHECK_PIECES_H

#include "base/base.h"

#include <stdbool.h>

struct td_pieces {
	uint64_t *items;         /* where the pieces begin and end, sorted; the i-th goes from items[i] to items[i + 1] */
	size_t count, room;
};

void td_pieces_add(struct td_pieces *self, uint64_t address, uint32_t size); /* an access; all come before the cut */
void td_pieces_cut(struct td_pieces *self);
uint32_t td_piece_at(const struct td_pieces *self, uint64_t address);        /* that begins there */

#endif
