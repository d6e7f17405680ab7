/* Outcomes that no other thread has a part in: treadle_choose, and whether memory is there (--malloc fails). */
#ifndef TD_RT_CHOOSE_H
#define TD_RT_CHOOSE_H

#include "rt/state.h"

/* 0..n-1: an operation of the current fibre, which the strategy decides and a search tries in every way. */
uint32_t td_choose(uint32_t n, uint64_t pc);

/* The same for one of these values, which is also that of the event. */
int64_t td_choose_value(uint32_t n, const int64_t *values, uint64_t pc);

/* 0 or 1; where it is drawn by lot, mostly 0. */
int td_choose_seldom(uint64_t pc);

#endif
