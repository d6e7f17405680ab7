#include "commands.h"
#include "controls.h"

#include "explore/adopted.h"
#include "explore/lock_rows.h"
#include "explore/interrupt.h"
#include "explore/program.h"
#include "explore/replay.h"
#include "report/report.h"

#include <stdlib.h>

struct settings {
	struct td_explore_options control;
	const char *strategy, *output;
};

static const char *const examples[] = {
	"treadle run ./queue_test",
	"treadle run --strategy random --seed 7 -o seven.trd ./queue_test",
	NULL
};

static int parse(struct settings *settings, int argc, char **argv)
{
	const struct td_option options[] = {
		{"strategy", 's', TD_OPTION_STRING, &settings->strategy, "NAME",
		 .help = "run-on (default: a thread runs until it blocks), random, pos or pct:1-5"},
		TD_CONTROL_OPTIONS(&settings->control),
		{"output-trace", 'o', TD_OPTION_STRING, &settings->output, "FILE",
		 .help = "where to write the trace (PROGRAM.trd)"},
		{0}};
	const struct td_usage about = {"run", "[options] PROGRAM [argument...]",
				       "Makes one execution of a program compiled with treadle cc and writes its "
				       "trace, for treadle show and replay.",
				       options, examples};

	return td_options_parse(&about, argc, argv);
}

/* One execution by the strategy, for its schedule only; how it ended is left in the session's channel. */
static struct td_schedule *make_schedule(struct td_session *session, const struct td_job *job)
{
	const struct td_channel *channel = session->channel;

	if (td_session_run(session, job) < 0)
		die("interrupted");
	if (channel->ended.end == TD_END_UNSUPPORTED)
		td_die_unsupported(td_trace_capture(channel, session->command, "", 0));
	return td_schedule_copy(channel);
}

static struct td_trace *run_once(const struct td_command *command, const struct td_explore_options *control)
{
	struct td_session *session = td_session_new(command, TD_OUTPUT_DROP, control->watchdog);
	const struct td_channel *channel = session->channel;
	struct td_job job = td_explore_job(control);
	struct td_schedule *schedule;
	struct td_trace *trace;

	job.count = 1;
	job.policy_count = 1;
	schedule = make_schedule(session, &job);
	if (channel->adopted)
		td_say_what_is_adopted(channel->adopted);
	trace = td_replay_capture(command, &job, schedule, control->watchdog);
	if (!trace)
		die("interrupted");
	if (trace->ended.end == TD_END_UNSUPPORTED)
		td_die_unsupported(trace);
	if (!td_same_end(&channel->ended, channel->modules, channel->module_count, &trace->ended, trace->modules,
			 trace->module_count))
		die("the program is not deterministic: the same schedule ended in two ways (%s; %s)",
		    td_end_name(channel->ended.end), td_end_name(trace->ended.end));
	td_schedule_free(schedule);
	td_session_free(session);
	return trace;
}

int td_keep_execution(const struct td_trace *trace, const char *output)
{
	bool is_finding = td_end_is_finding(trace->ended.end);
	char *file = td_trace_free_name(trace->command.program, output), *line;

	if (td_trace_write(trace, file) < 0)
		return TD_EXIT_COULD_NOT;
	line = td_replay_line(file);
	if (is_finding)
		td_report_text(trace, line, stdout);
	else
		fwrite(trace->output, 1, trace->output_size, stdout);
	if (trace->ended.end == TD_END_CUT)
		warning("the execution was cut after %u events (--max-events)", trace->ended.event_count);
	if (trace->event_limit)
		printf("from event %u on this repeats other variants\n", trace->event_limit);
	printf("trace: %s\n", file);
	free(line);
	free(file);
	return is_finding ? TD_EXIT_FOUND : TD_EXIT_CLEAN;
}

int cmd_run(int argc, char **argv)
{
	struct settings settings = {
		.control = { .seed = 1, .max_events = TD_USUAL_MAX_EVENTS, .watchdog = 10 },
		.strategy = "run-on",
	};
	int at = parse(&settings, argc, argv);
	struct td_command *command;

	if (at >= argc)
		usage("which program? See treadle run --help");
	td_strategy_parse(&settings.control.strategy, settings.strategy);
	if (settings.control.strategy.count != 1 || settings.control.strategy.depth_first >= 0)
		usage("--strategy: one execution is made by run-on, random, pos or pct:1-5, not by %s",
		      settings.strategy);
	command = td_program_describe(argv + at);
	command->locks = settings.control.locks ? td_lock_rows_read(settings.control.locks) : NULL;
	td_interrupt_catch();
	return td_keep_execution(run_once(command, &settings.control), settings.output);
}
