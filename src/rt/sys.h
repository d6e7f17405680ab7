/* The door of sys: the system as it really is, and memory that outlives an execution.
 *
 * Raw system calls, the C library's own functions behind the wrapped ones, the pool that all processes of an exploration share, and the
 * session with the tool.  Nothing here knows of fibres.  end.h says how everybody ends an execution; the engine defines it. */
#ifndef TD_RT_SYS_DOOR_H
#define TD_RT_SYS_DOOR_H

#include "rt/sys/end.h"
#include "rt/sys/hash.h"
#include "rt/sys/index.h"
#include "rt/sys/maps.h"
#include "rt/sys/os.h"
#include "rt/sys/pool.h"
#include "rt/sys/real.h"
#include "rt/sys/session.h"

#endif
