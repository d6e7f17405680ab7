/* Access contexts, pairs and races over all executions (wire/race.h), and the races of this one. */
#ifndef TD_RT_RACE_BOOK_H
#define TD_RT_RACE_BOOK_H

#include "race_cells.h"
#include "wire/race.h"

void td_book_setup(void);
void td_book_reset(void);              /* a new execution */
void td_book_mark(void);               /* see mark.h */
uint32_t td_book_commit(void);         /* its races are to be told: how many nobody knew */
void td_book_drop(void);               /* they are not */
int td_book_has_new(void);             /* this execution has met one that nobody knew */

/* The access's locks and context.  Unless all are to be told of (every_access), contexts are looked for where a race is met, and pairs that were
 * ordered are not noted: to find them is to miss the cache, twice for each access. */
void td_book_describe(const struct td_fiber *fiber, struct td_seen *access);

/* Two accesses that conflict have met; ordered: the earlier one happened before the other. */
void td_book_meet(struct td_seen *earlier, struct td_seen *access, int ordered);

void td_book_benign(uint64_t start, uint64_t size);

#endif
