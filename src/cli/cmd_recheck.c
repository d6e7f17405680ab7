#include "commands.h"
#include "controls.h"

#include "explain/explain.h"
#include "explain/recheck.h"
#include "explore/explore.h"
#include "explore/interrupt.h"
#include "explore/program.h"
#include "explore/replay.h"
#include "report/report.h"
#include "report/words.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct settings {
	double time, explain, watchdog;
	uint64_t seed;
	int quiet;
	const struct td_trace *old;
	uint64_t same, others; /* findings */
	char *first_other;     /* the headline of the first of the others */
};

static const char *const examples[] = {"treadle recheck queue_test.trd ./queue_test",
				       "treadle recheck --time 60 queue_test.trd ./queue_test 4 100", NULL};

static int parse(struct settings *settings, int argc, char **argv)
{
	const struct td_option options[] = {
		{"time", 't', TD_OPTION_SECONDS, &settings->time, "SECONDS", .help = "look for so long at most (60)"},
		{"seed", 0, TD_OPTION_NUMBER, &settings->seed, "N", .help = "what random decisions are drawn from (1)"},
		{"watchdog", 0, TD_OPTION_SECONDS, &settings->watchdog, "SECONDS",
		 .help = "without an event for so long, an execution counts as hung; 0: never (10)"},
		{"quiet", 'q', TD_OPTION_FLAG, &settings->quiet, NULL, .help = "no progress"},
		{0}};
	const struct td_usage about = {"recheck", "[options] FILE.trd [PROGRAM [argument...]]",
				       "Looks in a program that was compiled anew for the failure that a trace is of.  "
				       "The trace says which orders of which places\n"
				       "in the source made it fail; these are found again where lines have moved.  "
				       "Without PROGRAM it is the one of the trace,\n"
				       "with its arguments.",
				       options, examples};

	return td_options_parse(&about, argc, argv);
}

static void tell(const struct td_trace *trace)
{
	char *file = td_trace_free_name(trace->command.program, NULL);
	char *line = td_trace_write(trace, file) == 0 ? td_replay_line(file) : NULL;

	td_report_text(trace, line, stdout);
	printf("\n");
	free(line);
	free(file);
}

static void found(void *context, const struct td_trace *trace)
{
	struct settings *settings = context;
	struct td_trace *better = trace->ended.end == settings->old->ended.end
					  ? td_explain_finding(trace, settings->explain, settings->watchdog)
					  : NULL;
	const struct td_trace *shown = better ? better : trace;
	bool is_same = td_recheck_is_same(settings->old, shown);

	if (is_same && !settings->same++)
		tell(shown);
	if (!is_same && !settings->others++)
		settings->first_other = td_report_headline(shown);
	if (better)
		td_trace_free(better);
}

/* The execution without a preemption comes by most of what a program does. */
static const struct td_told_event *missing_place(const struct settings *settings, const struct td_command *command)
{
	struct td_schedule nothing = {.segment_count = 0};
	struct td_trace *plain = td_replay_capture(command, &settings->old->job, &nothing, settings->watchdog);

	return plain ? td_recheck_missing(settings->old, plain) : NULL;
}

static struct td_explore_options options_of(struct settings *settings)
{
	const struct td_job *job = &settings->old->job;
	struct td_explore_options options = {
		.seed = settings->seed,
		.time = settings->time,
		.max_events = TD_USUAL_MAX_EVENTS,
		.watchdog = settings->watchdog,
		.expect_exit = job->expect_exit == TD_ANY_EXIT ? UINT64_MAX : job->expect_exit,
		.keep_going = 1,
		.fifo = job->fifo,
		.spurious = job->spurious,
		.daemons = job->daemons,
		.malloc = job->malloc,
		.quiet = settings->quiet,
		.timeouts = job->patient ? TD_TIMEOUTS_LAST : TD_TIMEOUTS_ANY,
		.found = found,
		.context = settings,
	};

	td_strategy_usual(&options.strategy);
	return options;
}

static struct td_command *command_of(const struct td_trace *old, char **argv)
{
	struct td_command *command = td_alloc(sizeof *command);
	char *program[] = {argv[0] ? argv[0] : old->command.program, NULL};
	struct td_command *given = td_program_describe(argv[0] ? argv : program);

	*command = old->command;
	command->program = given->program;
	command->program_hash = given->program_hash;
	if (argv[0] && argv[1])
		command->argv = given->argv;
	if (access(command->directory, X_OK) < 0)
		command->directory = given->directory;
	return command;
}

static char *place_words(const struct td_told_event *told)
{
	return td_format("%s:%d in %s", told->file ? td_base_name(told->file) : "?", told->line, told->function);
}

static int say(const struct settings *settings, const struct td_summary *summary, const struct td_told_event *missing)
{
	const char *tried = summary->verdict == TD_COMPLETE ? "all" : "the";
	char *place = missing ? place_words(missing) : NULL;

	if (settings->same) {
		printf("still there: %s\n", settings->old->cause);
		return TD_EXIT_FOUND;
	}
	if (settings->others) {
		printf("%sit fails in another way: %s\n", missing ? "the places do not exist any more; " : "",
		       settings->first_other);
		return TD_EXIT_FOUND;
	}
	if (td_summary_is_empty(summary) || summary->stuck || summary->unconfirmed) {
		printf("it is not known: %s\n",
		       summary->unconfirmed ? "something failed and did not replay" : "no execution came to its end");
		return TD_EXIT_COULD_NOT;
	}
	if (missing)
		printf("the places do not exist any more: %s (%s); nothing fails in %s %llu orders%s\n", place,
		       missing->source ? missing->source + strspn(missing->source, " \t") : "", tried,
		       (unsigned long long)summary->classes, summary->verdict == TD_COMPLETE ? "" : " that were tried");
	else
		printf("gone: nothing fails in %s %llu orders%s\n", tried, (unsigned long long)summary->classes,
		       summary->verdict == TD_COMPLETE ? "" : " that were tried");
	free(place);
	return missing && summary->verdict != TD_COMPLETE ? TD_EXIT_COULD_NOT : TD_EXIT_CLEAN;
}

int cmd_recheck(int argc, char **argv)
{
	struct settings settings = {.time = 60, .explain = 2, .watchdog = 10, .seed = 1};
	int at = parse(&settings, argc, argv);
	const struct td_told_event *missing;
	struct td_explore_options options;
	struct td_summary summary;
	struct td_command *command;

	if (at >= argc)
		usage("which trace? See treadle recheck --help");
	settings.old = td_trace_read(argv[at]);
	if (!settings.old)
		exit(TD_EXIT_COULD_NOT); /* the reason has been said */
	if (!settings.old->told_count)
		die("%s does not say what made it fail: its report had no cause that is a matter of order, or --explain was off", argv[at]);
	command = command_of(settings.old, argv + at + 1);
	td_interrupt_catch();
	missing = missing_place(&settings, command);
	options = options_of(&settings);
	td_explore(command, &options, &summary);
	return say(&settings, &summary, missing);
}
