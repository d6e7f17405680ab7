/* Signals that the program sends itself, and threads that wait for one.
 *
 * All fibres run on one OS thread, and the others, which only lend their thread-local storage, take no signals: so there is
 * one mask, and what is sent is pending in the kernel until it is waited for, or handled there and then by the thread that
 * sends.  A thread in sigwait() waits for a descriptor of the kernel's that is readable when one of its signals is pending.
 *
 * Because the mask is one, a signal that one thread blocks is blocked for all.  A handler never interrupts another thread
 * than the one that sends; where it would have to (pthread_kill), the program is refused. */
#ifndef TD_RT_SIGNALS_H
#define TD_RT_SIGNALS_H

void td_signals_setup(void);
void td_signals_reset(void);          /* forget what is pending, and the mask */

/* From here on this OS thread takes no signals. */
void td_signals_block_all(void);

#endif
