/* A futex is two things: a word, which only a wait looks at, and the list of those who sleep there, which waits, wakes and those who
 * give up change.  So a wake and a store to the word do not depend on each other. */
#ifndef TD_RT_FUTEX_H
#define TD_RT_FUTEX_H

#include "rt/state.h"

#endif
