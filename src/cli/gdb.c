#include "gdb.h"

#include "commands.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* src/cli/gdb.script, embedded by the Makefile. */
extern const char _binary_src_cli_gdb_script_start[], _binary_src_cli_gdb_script_end[];

static void add(struct td_strings *list, char *text)
{
	TD_PUSH(list, text);
}

static void add_command(struct td_strings *list, char *command)
{
	add(list, td_strdup("-ex"));
	add(list, command);
}

/* gdb starts the program through this wrapper, so that it gets the same environment, input and descriptors as any other
 * process of the trace, and not those of gdb. */
static char *wrapper_command(const char *file)
{
	char *tool = realpath("/proc/self/exe", NULL), *trace = realpath(file, NULL);
	char *quoted_tool = td_shell_quote(tool ? tool : td_tool_name),
	     *quoted_trace = td_shell_quote(trace ? trace : file);
	char *command = td_format("set exec-wrapper %s become %s", quoted_tool, quoted_trace);

	free(quoted_tool);
	free(quoted_trace);
	free(tool);
	free(trace);
	return command;
}

/* Where gdb can read the script from; the descriptor stays open over exec. */
static char *script_path(void)
{
	size_t size = (size_t)(_binary_src_cli_gdb_script_end - _binary_src_cli_gdb_script_start);
	int fd = td_memory_file("gdb.script", _binary_src_cli_gdb_script_start, size);

	fcntl(fd, F_SETFD, 0);
	return td_format("/proc/self/fd/%d", fd);
}

void td_gdb_start(const struct td_session *session, const struct td_trace *trace, const char *file,
		  const struct td_strings *commands)
{
	struct td_strings list = { 0 };

	add(&list, td_strdup("gdb"));
	add(&list, td_strdup("-q"));
	if (!isatty(0))
		add(&list, td_strdup("-batch"));
	add(&list, td_strdup("-x"));
	add(&list, script_path());
	add_command(&list, wrapper_command(file));
	add_command(&list, td_format("set $treadle_failing = %u", trace->ended.thread));
	add_command(&list, td_strdup("run"));
	for (size_t i = 0; i < commands->count; i++)
		add_command(&list, commands->items[i]);
	add(&list, trace->command.program);
	add(&list, NULL);
	setenv("SHELL", "/bin/sh", 1); /* the wrapper is started by it */
	if (dup2(session->channel_fd, TD_CHANNEL_FD) < 0)
		die("cannot start gdb: %s", strerror(errno));
	fflush(NULL);
	execvp("gdb", list.items);
	if (errno == ENOENT)
		die("gdb is not installed");
	die("cannot start gdb: %s", strerror(errno));
}
