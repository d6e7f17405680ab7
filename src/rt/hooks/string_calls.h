/* What strtok and strtok_r do to a text, for both. */
#ifndef TD_RT_STRING_CALLS_H
#define TD_RT_STRING_CALLS_H

#include <stdint.h>

/* The next token of the text is about to be cut off. */
void td_text_will_be_cut(const char *text, const char *ends, uint64_t pc);

#endif
