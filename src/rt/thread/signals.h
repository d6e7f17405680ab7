/* Signals that the program sends itself, and threads that wait for one.
 *
 * All fibres run on one OS thread, and the others, which only lend their thread-local storage, take no signals.  Each fibre has a mask
 * of its own, which is that of the OS thread while it runs.  What is sent is pending in the kernel until it is waited for, or handled
 * there and then by the thread that sends (handler.h).  A thread in sigwait() waits for a descriptor of the kernel's that is readable when
 * one of its signals is pending.  What is pending and has a handler never comes through to the program by itself: the runtime takes it.
 *
 * What was sent to one thread is pending for that one only.  A handler never interrupts another thread than the one that sends; where it
 * would have to (pthread_kill, or because the one that sends blocks the signal), the program is refused. */
#ifndef TD_RT_SIGNALS_H
#define TD_RT_SIGNALS_H

#include "rt/state.h"

#include <pthread.h>

void td_signals_setup(void);
void td_signals_reset(void);          /* forget what is pending, and the mask */

#define TD_NO_MASK (1ull << 31) /* has a signal of the C library's own, which nobody blocks */

/* Masks that a fibre begins with: main's, that of the process; and what attributes say, or TD_NO_MASK, and then it is its creator's. */
uint64_t td_signals_of_main(void);
uint64_t td_signals_of(const pthread_attr_t *attributes);

/* The OS thread gets the mask of the fibre, which is about to run. */
void td_signals_change(const struct td_fiber *fiber);

#endif
