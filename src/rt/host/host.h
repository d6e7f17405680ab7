/* The runtime's own loop: takes jobs from the tool and runs executions. */
#ifndef TD_RT_HOST_H
#define TD_RT_HOST_H

#include "execution.h"

/* Instead of main: runs jobs until the tool says quit.  Its frame must not become part of the caller's. */
_Noreturn __attribute__((noinline)) void td_host_run(td_main_function *main, int argc, char **argv, char **environment);

/* After each job, in training: see training.c. */
void td_keep_counts(void) __attribute__((weak));

#endif
