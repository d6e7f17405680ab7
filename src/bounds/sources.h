/* Which files are read, and with which flags: from compile_commands.json where there is one, else from what is usual. */
#ifndef TD_BOUNDS_SOURCES_H
#define TD_BOUNDS_SOURCES_H

#include "base/base.h"

#include <stdbool.h>

struct td_source {
	char *directory, *file;  /* file: absolute */
	struct td_strings flags;
};

struct td_sources {
	struct td_source *items;
	size_t count, room;
};

/* The files that `paths` name, or that lie below the directories among them, in order.  `build` is the directory with
 * compile_commands.json, or NULL: then it is looked for in the directories named and their build/.  `flags` are added to every
 * file's, instead of the usual ones where there is no database.  A path that does not exist ends the program. */
struct td_sources td_sources_find(const struct td_strings *paths, const char *build, const struct td_strings *flags);
void td_sources_free(struct td_sources *self);

/* database.c: what compile_commands.json says; false if there is none.  One that cannot be read ends the program. */
bool td_database_read(const char *build, struct td_sources *sources);
bool td_is_source(const char *name);

#endif
