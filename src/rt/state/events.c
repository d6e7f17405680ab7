#include "events.h"

#include "rt/sys.h"

uint32_t TD_EXECUTION td_event_count;
uint64_t TD_EXECUTION td_ops_of_others;
