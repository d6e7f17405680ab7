/* After how many events an execution is cut off.
 *
 * Most programs end, and then this is what `--max-events` says.  Servers and many benchmarks go round for ever: each execution
 * would be cut after a million events, there would be a few dozen of them in a minute, and what can only go wrong near the start,
 * before a queue has filled up, would hardly be tried.  So when nearly all executions are cut, a strategy makes most of them short:
 * half are cut after FIRST events, a quarter after twice as many, and so on, so that each length gets the same time.  It depends
 * on the seed and the number of the execution alone.  Systematic searches are left as they are. */
#ifndef TD_RT_LIMIT_H
#define TD_RT_LIMIT_H

#include "rt/sys.h"

extern uint64_t td_event_limit;

/* Before an execution. */
void td_limit_begin(void);

#endif
