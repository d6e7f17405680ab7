#include "commands.h"

#include "base/base.h"
#include "base/options.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char td_version[] = "0.1.0";

static int cmd_help(int argc, char **argv);

static int cmd_version(int argc, char **argv)
{
	(void)argc, (void)argv;
	printf("treadle %s\n", td_version);
	return TD_EXIT_CLEAN;
}

struct command {
	const char *name;
	int (*run)(int argc, char **argv);
	const char *summary; /* NULL: not for users */
};

static const struct command commands[] = {
	{ "explore", cmd_explore, "try many schedules of a program and report what breaks it (the default)" },
	{ "races", cmd_races, "look for data races, and say which lock protects what" },
	{ "run", cmd_run, "make one controlled execution and write its trace" },
	{ "replay", cmd_replay, "make the execution of a trace again, also inside gdb" },
	{ "show", cmd_show, "print a trace" },
	{ "explain", cmd_explain, "say why a failing execution failed" },
	{ "recheck", cmd_recheck, "look for the failure of a trace in a program that was compiled anew" },
	{ "guide", cmd_guide, "drive the threads to places, in an order, and say whether they can come there" },
	{ "futures", cmd_futures, "list the writes that each read can see, and make the execution in which it does" },
	{ "drive", cmd_drive, "choose by hand which thread goes on, step by step" },
	{ "bounds", cmd_bounds, "find loops in the source that can create threads without limit" },
	{ "cc", cmd_cc, "compile and link C so that Treadle can control it" },
	{ "c++", cmd_cxx, "the same for C++" },
	{ "help", cmd_help, "explain a command" },
	{ "version", cmd_version, "print the version" },
	{ "become", cmd_become, NULL },
	{ "wrap", cmd_wrap, NULL },
};

const char *const td_command_names[] = {"explore", "races",   "run",   "replay", "show", "explain", "recheck", "guide",
					"futures", "drive",   "bounds", "cc",     "c++",  "help",    "version", NULL};

const char *td_tool_name;
char *const *td_tool_arguments;

static const struct command *find_command(const char *name)
{
	for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
		if (!strcmp(commands[i].name, name))
			return &commands[i];
	return NULL;
}

static void print_overview(FILE *out)
{
	fprintf(out, "usage: treadle [options] PROGRAM [argument...]\n"
		     "       treadle COMMAND [argument...]\n\n"
		     "Decides the order in which the threads of a program run, and finds the orders that break it.\n\n"
		     "commands:\n");
	for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
		if (commands[i].summary)
			fprintf(out, "  %-10s%s\n", commands[i].name, commands[i].summary);
	fprintf(out,
		"\nexamples:\n"
		"  treadle cc -g -O1 -o queue_test queue_test.c\n"
		"  treadle ./queue_test\n"
		"  treadle replay queue_test.trd\n\n"
		"treadle help COMMAND explains a command; treadle help explore lists the options for exploring.\n");
}

static int cmd_help(int argc, char **argv)
{
	char help[] = "--help", *arguments[3] = { NULL, help, NULL };
	const struct command *command;
	const char *closest;

	if (argc < 2) {
		print_overview(stdout);
		return TD_EXIT_CLEAN;
	}
	command = find_command(argv[1]);
	if (!command || !command->summary) {
		closest = td_closest_word(argv[1], td_command_names);
		usage("there is no command %s%s%s%s", argv[1], closest ? "; did you mean " : "", closest ? closest : "",
		      closest ? "?" : "");
	}
	if (command->run == cmd_help || command->run == cmd_version) {
		print_overview(stdout);
		return TD_EXIT_CLEAN;
	}
	arguments[0] = argv[1];
	return command->run(2, arguments);
}

static int is_safe_in_shell(const char *text)
{
	static const char safe[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_@%+=:,./-";

	return *text && text[strspn(text, safe)] == 0;
}

char *td_shell_quote(const char *text)
{
	char *quoted = td_alloc(4 * strlen(text) + 3), *to = quoted;

	if (is_safe_in_shell(text))
		return strcpy(quoted, text);
	*to++ = '\'';
	for (; *text; text++)
		to = *text == '\'' ? stpcpy(to, "'\\''") : (*to = *text, to + 1);
	strcpy(to, "'");
	return quoted;
}

char *td_replay_line(const char *file)
{
	char *tool = td_shell_quote(td_tool_name), *name = td_shell_quote(file);
	char *line = td_format("%s replay %s", tool, name);

	free(tool);
	free(name);
	return line;
}

/* Called as treadle-cc or treadle-c++, the tool is the compiler. */
static const struct command *command_of_name(const char *tool)
{
	const char *slash = strrchr(tool, '/');
	const char *base = slash ? slash + 1 : tool;

	if (!strcmp(base, "treadle-cc"))
		return find_command("cc");
	if (!strcmp(base, "treadle-c++"))
		return find_command("c++");
	return NULL;
}

/* Options are taken apart in place. */
static char **copy_of(char **argv)
{
	struct td_strings copy = { 0 };

	for (; *argv; argv++)
		TD_PUSH(&copy, td_strdup(*argv));
	TD_PUSH(&copy, NULL);
	return copy.items;
}

static int is_source(const char *name)
{
	static const char *const endings[] = { ".c", ".cc", ".cpp", ".cxx", ".C", ".c++", NULL };
	const char *dot = strrchr(name, '.');

	for (const char *const *ending = endings; dot && *ending; ending++)
		if (!strcmp(dot, *ending))
			return 1;
	return 0;
}

/* A compiler's command line: a source file stands where the program should. */
static void refuse_sources(char **argv)
{
	for (char **argument = argv + 1; *argument; argument++) {
		if (is_source(*argument))
			usage("%s is a source file; compile it first: %s cc -g -o PROGRAM %s", *argument, td_tool_name,
			      *argument);
		if (**argument != '-' && access(*argument, X_OK) == 0)
			return;
	}
}

int main(int argc, char **argv)
{
	const struct command *command = command_of_name(argv[0]);
	static char explore[] = "explore";

	td_tool_name = argv[0];
	td_tool_arguments = copy_of(argv);
	if (command)
		return command->run(argc, argv);
	if (argc < 2) {
		print_overview(stderr);
		return TD_EXIT_USAGE;
	}
	if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h"))
		return cmd_help(1, argv);
	if (!strcmp(argv[1], "--version"))
		return cmd_version(1, argv);
	command = find_command(argv[1]);
	if (command)
		return command->run(argc - 1, argv + 1);
	refuse_sources(argv);
	argv[0] = explore;
	return cmd_explore(argc, argv);
}
