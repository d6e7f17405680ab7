/* pthread_once and call_once. */
#ifndef TD_RT_ONCE_H
#define TD_RT_ONCE_H

#include "object.h"

#include <pthread.h>

int td_once(pthread_once_t *once, void (*function)(void), uint64_t pc);

#endif
