/* What findings are there, with an explanation of each: the rules of an exploration. */
#ifndef TD_REPORT_RULES_H
#define TD_REPORT_RULES_H

#include "result.h"

/* All of them, NULL-terminated. */
extern const struct td_rule *const td_rules[];

/* The rule for a word of td_end_word(): "treadle/" and the word, or treadle/other if there is none. */
const struct td_rule *td_rule_of(const char *word);

#endif
