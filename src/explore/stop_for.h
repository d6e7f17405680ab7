/* --stop-for: the kinds of findings that an exploration ends with; all others are counted, and not looked into. */
#ifndef TD_EXPLORE_STOP_FOR_H
#define TD_EXPLORE_STOP_FOR_H

#include "wire/event.h"

/* A list of kinds, with commas, as bits 1 << enum td_end.  Ends with usage() on anything else. */
uint32_t td_stop_for_parse(const char *list);

/* 0 stands for all kinds. */
static inline int td_stops_for(uint32_t kinds, enum td_end kind)
{
	return !kinds || (kinds >> kind & 1);
}

#endif
