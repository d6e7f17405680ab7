/* What an exploration has taken of memory: the program and the tool together, in kilobytes, as the kernel counts them.
 */
#ifndef TD_EXPLORE_MEMORY_H
#define TD_EXPLORE_MEMORY_H

#include <stdint.h>
#include <sys/types.h>

struct td_memory {
	uint64_t first, last; /* after the first batch, and after the last */
	uint64_t peak;        /* the most there ever was */
	double looked;        /* td_now() of the last look */
};

/* After a batch; pid is the program's, 0 if it is gone.  It looks now and then. */
void td_memory_note(struct td_memory *self, pid_t pid, int is_first);

#endif
