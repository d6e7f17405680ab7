/* What the functions that print read on the program's behalf: the strings that a format asks for. */
#ifndef TD_RT_FORMAT_H
#define TD_RT_FORMAT_H

#include "rt/state.h"

#include <stdarg.h>

/* Before they are printed; the arguments are still there for that.  Arguments that the format names by number are not looked at, nor wide
 * strings. */
void td_format_read(const char *format, va_list args, uint64_t pc);

#endif
