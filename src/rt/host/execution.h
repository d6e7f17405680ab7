/* One execution: from the beginning of main, or from a mark, to its end; in this process or in a forked one. */
#ifndef TD_RT_EXECUTION_H
#define TD_RT_EXECUTION_H

typedef int td_main_function(int, char **, char **);

/* What every execution begins with. */
void td_execution_setup(td_main_function *main, int argc, char **argv, char **environment);

/* Runs the execution whose number is td_execution.  1: the job ends with it, for the tool is to see how it has ended. */
int td_execution_run(void);

/* What remains of the last one in the kernel, in memory and in the runtime; the next one would do so too. */
void td_execution_clean_up(void);

#endif
