/* The program and its libraries, as they are mapped. */
#ifndef TD_RT_MODULES_H
#define TD_RT_MODULES_H

#include "os.h"

void td_modules_describe(void);      /* into the channel; main program first */
int td_pc_is_woven(uint64_t pc);     /* in the program, or in a library that does not come with the system */

#endif
