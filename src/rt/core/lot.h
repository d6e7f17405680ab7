/* Lots: all that an execution leaves to chance is drawn here, from the seed of its job and its number. */
#ifndef TD_RT_LOT_H
#define TD_RT_LOT_H

#include <stdint.h>

void td_lot_begin(uint64_t seed, uint64_t number); /* an execution */
uint64_t td_lot(void);
uint32_t td_lot_below(uint32_t n);                 /* 0..n-1 */

#endif
