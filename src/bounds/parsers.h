/* treadle-parse, once for each core: gives each a file at a time and takes in the units.
 *
 * Units are taken in the order of the sources, whichever parser is done first, so that the same tree gives the same
 * report.  A parser that dies is replaced; its file counts as failed. */
#ifndef TD_BOUNDS_PARSERS_H
#define TD_BOUNDS_PARSERS_H

#include "program.h"
#include "sources.h"

struct td_trouble {
	char *file, *why;
	bool partly;             /* it was used as far as it could be read */
};

struct td_troubles {
	struct td_trouble *items;
	size_t count, room;
};

/* Parses all sources with `jobs` processes of the program `parser`.  Returns how many could be used. */
size_t td_parse_all(const struct td_sources *sources, const char *parser, size_t jobs, bool quiet, struct td_program *program,
		    struct td_troubles *troubles);
void td_troubles_free(struct td_troubles *self);

#endif
