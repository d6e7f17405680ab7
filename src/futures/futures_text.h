/* Futures as text for a person, and as JSON (doc/futures-json.md). */
#ifndef TD_FUTURES_TEXT_H
#define TD_FUTURES_TEXT_H

#include "named.h"
#include "picks.h"

#include <stdio.h>

/* Only the uses that are open, or EVERY one. */
void td_futures_text(struct td_guide *guide, const struct td_futures *futures, bool every, FILE *out);
int td_futures_json(struct td_guide *guide, const struct td_futures *futures, bool every, FILE *out);

void td_combinations_text(struct td_guide *guide, const struct td_combinations *all, FILE *out);
void td_future_text(const struct td_future *future, const struct td_picks *picks, const char *file, FILE *out);

#endif
