/* Signals that end an execution: crashes, and the watchdog's knock; and what the program wants to happen at signals. */
#ifndef TD_RT_FAULT_H
#define TD_RT_FAULT_H

struct sigaction;

void td_fault_setup(void);
void td_fault_reset(void);           /* what the program wanted before main */
int td_fault_is_handled(int number); /* one of those that end an execution: the program has a handler of its own */

/* What the program wants, of any signal. */
void td_fault_action(int number, struct sigaction *action);
void td_fault_set_action(int number, const struct sigaction *action);

#endif
