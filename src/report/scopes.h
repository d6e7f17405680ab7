/* Whose variable a name means, "total (of main)", said once above a picture and not in each row.
 *
 * A scope is left out of the rows if these have no other variable of that name. */
#ifndef TD_REPORT_SCOPES_H
#define TD_REPORT_SCOPES_H

#include "rows.h"

struct td_scope {
	char *root;        /* "total" */
	char *scope;       /* "of main", "in consume" */
	bool is_ambiguous; /* the rows have another one called so */
};

struct td_scopes {
	struct td_scope *items;
	size_t count, room;
};

struct td_scopes td_scopes_make(const struct td_trace *trace, const struct td_rows *rows);
void td_scopes_clear(struct td_scopes *self);

/* TEXT without the scopes that are told elsewhere; to be freed. */
char *td_scopes_strip(const struct td_scopes *self, const char *text);

#endif
