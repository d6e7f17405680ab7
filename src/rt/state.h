/* The door of state: what an execution consists of.
 *
 * Fibres, synchronisation objects, the heap, shadow memory, and how all of it is put back to a mark.  Each part of the runtime that keeps
 * state of its own is a row of part.h.  Nothing here decides anything. */
#ifndef TD_RT_STATE_DOOR_H
#define TD_RT_STATE_DOOR_H

#include "rt/state/events.h"
#include "rt/state/fiber.h"
#include "rt/state/frames.h"
#include "rt/state/heap.h"
#include "rt/state/lineage.h"
#include "rt/state/mark.h"
#include "rt/state/modules.h"
#include "rt/state/object.h"
#include "rt/state/part.h"
#include "rt/state/putback.h"
#include "rt/state/shadow.h"
#include "rt/state/stack.h"
#include "rt/state/touch.h"

#endif
