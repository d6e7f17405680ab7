/* The door of code: what the program's machine code says.
 *
 * Which registers and stack slots live on, what a call's result is used for, which instructions access memory. */
#ifndef TD_RT_CODE_DOOR_H
#define TD_RT_CODE_DOOR_H

#include "rt/code/empty.h"
#include "rt/code/local_state.h"
#include "rt/code/result.h"

#endif
