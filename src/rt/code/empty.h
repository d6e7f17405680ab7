/* Whether a function does nothing but return. */
#ifndef TD_RT_EMPTY_H
#define TD_RT_EMPTY_H

#include <stdint.h>

/* The code from `start` to `end`: it may keep its arguments in its frame, and call `hooks`, of which the last is NULL. */
int td_code_is_empty(const uint8_t *start, const uint8_t *end, const void *const *hooks);

#endif
