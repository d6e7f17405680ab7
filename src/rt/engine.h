/* The door of engine: runs executions.
 *
 * The scheduler, the strategies, the record of events, how an execution ends, and the workers.  Above it stands all that a program calls:
 * an operation is announced with primitive.h or sched.h, waits there for its turn, and is recorded. */
#ifndef TD_RT_ENGINE_DOOR_H
#define TD_RT_ENGINE_DOOR_H

#include "rt/engine/bad_access.h"
#include "rt/engine/cancel_point.h"
#include "rt/engine/choose.h"
#include "rt/engine/finish.h"
#include "rt/engine/follow.h"
#include "rt/engine/hunt.h"
#include "rt/engine/misuse.h"
#include "rt/engine/pick.h"
#include "rt/engine/places.h"
#include "rt/engine/primitive.h"
#include "rt/engine/record.h"
#include "rt/engine/sched.h"
#include "rt/engine/steer.h"
#include "rt/engine/stretch.h"
#include "rt/engine/workers.h"

#endif
