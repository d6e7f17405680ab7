/* The door of loops: loops that wait.
 *
 * Spin assume, lock polling, cycle detection, missed wake-ups and local spins: a loop that waits is not explored once for each round. */
#ifndef TD_RT_LOOPS_DOOR_H
#define TD_RT_LOOPS_DOOR_H

#include "rt/loops/local_spin.h"
#include "rt/loops/cycle.h"
#include "rt/loops/livelock.h"
#include "rt/loops/lock_polling.h"
#include "rt/loops/spin.h"
#include "rt/loops/spin_assume.h"
#include "rt/loops/watch.h"

#endif
