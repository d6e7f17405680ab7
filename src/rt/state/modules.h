/* The program and its libraries, as they are mapped. */
#ifndef TD_RT_MODULES_H
#define TD_RT_MODULES_H

#include "rt/sys.h"

void td_modules_describe(void);      /* into the channel; main program first */
/* An address as a number that does not depend on where its module is loaded, and back; one outside of all modules stays as it is.
 * The tool's td_relative_address gives the same numbers. */
uint64_t td_module_relative(uint64_t address);
uint64_t td_module_absolute(uint64_t relative);
int td_module_has_constant(uint64_t address); /* in a segment that nobody can write to, like the text of a program */
int td_pc_is_of(uint64_t pc, const char *library); /* "libgomp.so": in a library whose file's name begins so */
int td_pc_is_woven(uint64_t pc);     /* in the program, or in a library that does not come with the system */

#endif
