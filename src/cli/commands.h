/* The commands.  Each owns its options and its help; argv[0] is the command's name, argv ends with NULL, and what it
 * returns is the exit status. */
#ifndef TD_CLI_COMMANDS_H
#define TD_CLI_COMMANDS_H

int cmd_explore(int argc, char **argv);
int cmd_races(int argc, char **argv);
int cmd_run(int argc, char **argv);
int cmd_replay(int argc, char **argv);
int cmd_show(int argc, char **argv);
int cmd_explain(int argc, char **argv);
int cmd_recheck(int argc, char **argv);
int cmd_guide(int argc, char **argv);
int cmd_futures(int argc, char **argv);
int cmd_drive(int argc, char **argv);
int cmd_bounds(int argc, char **argv);
int cmd_cc(int argc, char **argv);
int cmd_cxx(int argc, char **argv);

/* For gdb, which starts it as a wrapper: become the program of a trace, at the channel that is open already. */
int cmd_become(int argc, char **argv);

/* For gcc, which starts its programs through it. */
int cmd_wrap(int argc, char **argv);

/* The names of the commands, NULL-terminated. */
extern const char *const td_command_names[];

/* The tool as the user called it: for commands that can be pasted. */
extern const char *td_tool_name;

/* The whole command, NULL-terminated. */
extern char *const *td_tool_arguments;

extern const char td_version[];

/* One word for the shell, quoted if it has to be; to be freed. */
char *td_shell_quote(const char *text);

/* A replay command for the shell; to be freed. */
char *td_replay_line(const char *file);

struct td_trace;

/* A trace whose program is there as it was; ends the tool, in a line, if it is not. */
struct td_trace *td_open_trace(const char *file);

/* Write the trace to `output`, or to a new file named after the program, and show what is wrong, or what the program
 * printed. Returns an exit status. */
int td_keep_execution(const struct td_trace *trace, const char *output);

#endif
