/* The door of thread: how threads begin, end, are cancelled and get signals. */
#ifndef TD_RT_THREAD_DOOR_H
#define TD_RT_THREAD_DOOR_H

#include "rt/thread/annotate.h"
#include "rt/thread/exit.h"
#include "rt/thread/fault.h"
#include "rt/thread/key.h"
#include "rt/thread/signals.h"
#include "rt/thread/thread.h"

#endif
