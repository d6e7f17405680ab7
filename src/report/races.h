/* The races of an execution, and the variants that come from changing them, as text or as JSON. */
#ifndef TD_REPORT_RACES_H
#define TD_REPORT_RACES_H

#include <stdio.h>

#include "check/variants.h"

/* Every touch with a race set: who could have come first, or what could have been read, with timestamps. */
void td_report_races(const struct td_variants *variants, FILE *out);

/* The race table and the variants; `replay_line` is how to replay the trace. */
void td_report_variants(const struct td_variants *variants, const char *replay_line, FILE *out);

/* Everything that is known, for programs: doc/trace-json.md.  Returns 0, or -1 if it could not be written. */
int td_report_races_json(const struct td_variants *variants, FILE *out);

#endif
