/* An explanation for people, and as JSON for programs. */
#ifndef TD_EXPLAIN_TEXT_H
#define TD_EXPLAIN_TEXT_H

#include "explain.h"

#include <stdio.h>

void td_explain_text(const struct td_explanation *self, FILE *out);
int td_explain_race_json(const struct td_trace *trace, const char *file, FILE *out);
int td_explain_json(const struct td_explanation *self, const char *file, FILE *out);

#endif
