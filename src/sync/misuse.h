/* How a plain program learns that it uses <treadle/sync.h> wrongly: one line, and it aborts. */
#ifndef TD_SYNC_MISUSE_H
#define TD_SYNC_MISUSE_H

#include <stdio.h>
#include <stdlib.h>

static inline void expect(int condition, const char *text)
{
	if (condition)
		return;
	fprintf(stderr, "treadle/sync.h: %s\n", text);
	abort();
}

#endif
