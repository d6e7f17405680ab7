/* How a program ends: exit, returning from main, _exit, quick_exit, abort. */
#ifndef TD_RT_EXIT_H
#define TD_RT_EXIT_H

#include "rt/sys.h"

void td_exit_setup(void);   /* what was registered before main stays registered in every execution */
void td_exit_reset(void);
void td_exit_mark(void);    /* see mark.h */

/* Which thread ends the program can be noticed: something of the program's own is run at its end. */
int td_exit_is_noticed(void);

/* Runs the handlers on the calling fibre and ends the execution. */
_Noreturn void td_exit(int status, uint64_t pc);

/* The execution is about to end here, while others could run: strategies may let them do so. */
void td_exit_let_others_go_first(uint64_t pc);

#endif
