/* All consistent futures: each combination of what the open reads of a program can see, once. */
#ifndef TD_FUTURES_ENUMERATE_H
#define TD_FUTURES_ENUMERATE_H

#include "futures.h"

struct td_combination {
	uint64_t print;                     /* of what each read has read from */
	struct td_schedule *schedule;       /* of an execution that has it */
	struct td_instance *reads, *writes; /* a write without a site: the beginning */
	size_t count;
};

struct td_combinations {
	struct td_combination *items;
	size_t count, room;
	struct td_all_ways ways;
};

/* Of the reads at open uses of FUTURES.  At most so many; `ways` says whether all were looked at. */
struct td_combinations td_futures_enumerate(struct td_guide *guide, const struct td_futures *futures, size_t most,
					    double seconds);
void td_combinations_clear(struct td_combinations *self);

#endif
