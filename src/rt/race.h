/* The door of race: data races, lock orders, and accesses that are protected by something else. */
#ifndef TD_RT_RACE_DOOR_H
#define TD_RT_RACE_DOOR_H

#include "rt/race/protected.h"
#include "rt/race/lock_order.h"
#include "rt/race/race.h"
#include "rt/race/race_cells.h"

#endif
