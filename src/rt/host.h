/* The runtime's own loop: takes jobs from the tool and runs executions. */
#ifndef TD_RT_HOST_H
#define TD_RT_HOST_H

#include "os.h"
#include "wire/channel.h"

extern struct td_channel *td_channel;   /* NULL: the program runs without the tool */
extern uint64_t td_execution;           /* its number */
extern uint64_t td_run;                 /* counts all of this process, also those of the same number */

typedef int td_main_function(int, char **, char **);

/* Does the runtime check itself?  Then its limits are tiny as well, so that what happens at a limit happens all the time. */
int td_self_check(void);

/* Is there a tool?  Usable before anything is set up. */
int td_attached(void);

/* Instead of main: runs jobs until the tool says quit. */
_Noreturn void td_host_run(td_main_function *main, int argc, char **argv, char **environment);

/* The execution needs more threads than there are slots: end it, make more, run it again. */
_Noreturn void td_host_retry_with_more_slots(void);

/* After each job, in training: see training.c. */
void td_keep_counts(void) __attribute__((weak));

#endif
