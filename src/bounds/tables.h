/* Tables of functions, whose entries belong together: code that calls f->open_stream() and then f->close() means the
 * close() of a table that has an open_stream().
 *
 * What is known is that a table which a local variable points to has a function in some field, because that was called on every way
 * before; a function that the variable is handed to knows it of its parameter.  A function is none of such a table if all tables that it
 * stands in are constants of the source which have nothing in the other field.
 */
#ifndef TD_BOUNDS_TABLES_H
#define TD_BOUNDS_TABLES_H

#include "program.h"

enum { TD_MOST_ENTRIES = 8 };

struct td_entries {
	struct { uint32_t variable, field; } items[TD_MOST_ENTRIES];
	size_t count;
};

/* What is known where the node is done, of all variables there; `known` is what the function knows of its parameters. */
struct td_entries td_entries_at(const struct td_program *program, const struct td_entries *known, uint32_t node);
/* What the function knows when it is called there. */
struct td_entries td_entries_handed(const struct td_program *program, const struct td_entries *at_call, uint32_t call, uint32_t function);
/* A call through a table's field may mean the function, as far as tables are concerned. */
bool td_may_be_entry(const struct td_program *program, const struct td_entries *at_call, uint32_t call, uint32_t function);

#endif
