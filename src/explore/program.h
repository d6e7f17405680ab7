/* The program under test, before it runs: found, checked and described.
 *
 * Everything that can be wrong with what the user typed is said here, in one line, before a process is started.
 */
#ifndef TD_EXPLORE_PROGRAM_H
#define TD_EXPLORE_PROGRAM_H

#include "trace/trace.h"

/* argv: the program as a shell would be given it, and its arguments; NULL-terminated.  Looks for it as a shell does,
 * checks it and takes the environment, the current directory and the standard input of the tool.  Dies if it cannot be
 * run. */
struct td_command *td_program_describe(char **argv);

/* Dies unless PATH is an x86-64 executable that was compiled with treadle cc. */
void td_program_check(const char *path);

/* Whether there is something by this name, looked for as a shell does. */
int td_program_exists(const char *name);

#endif

