/* Functions of the program that do nothing, so that the runtime's are used (wire/adopted.h). */
#ifndef TD_EXPLORE_ADOPTED_H
#define TD_EXPLORE_ADOPTED_H

#include <stdint.h>

/* In a line on standard error; bits of enum td_adopted, of which at least one is set. */
void td_say_what_is_adopted(uint32_t adopted);

#endif
