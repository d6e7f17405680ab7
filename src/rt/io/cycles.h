/* The processor's count of cycles (rdtsc), which programs take for a clock.
 *
 * It would be another one in each execution, so the kernel is asked to let the instruction fail, and the fault handler gives the program
 * the time of its own clock instead, as though there were one cycle in a nanosecond.  The C library looks at the real one
 * (in the kernel's vdso), and is to see that. */
#ifndef TD_RT_CYCLES_H
#define TD_RT_CYCLES_H

#include "rt/sys.h"

#include <ucontext.h>

void td_cycles_setup(void);
void td_cycles_are_real(int is_real);   /* while another program is started: it is not to know of this */
int td_cycles_fault(greg_t *registers); /* a fault that is about no address: returns whether it was such an instruction, which is done now */

#endif
