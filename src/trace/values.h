/* A value as its type says it should be written: -1, 'a', 0.5, true, RED, NULL, &queue.head, a thread's name. */
#ifndef TD_TRACE_VALUES_H
#define TD_TRACE_VALUES_H

#include "naming.h"

/* The low SIZE bytes of VALUE, which belong to something named OF.  The answer is a name, so that two variables of the same
 * name are told apart when pointed to as well; td_name_clear() it. */
struct td_name td_value_name(struct td_naming *naming, const struct td_name *of, uint64_t value, uint64_t size);

#endif
