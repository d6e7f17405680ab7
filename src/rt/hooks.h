/* The door of hooks: what compiled code calls at each access to memory. */
#ifndef TD_RT_HOOKS_DOOR_H
#define TD_RT_HOOKS_DOOR_H

#include "rt/hooks/access.h"
#include "rt/hooks/format.h"
#include "rt/hooks/scan_format.h"
#include "rt/hooks/string_calls.h"

#endif
