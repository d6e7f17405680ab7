#include "commands.h"
#include "controls.h"
#include "gdb.h"
#include "output.h"
#include "trace_document.h"

#include "check/follow.h"
#include "explore/explore.h"
#include "explore/interrupt.h"
#include "explore/program.h"
#include "explore/replay.h"
#include "report/report.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct settings {
	int gdb;
	uint64_t variant;
	const char *output_trace;
	struct td_output output;
	double watchdog;
	struct td_strings gdb_commands;
};

static const char *const examples[] = {
	"treadle replay queue_test.trd",
	"treadle replay --gdb queue_test.trd",
	"treadle replay --gdb --gdb-command treadle-threads queue_test.trd </dev/null",
	"treadle replay --variant 2 --output-trace second.trd queue_test.trd",
	NULL
};

static int parse(struct settings *settings, int argc, char **argv)
{
	const struct td_option options[] = {
		{"gdb", 0, TD_OPTION_FLAG, &settings->gdb, NULL,
		 .help = "start gdb at the failing event; treadle-threads and treadle-thread N show the threads"},
		{"gdb-command", 0, TD_OPTION_STRINGS, &settings->gdb_commands, "COMMAND",
		 .help = "with --gdb: give gdb a command after the stop; may be repeated"},
		{"variant", 0, TD_OPTION_NUMBER, &settings->variant, "N", .least = 1,
		 .help = "do not make this execution but one that begins as its N-th variant (treadle show "
			 "--variants)"},
		TD_OUTPUT_OPTIONS(&settings->output),
		{"output-trace", 0, TD_OPTION_STRING, &settings->output_trace, "FILE",
		 .help = "with --variant: where to write the trace (PROGRAM.trd)"},
		{"watchdog", 0, TD_OPTION_SECONDS, &settings->watchdog, "SECONDS",
		 .help = "without an event for so long, the execution counts as hung; 0: never (10)"},
		{0}};
	const struct td_usage about = {"replay", "[options] FILE.trd",
				       "Makes the execution of a trace again: the same events and the same end, in the "
				       "directory, with the arguments,\n"
				       "environment and input of then.  Says where it differs if it does.",
				       options, examples};
	int at = td_options_parse(&about, argc, argv), rest;

	/* FILE.trd --gdb is as good as --gdb FILE.trd: nothing after the file belongs to a program. */
	if (at + 1 < argc) {
		rest = td_options_parse(&about, argc - at, argv + at);
		if (at + rest < argc)
			usage("replay takes one file, not also %s", argv[at + rest]);
	}
	return at;
}

/* The program must be the one that was traced, byte by byte: schedules count its operations. */
static void check_program(struct td_command *command)
{
	if (access(command->program, F_OK) < 0)
		die("cannot find %s, which the trace is of: %s", command->program, strerror(errno));
	if (td_hash_file(command->program) != command->program_hash)
		die("%s has changed since the trace was made; compile it as it was then, or explore it again",
		    command->program);
	td_program_check(command->program);
	if (access(command->directory, X_OK) == 0)
		return;
	warning("cannot enter %s, where the program ran; it runs in the current directory", command->directory);
	free(command->directory);
	command->directory = getcwd(NULL, 0);
}

static struct td_schedule schedule_of(const struct td_trace *trace)
{
	return (struct td_schedule){ trace->segments, trace->segment_count, trace->choices, trace->choice_count,
				     trace->ended.end == TD_END_ENDLESS, (uint32_t)trace->ended.status };
}

/* What a trace has as its event number `at`; to be freed. */
static char *describe_event(const struct td_trace *trace, int64_t at)
{
	const struct td_trace_event *event;
	const struct td_site *site;
	const char *label;

	if (at >= trace->event_count)
		return td_format("the end (%s)", td_end_name(trace->ended.end));
	event = &trace->events[at];
	label = event->raw.thread < trace->thread_count ? trace->threads[event->raw.thread].label : "?";
	site = event->site < trace->site_count ? &trace->sites[event->site] : NULL;
	if (!site || !site->file)
		return td_format("%s: %s %s", label, td_kind_name(event->raw.kind), trace->names[event->name]);
	return td_format("%s: %s %s at %s:%d", label, td_kind_name(event->raw.kind), trace->names[event->name],
			 site->file, site->line);
}

static void check_same(const struct td_trace *recorded, const struct td_trace *again)
{
	int64_t at = td_trace_difference(recorded, again);

	if (at >= 0)
		die("the replay diverges at event %lld: expected %s; came %s", (long long)at + 1,
		    describe_event(recorded, at), describe_event(again, at));
	if (!td_same_end(&recorded->ended, recorded->modules, recorded->module_count, &again->ended, again->modules,
			 again->module_count))
		die("the replay diverges after event %u: expected %s; came %s", recorded->event_count,
		    td_end_name(recorded->ended.end), td_end_name(again->ended.end));
}

static int replay(const struct td_trace *recorded, const char *file, struct settings *settings)
{
	struct td_schedule schedule = schedule_of(recorded);
	struct td_trace *again = td_replay_capture(&recorded->command, &recorded->job, &schedule, settings->watchdog);
	char *line = td_replay_line(file);
	int status;

	if (!again)
		die("interrupted");
	if (again->ended.end == TD_END_UNSUPPORTED && recorded->ended.end != TD_END_UNSUPPORTED)
		td_die_unsupported(again);
	check_same(recorded, again);
	again->cause = recorded->cause ? td_strdup(recorded->cause) : NULL;
	status = td_end_is_finding(again->ended.end) ? TD_EXIT_FOUND : TD_EXIT_CLEAN;
	td_report_text(again, line, stdout);
	td_output_begin_closing(&settings->output);
	printf("replayed: same %u events%s\n", again->event_count, status == TD_EXIT_FOUND ? ", same failure" : "");
	td_write_trace_document(&settings->output, again, file, "replayed", status);
	return status;
}

static struct td_trace *follow(const struct td_trace *recorded, const struct settings *settings)
{
	struct td_variants *variants = td_variants_make(recorded, TD_MOST_VARIANTS);
	struct td_trace *trace;

	if (!variants)
		exit(TD_EXIT_COULD_NOT); /* the reason has been said */
	if (settings->variant > variants->count)
		usage("--variant: this execution has %zu %s; treadle show --variants lists them", variants->count,
		      td_counted(variants->count, "variant", "variants"));
	if (!variants->steps->knows_choices)
		die("the trace does not say which event made which choice, so its variants cannot be followed");
	trace = td_follow(variants, &variants->items[settings->variant - 1], settings->watchdog);
	if (!trace)
		die("interrupted");
	if (trace->ended.end == TD_END_UNSUPPORTED)
		td_die_unsupported(trace);
	if (trace->ended.end == TD_END_DIVERGED)
		die("the variant cannot be followed: %s", trace->ended.message);
	td_variants_free(variants);
	return trace;
}

static _Noreturn void replay_in_gdb(const struct td_trace *recorded, const char *file, const struct settings *settings)
{
	struct td_schedule schedule = schedule_of(recorded);
	struct td_session *session =
		td_replay_prepare(&recorded->command, &recorded->job, &schedule, settings->watchdog);
	struct td_job job = td_schedule_job(&schedule, &recorded->job);

	if (!session)
		die("interrupted");
	job.detail = 1;
	job.stop_in_gdb = 1;
	td_session_preset(session, &job);
	td_gdb_start(session, recorded, file, &settings->gdb_commands);
}

struct td_trace *td_open_trace(const char *file)
{
	struct td_trace *trace = td_trace_read(file);

	if (!trace)
		exit(TD_EXIT_COULD_NOT); /* the reason has been said */
	check_program(&trace->command);
	return trace;
}

int cmd_replay(int argc, char **argv)
{
	struct settings settings = { .watchdog = 10 };
	int at = parse(&settings, argc, argv);
	struct td_trace *trace;

	if (at >= argc)
		usage("which trace? See treadle replay --help");
	if (settings.gdb_commands.count && !settings.gdb)
		usage("--gdb-command is for --gdb");
	if (settings.output_trace && !settings.variant)
		usage("--output-trace is for --variant");
	if (settings.gdb && settings.variant)
		usage("--gdb is for the execution itself; write the variant's trace (--output-trace) and replay that");
	if (td_output_wants_document(&settings.output) && (settings.gdb || settings.variant))
		usage("--format and --output are for the execution itself, not for %s",
		      settings.gdb ? "--gdb" : "--variant");
	td_output_check(&settings.output);
	trace = td_open_trace(argv[at]);
	td_interrupt_catch();
	if (settings.variant)
		return td_keep_execution(follow(trace, &settings), settings.output_trace);
	if (settings.gdb)
		replay_in_gdb(trace, argv[at], &settings);
	td_output_begin(&settings.output);
	return replay(trace, argv[at], &settings);
}

int cmd_become(int argc, char **argv)
{
	const struct td_command *command;
	int input_fd;

	if (argc < 2)
		usage("become is for gdb; see treadle replay --gdb");
	command = &td_open_trace(argv[1])->command;
	input_fd = command->input ? td_memory_file("stdin", command->input, command->input_size) : -1;
	td_session_become(command, TD_CHANNEL_FD, input_fd, -1);
	die("cannot start %s: %s", command->program, strerror(errno));
}
