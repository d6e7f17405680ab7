/* What came of the warnings of other tools: a table for people, and the same in JSON. */
#ifndef TD_GUIDE_TABLE_H
#define TD_GUIDE_TABLE_H

#include "confirm.h"

#include <stdio.h>

void td_warnings_table(const struct td_warnings *list, const struct td_confirmation *confirmation, FILE *out);
int td_warnings_json(const struct td_warnings *list, const struct td_confirmation *confirmation, FILE *out);

/* So many of them have this verdict. */
size_t td_warnings_count(const struct td_warnings *list, enum td_warning_verdict verdict);

#endif
