/* Handlers of signals, called by the runtime where the kernel would: by a thread that sends itself a signal, or lets one through that was
 * blocked, or has waited for one in sigsuspend().
 *
 * Others may run in the middle of one.  What is blocked meanwhile is so in the mask of the fibre that runs it (signals.h), and for no
 * other; what it is sent of that has to wait. */
#ifndef TD_RT_HANDLER_H
#define TD_RT_HANDLER_H

#include <signal.h>
#include <stdint.h>

int td_handler_is_set(int number);
uint64_t td_handler_blocks(int number); /* what has to wait until it is done */

/* By the current fibre, which blocks what has to wait.  There has to be a handler. */
void td_handler_call(siginfo_t *info);

#endif
