/* The door of io: descriptors, streams, sockets, files, timers, and what the system's libraries remember. */
#ifndef TD_RT_IO_DOOR_H
#define TD_RT_IO_DOOR_H

#include "rt/io/cycles.h"
#include "rt/io/fd.h"
#include "rt/io/fd_calls.h"
#include "rt/io/file_locks.h"
#include "rt/io/flow.h"
#include "rt/io/inherited.h"
#include "rt/io/kernel_mappings.h"
#include "rt/io/loopback.h"
#include "rt/io/mapping.h"
#include "rt/io/settings.h"
#include "rt/io/stream.h"

#endif
