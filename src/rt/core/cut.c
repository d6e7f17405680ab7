#include "cut.h"

#include "rt/sys.h"

void td_cut(enum td_cut why, uint64_t pc)
{
	struct td_done *done = &td_channel->done;
	if (done->bound_cut & 1u << why)
		return;
	done->bound_cut |= 1u << why;
	done->cut_pc[why] = pc;
}
