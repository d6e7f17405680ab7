/* What the functions that scan write on the program's behalf: the places that a format has filled in. */
#ifndef TD_RT_SCAN_FORMAT_H
#define TD_RT_SCAN_FORMAT_H

#include "rt/state.h"

#include <stdarg.h>

/* After the call: `count` is what it returned.  Arguments that the format names by number are not looked at. */
void td_scan_wrote(const char *format, va_list args, int count, uint64_t pc);

#endif
