#include "commands.h"
#include "controls.h"

#include "drive/script.h"
#include "explore/adopted.h"
#include "explore/interrupt.h"
#include "explore/lock_rows.h"
#include "explore/program.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct settings {
	struct td_explore_options control;
	const char *script, *input, *output;
	int is_json;
};

static const char *const examples[] = {"treadle drive ./queue_test", "treadle drive --script order.txt ./queue_test",
				       "treadle drive --json ./queue_test", NULL};

static const char summary[] =
	"Shows the threads that can run and what each would do next, and does what it is told: ? lists the commands.\n"
	"A script has the same commands, and lines such as 'T1 lock m' or 'T2@queue.c:40' that name operations in the\n"
	"order in which they are to happen; it is allowed, or not allowed from a line on.\n"
	"Exit status 0: no failure; 1: the execution failed; 2: the script is not allowed, or cannot be read.";

static int parse(struct settings *settings, int argc, char **argv)
{
	const struct td_option options[] = {
		{"script", 's', TD_OPTION_STRING, &settings->script, "FILE", .help = "follow the lines of a file"},
		{"json", 0, TD_OPTION_FLAG, &settings->is_json, NULL,
		 .help = "a line of JSON for each command and each answer"},
		{"input", 0, TD_OPTION_STRING, &settings->input, "FILE",
		 .help = "the standard input of the program (with --script: that of treadle; otherwise none)"},
		TD_CONTROL_OPTIONS(&settings->control),
		{"output-trace", 'o', TD_OPTION_STRING, &settings->output, "FILE",
		 .help = "where to write the trace (PROGRAM.trd)"},
		{0}};
	const struct td_usage about = {"drive", "[options] PROGRAM [argument...]", summary, options, examples};

	return td_options_parse(&about, argc, argv);
}

/* The commands, which the program must not read; what it reads takes their place. */
static FILE *take_commands(const struct settings *settings)
{
	const char *input = settings->input ? settings->input : settings->script ? NULL : "/dev/null";
	int commands = input ? fcntl(0, F_DUPFD_CLOEXEC, 3) : -1, fd = input ? open(input, O_RDONLY | O_CLOEXEC) : -1;
	FILE *in = settings->script ? NULL : fdopen(commands, "r");

	if (input && fd < 0)
		die("cannot read %s: %s", input, strerror(errno));
	if (!settings->script && !in)
		die("there is no standard input to read commands from");
	if (input && dup2(fd, 0) < 0)
		die("cannot read %s: %s", input, strerror(errno));
	if (fd > 0)
		close(fd);
	return in;
}

static int follow_script(const struct td_dialogue *dialogue, const struct td_script *script)
{
	char *why = td_script_run(script, dialogue);
	struct td_trace *trace;
	int status;

	if (why) {
		printf("not allowed: %s\n", why);
		dialogue->view->state(dialogue->drive, dialogue->drive->now->event_count, stdout);
		free(why);
		return TD_EXIT_COULD_NOT;
	}
	trace = td_drive_capture(dialogue->drive, &why);
	if (!trace)
		die("%s", why);
	printf("allowed\n");
	if (!td_drive_has_ended(dialogue->drive))
		printf("behind event %u the threads go on by themselves\n", dialogue->drive->now->event_count);
	status = td_keep_execution(trace, dialogue->file);
	td_trace_free(trace);
	return status;
}

static struct td_drive *open_drive(char **argv, const struct td_explore_options *control)
{
	struct td_command *command = td_program_describe(argv);
	struct td_job job = td_explore_job(control);
	struct td_drive *drive;

	command->locks = control->locks ? td_lock_rows_read(control->locks) : NULL;
	td_interrupt_catch();
	drive = td_drive_open(command, &job, control->watchdog);
	if (drive && drive->completions->session->channel->adopted)
		td_say_what_is_adopted(drive->completions->session->channel->adopted);
	return drive;
}

int cmd_drive(int argc, char **argv)
{
	struct settings settings = {.control = {.seed = 1, .max_events = TD_USUAL_MAX_EVENTS, .watchdog = 10}};
	int at = parse(&settings, argc, argv), status;
	struct td_dialogue dialogue = {.view = settings.is_json ? &td_view_json : &td_view_text, .out = stdout};
	struct td_script script = {0};
	char *why;

	if (at >= argc)
		usage("which program? See treadle drive --help");
	if (settings.script && settings.is_json)
		usage("--script and --json exclude each other: with --json commands come from standard input");
	why = settings.script ? td_script_read(&script, settings.script) : NULL;
	if (why)
		die("%s", why);
	if (settings.output)
		td_refuse_existing(settings.output);
	dialogue.file = settings.output;
	dialogue.in = take_commands(&settings);
	dialogue.is_echoed = dialogue.in && !settings.is_json && !isatty(fileno(dialogue.in));
	dialogue.drive = open_drive(argv + at, &settings.control);
	if (!dialogue.drive)
		return TD_EXIT_COULD_NOT;
	status = settings.script ? follow_script(&dialogue, &script) : td_dialogue_run(&dialogue);
	td_drive_close(dialogue.drive);
	td_script_clear(&script);
	return status;
}
