/* Names of C++ functions in libraries without debug information.  Only the simple ones, which are those that show up:
 * std::thread::join, operator new. */
#ifndef TD_TRACE_DEMANGLE_H
#define TD_TRACE_DEMANGLE_H

/* The name without its arguments, or the symbol as it is.  The caller frees it. */
char *td_demangle(const char *symbol);

#endif
