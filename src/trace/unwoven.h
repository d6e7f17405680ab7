/* Libraries that were not compiled with treadle cc and that the program calls: what threads do there, and what locks
 * there order, is not seen.
 *
 * They are found in the files: a woven one has the hooks among its dynamic symbols.  The C and C++ libraries and the
 * dynamic linker are left out, because their functions that matter are known. */
#ifndef TD_TRACE_UNWOVEN_H
#define TD_TRACE_UNWOVEN_H

#include "trace.h"

/* Their files' names, separated by commas, of those with a function that woven code of the program imports and that is
 * no row of
 * --locks; NULL if there is none.  The caller frees it. */
char *td_unwoven_libraries(const struct td_trace *trace);

#endif
