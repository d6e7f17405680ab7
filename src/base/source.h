/* Lines of source files, read when first asked for and kept. */
#ifndef TD_BASE_SOURCE_H
#define TD_BASE_SOURCE_H

#include "base.h"

struct td_source_file {
	char *path;
	char *text;              /* NULL if it could not be read; lines end in NUL */
	struct td_strings lines; /* into text */
};

struct td_sources {
	struct td_source_file *items;
	size_t count, room;
};

/* Line LINE of the file, counted from 1, as it stands there; NULL if there is none.  Valid until cleared. */
const char *td_sources_line(struct td_sources *sources, const char *path, int line);
void td_sources_clear(struct td_sources *sources);

#endif
