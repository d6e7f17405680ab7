/* The door of core: what every decision needs.
 *
 * Who can run, which operations are invisible, the clocks, the draws, the limits, the fingerprint of an execution, and what a strategy
 * is (strategy.h). */
#ifndef TD_RT_CORE_DOOR_H
#define TD_RT_CORE_DOOR_H

#include "rt/core/cancel.h"
#include "rt/core/clock.h"
#include "rt/core/cut.h"
#include "rt/core/fingerprint.h"
#include "rt/core/limit.h"
#include "rt/core/lot.h"
#include "rt/core/patience.h"
#include "rt/core/runnable.h"
#include "rt/core/invisible.h"
#include "rt/core/strategy.h"
#include "rt/core/weak.h"

#endif
