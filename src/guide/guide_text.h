/* What came of a guided test, as text for a person and as JSON (doc/guide-json.md). */
#ifndef TD_GUIDE_GUIDE_TEXT_H
#define TD_GUIDE_GUIDE_TEXT_H

#include "guide.h"

#include <stdio.h>

/* FILE: where the trace was written; NULL: nowhere. */
void td_guidance_text(const struct td_guidance *self, const struct td_waypoints *waypoints, const char *file,
		      FILE *out);

/* 0, or -1: it could not be written, which was said. */
int td_guidance_json(const struct td_guidance *self, const struct td_waypoints *waypoints, const char *file, FILE *out);

/* One line about it, without a newline; to be freed. */
char *td_guidance_line(const struct td_guidance *self, const struct td_waypoints *waypoints);

#endif
