/* Signals that end an execution: crashes, and the watchdog's knock. */
#ifndef TD_RT_FAULT_H
#define TD_RT_FAULT_H

void td_fault_setup(void);
int td_fault_is_handled(int number); /* the program has a handler of its own */

#endif
