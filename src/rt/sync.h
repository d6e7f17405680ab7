/* The door of sync: the primitives, from mutexes to message queues, each a file of its own. */
#ifndef TD_RT_SYNC_DOOR_H
#define TD_RT_SYNC_DOOR_H

#include "rt/sync/availability.h"
#include "rt/sync/cond.h"
#include "rt/sync/imprint.h"
#include "rt/sync/library_lock.h"
#include "rt/sync/mutex.h"
#include "rt/sync/once.h"
#include "rt/sync/port.h"

#endif
