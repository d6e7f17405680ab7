/* The door of loops: loops that wait.
 *
 * Spin assume, lock polling, cycle detection, missed wake-ups and local spins: a loop that waits is not explored once for each round. */
#ifndef TD_RT_LOOPS_DOOR_H
#define TD_RT_LOOPS_DOOR_H

#include "rt/loops/alone.h"
#include "rt/loops/laps.h"
#include "rt/loops/livelock.h"
#include "rt/loops/rounds.h"
#include "rt/loops/spin.h"
#include "rt/loops/stand.h"
#include "rt/loops/watch.h"

#endif
