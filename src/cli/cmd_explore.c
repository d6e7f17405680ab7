#include "commands.h"
#include "controls.h"

#include "explore/program.h"
#include "report/report.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* For policies that take turns; a systematic search goes on until it has tried everything. */
enum { USUAL_EXECUTIONS = 50000, USUAL_SECONDS = 60 };

struct settings {
	struct td_explore_options explore;
	const char *strategy, *equivalence, *output;
	int stats;
};

static const char *const isolations[] = { "auto", "inplace", "fork", NULL };

static const char *const classes_of[] = { "search", "trace", "rf", NULL };

static const char *const examples[] = {
	"treadle ./queue_test",
	"treadle --time 10 --keep-going ./queue_test 4 100",
	"treadle explore --strategy preemptions:3 ./queue_test",
	NULL
};

void td_refuse_existing(const char *file)
{
	if (access(file, F_OK) == 0)
		die("%s exists already and is not overwritten", file);
}

/* -o NAME.trd, then NAME.2.trd, ... for further findings. */
static char *numbered_name(const char *file)
{
	size_t length = strlen(file);
	char *name = td_strdup(file);

	if (length > 4 && !strcmp(file + length - 4, ".trd"))
		length -= 4;
	for (int i = 2; access(name, F_OK) == 0; i++) {
		free(name);
		name = td_format("%.*s.%d.trd", (int)length, file, i);
	}
	return name;
}

static void found(void *context, const struct td_trace *trace)
{
	const struct settings *settings = context;
	char *file = settings->output ? numbered_name(settings->output) : td_trace_free_name(trace->command.program);
	char *line = NULL;

	if (td_trace_write(trace, file) == 0)
		line = td_replay_line(file);
	td_report_text(trace, line, stdout);
	printf("\n");
	fflush(stdout);
	free(line);
	free(file);
}

static void print_summary(const struct td_summary *summary, uint64_t max_events)
{
	static const char *const verdicts[] = { "complete", "bounded", "stopped" };

	if (summary->cut)
		printf("%llu executions were cut after %llu events (--max-events)\n", (unsigned long long)summary->cut,
		       (unsigned long long)max_events);
	if (summary->assumed > summary->wasted)
		printf("%llu more executions did not count: treadle_assume did not hold\n",
		       (unsigned long long)(summary->assumed - summary->wasted));
	if (summary->wasted)
		printf("%llu more executions were begun and turned out to have been made before\n",
		       (unsigned long long)summary->wasted);
	if (summary->unconfirmed)
		printf("%llu findings did not replay and are not counted\n", (unsigned long long)summary->unconfirmed);
	if (summary->classes_full)
		printf("classes beyond %llu were not counted\n", (unsigned long long)summary->classes);
	if (summary->discarded)
		printf("%llu executions before these found out what is shared\n", (unsigned long long)summary->discarded);
	printf("%s: %llu classes, %llu executions, %llu findings\n", verdicts[summary->verdict],
	       (unsigned long long)summary->classes, (unsigned long long)summary->executions,
	       (unsigned long long)summary->findings);
}

static void print_stats(const struct td_summary *summary)
{
	printf("stats: %llu events, %llu switches, %.3f seconds, memory %llu kB after the first batch, %llu kB after the last\n",
	       (unsigned long long)summary->events, (unsigned long long)summary->switches, summary->seconds,
	       (unsigned long long)summary->memory_first, (unsigned long long)summary->memory_last);
}

static int parse(struct settings *settings, int argc, char **argv)
{
	struct td_explore_options *explore = &settings->explore;
	const struct td_option options[] = {
		{ "strategy", 's', TD_OPTION_STRING, &settings->strategy, "NAME",
		  .help = "portfolio (default), random, pos, pct[:1-5], delays[:N], preemptions[:N], run-on; also a,b,c" },
		{ "equivalence", 'e', TD_OPTION_STRING, &settings->equivalence, "WHICH",
		  .help = "try everything: interleaving (every order of events), trace (one of all that order dependent events alike), "
			  "rf (one of all in which every read reads from the same write)" },
		{ "executions", 'n', TD_OPTION_NUMBER, &explore->executions, "N", .help = "at most so many executions (50000)",
		  .least = 1 },
		{ "time", 't', TD_OPTION_SECONDS, &explore->time, "SECONDS", .help = "at most so long; 0: no limit (60)" },
		{ "keep-going", 'k', TD_OPTION_FLAG, &explore->keep_going, NULL, .help = "look for more after the first finding" },
		TD_CONTROL_OPTIONS(explore),
		{ "isolate", 0, TD_OPTION_CHOICE, &explore->isolate, "HOW",
		  .help = "inplace: put memory back between executions; fork: a child for each; auto", .choices = isolations },
		{ "output-trace", 'o', TD_OPTION_STRING, &settings->output, "FILE",
		  .help = "where to write the trace of a finding (PROGRAM.trd)" },
		{ "classes", 0, TD_OPTION_STRING, &explore->classes, "FILE",
		  .help = "write the fingerprint of each class, and how often it came, to a file" },
		{ "classes-of", 0, TD_OPTION_CHOICE, &explore->classes_of, "WHICH",
		  .help = "what to count as one class: trace or rf, as for --equivalence; search: as it has them", .choices = classes_of },
		{ "stats", 0, TD_OPTION_FLAG, &settings->stats, NULL, .help = "say what the search cost: events, switches, time, memory" },
		{ "self-check", 0, TD_OPTION_FLAG, &explore->self_check, NULL,
		  .help = "the runtime checks its own invariants at every step, with tiny limits: slow, to test Treadle itself" },
		{ "quiet", 'q', TD_OPTION_FLAG, &explore->quiet, NULL, .help = "no progress" },
		{ 0 }
	};
	const struct td_usage about = {
		"explore", "[options] PROGRAM [argument...]",
		"Runs a program compiled with treadle cc again and again, each time with another order of its threads, until\n"
		"something goes wrong or a limit is reached.  A finding is written to a file that treadle replay takes.",
		options, examples
	};

	return td_options_parse(&about, argc, argv);
}

/* A word that is neither a program nor quite a command was probably meant as one. */
static void refuse_misspelt(const char *name)
{
	const char *closest = td_closest_word(name, td_command_names);

	if (!closest || strchr(name, '/') || td_program_exists(name) || access(name, F_OK) == 0)
		return;
	if (!strcmp(closest, name))
		usage("the command %s comes before its options: treadle %s [options]", name, name);
	usage("there is no command and no program %s; did you mean %s?", name, closest);
}

static void take_all_time(struct settings *settings)
{
	td_strategy_systematic(&settings->explore.strategy, settings->equivalence);
	if (settings->explore.executions == USUAL_EXECUTIONS)
		settings->explore.executions = UINT64_MAX >> 1;
	if (settings->explore.time == USUAL_SECONDS)
		settings->explore.time = 0;
}

int cmd_explore(int argc, char **argv)
{
	struct settings settings = {
		.explore = { .seed = 1, .executions = USUAL_EXECUTIONS, .time = USUAL_SECONDS, .max_events = TD_USUAL_MAX_EVENTS, .watchdog = 10 },
		.strategy = "portfolio",
	};
	struct td_summary summary;
	struct td_command *command;
	int at = parse(&settings, argc, argv);

	if (at >= argc)
		usage("which program? See treadle explore --help");
	if (settings.equivalence)
		take_all_time(&settings);
	else
		td_strategy_parse(&settings.explore.strategy, settings.strategy);
	if (td_strategy_is_single(&settings.explore.strategy))
		settings.explore.executions = 1;
	if (settings.output)
		td_refuse_existing(settings.output);
	refuse_misspelt(argv[at]);
	command = td_program_describe(argv + at);
	settings.explore.found = found;
	settings.explore.context = &settings;
	td_explore(command, &settings.explore, &summary);
	if (settings.stats)
		print_stats(&summary);
	print_summary(&summary, settings.explore.max_events);
	if (summary.findings)
		return TD_EXIT_FOUND;
	return summary.unconfirmed ? TD_EXIT_COULD_NOT : TD_EXIT_CLEAN;
}
