/* What a search leaves out.
 *
 * A search that comes to its end says `complete` only if it left nothing out.  Code that leaves something out notes why, and where;
 * the tool tells the user.  The first place for each reason is kept. */
#ifndef TD_RT_CUT_H
#define TD_RT_CUT_H

#include "wire/channel.h"

/* pc 0: it is no place in the program. */
void td_cut(enum td_cut why, uint64_t pc);

#endif
