/* Descriptors: pipes, socket pairs and sockets between the program's own threads.
 *
 * A thread that would block in the kernel is not enabled instead; it can run again when the kernel says that its descriptor
 * is ready, which is asked whenever another thread has done something with a descriptor.  Descriptors that the program did
 * not make itself in this execution are left alone. */
#ifndef TD_RT_FD_H
#define TD_RT_FD_H

#include "rt/state.h"

void td_fd_setup(void);
void td_fd_reset(void);                             /* close what the execution has opened */
int td_fd_has_input(void);                          /* standard input is a file */
int td_fd_is_available(const struct td_object *self, const struct td_fiber *fiber); /* see object_types.c */

/* Functions of the C library open descriptors by themselves (opendir, tmpfile).  Some executions take little longer than to look for
 * these, so until there has been one it is mostly left out. */
void td_fd_look_for_more(void);                     /* before a mark is made */
void td_fd_ended(void);                             /* an execution is over */

/* A signal says that nobody reads what is written.  Zero: not by an operation that is ours; otherwise the execution ends when that
 * has been recorded, for what others do may depend on it. */
int td_fd_is_broken(void);

/* Nobody can run: does a thread wait for the world outside?  Waits a little for it; nonzero if somebody can go on. */
int td_fd_wait_outside(void);

#endif
