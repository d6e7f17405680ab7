/* What the user of a drive gets to see: text for people, or a line of JSON an answer (doc/drive-json.md). */
#ifndef TD_DRIVE_VIEW_H
#define TD_DRIVE_VIEW_H

#include "orders.h"

#include <stdio.h>

struct td_view {
	char *(*parse)(struct td_order *order, const char *line);
	void (*prompt)(const struct td_drive *drive, FILE *out);
	void (*state)(struct td_drive *drive, uint32_t from,
		      FILE *out); /* after a move: with the events from there on */
	void (*events)(const struct td_drive *drive, FILE *out);
	void (*saved)(const struct td_drive *drive, const struct td_trace *trace, const char *file, FILE *out);
	void (*wrong)(const char *why, FILE *out); /* nothing was changed */
	void (*help)(FILE *out);
};

extern const struct td_view td_view_text, td_view_json;

enum { TD_MOST_OUTCOMES_TOLD = 16 };

/* What a thread that can run would do: "write counter (now 0)", "gives up waiting (it waits for a signal on c)"; to be
 * freed. */
char *td_view_next(const struct td_trace *trace, uint32_t thread);

#endif
