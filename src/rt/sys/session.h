/* The session with the tool: the channel that both share, and which execution is under way.
 *
 * Any file of the runtime may read these; only the host (host.c) and the workers change them. */
#ifndef TD_RT_SESSION_H
#define TD_RT_SESSION_H

#include "os.h"
#include "wire/channel.h"

extern struct td_channel *td_channel;   /* NULL: the program runs without the tool */
extern uint64_t td_execution;           /* its number */
extern uint64_t td_run;                 /* counts all executions of this process, also those of the same number */

extern int td_channel_fd;               /* the descriptor that the channel was mapped from */
extern long td_process;                 /* the one that runs executions, not a child that the program has made */
void td_session_is_here(void);          /* in this process */

/* Is there a tool?  Usable before anything is set up: the first call looks for the channel. */
int td_attached(void);

/* Does the runtime check itself?  Then its limits are tiny as well, so that what happens at a limit happens all the time. */
static inline int td_self_check(void)
{
	return td_channel && td_channel->self_check;
}

#endif
