#include "commands.h"
#include "controls.h"
#include "report_file.h"

#include "base/options.h"
#include "explore/explore.h"
#include "explore/interrupt.h"
#include "explore/program.h"
#include "futures/futures_text.h"
#include "guide/guide_text.h"
#include "guide/table.h"
#include "wire/channel.h"

#include <stdlib.h>
#include <string.h>

struct settings {
	struct td_explore_options control;
	struct td_guide_options guide;
	const char *at, *from, *heuristic, *traces, *output;
	struct td_strings reads;
	int is_json;
};

static const char *const formats[] = {"text", "json", NULL};

static const char *const examples[] = {"treadle guide --at queue.c:40,pool.c:61,queue.c:44 ./queue_test",
				       "treadle guide --at T1@read:balance,other@write:balance ./bank_test",
				       "treadle guide --from warnings.sarif -o verdicts.sarif ./queue_test", NULL};

static const char summary[] =
	"Drives the threads of a program through places, in this order, and says whether it got there.  A place is\n"
	"FILE:LINE, a variable or a function; before it may stand a thread (T2@, consumer@, other@: not the one "
	"before)\n"
	"and an operation (read:, write:, access:, lock:, unlock:, wait:).  Exit status 1: reached; 0: not reached, "
	"or\n"
	"impossible in this test, which is said only if all orders were looked at.\n"
	"With --from, the places are those of the warnings of another tool, and each is confirmed, impossible in this "
	"test\n"
	"or not found.  Exit status 1: one is confirmed.";

static int parse(struct settings *settings, int argc, char **argv)
{
	struct td_guide_options *guide = &settings->guide;
	const struct td_option options[] = {
		{"at", 'a', TD_OPTION_STRING, &settings->at, "PLACE,PLACE,...",
		 .help = "where the threads are to come"},
		{"reads", 0, TD_OPTION_STRINGS, &settings->reads, "READ <- WRITE",
		 .help = "instead: a read is to take its value from this write; may be given again"},
		{"from", 0, TD_OPTION_STRING, &settings->from, "FILE",
		 .help = "warnings of another tool: SARIF, ThreadSanitizer, Helgrind, DRD, Goblint, Infer, "
			 "FILE:LINE: warning: ..., treadle, or a violation witness"},
		{"heuristic", 0, TD_OPTION_STRING, &settings->heuristic, "NAME",
		 .help = "which thread goes on where none comes to the next place: distance (the nearest by the "
			 "control-flow "
			 "graph, which clang tells; default), constant (any), prefer:T1,T2 (these first), or "
			 "depth-first "
			 "(no guidance at all)"},
		{"time", 't', TD_OPTION_SECONDS, &guide->seconds, "SECONDS",
		 .help = "look for so long at most, for all warnings together (60)"},
		{"failing", 0, TD_OPTION_FLAG, &guide->must_fail, NULL,
		 .help = "only an execution counts that comes there and fails"},
		{"executions", 0, TD_OPTION_NUMBER, &guide->executions, "N",
		 .help = "make so many guided executions at most (as many as there is time for)", .least = 1},
		{"points", 0, TD_OPTION_NUMBER, &guide->most_points, "N",
		 .help = "keep so many decisions to go back to (100000)", .least = 1, .most = TD_MOST_POINTS},
		{"revisit", 0, TD_OPTION_FLAG, &guide->ignores_visited, NULL,
		 .help = "do not remember the states that were visited"},
		{"guided-only", 0, TD_OPTION_FLAG, &guide->is_steered_only, NULL,
		 .help = "do not look at all other orders afterwards"},
		{"search-only", 0, TD_OPTION_FLAG, &guide->is_searched_only, .help = NULL},
		{"quiet", 'q', TD_OPTION_FLAG, &settings->control.quiet, NULL, .help = "no progress"},
		TD_CONTROL_OPTIONS(&settings->control),
		{"output-trace", 0, TD_OPTION_STRING, &settings->traces, "FILE",
		 .help = "where to write the trace (PROGRAM.trd; FILE.2.trd where there is one, and so on)"},
		{"output", 'o', TD_OPTION_STRING, &settings->output, "FILE",
		 .help = "write the warnings with their verdicts to a file, as SARIF"},
		{"format", 0, TD_OPTION_CHOICE, &settings->is_json, "text|json",
		 .help = "of what is said about the places, or of the table of warnings (text; doc/guide-json.md)",
		 .choices = formats},
		{"isolate", 0, TD_OPTION_CHOICE, &settings->control.isolate, "HOW", .help = NULL,
		 .choices = (const char *const[]){"auto", "inplace", "fork", NULL}},
		{"self-check", 0, TD_OPTION_FLAG, &settings->control.self_check, NULL, .help = NULL},
		{0}};
	const struct td_usage about = {"guide", "--at PLACE,... | --from FILE [options] PROGRAM [argument...]", summary,
				       options, examples};

	return td_options_parse(&about, argc, argv);
}

static void take_preferred(struct td_guide_options *guide, const char *list)
{
	char *copy = td_strdup(list), *rest = NULL, *end;

	for (char *one = strtok_r(copy, ",", &rest); one; one = strtok_r(NULL, ",", &rest)) {
		unsigned long number = strtoul(one + (one[0] == 'T'), &end, 10);

		if (*end || end == one || number >= 64)
			usage("--heuristic prefer: '%s' is no thread; say T0 to T63", one);
		guide->preferred |= 1ull << number;
	}
	free(copy);
	if (!guide->preferred)
		usage("--heuristic prefer: which threads? prefer:T1,T2");
}

static void take_heuristic(struct settings *settings)
{
	struct td_guide_options *guide = &settings->guide;

	if (!settings->heuristic || !strcmp(settings->heuristic, "distance"))
		guide->heuristic = TD_HEURISTIC_DISTANCE;
	else if (!strcmp(settings->heuristic, "constant"))
		guide->heuristic = TD_HEURISTIC_CONSTANT;
	else if (!strcmp(settings->heuristic, "depth-first"))
		guide->heuristic = TD_HEURISTIC_DEPTH_FIRST;
	else if (!strncmp(settings->heuristic, "prefer:", strlen("prefer:"))) {
		guide->heuristic = TD_HEURISTIC_PREFER;
		take_preferred(guide, settings->heuristic + strlen("prefer:"));
	} else {
		usage("--heuristic: distance, constant, prefer:T1,T2 or depth-first, not %s", settings->heuristic);
	}
}

static char *write_trace(const struct td_guidance *found, const char *output)
{
	char *file = found->trace ? td_trace_free_name(found->trace->command.program, output) : NULL;

	if (file && td_trace_write(found->trace, file) < 0)
		exit(TD_EXIT_COULD_NOT);
	return file;
}

static int guide_to(struct td_guide *guide, struct td_waypoints *waypoints, const struct settings *settings)
{
	char *why = td_waypoints_resolve(waypoints, guide->symbols, guide->plain);
	struct td_guidance found;
	char *file;

	if (why)
		die("%s", why);
	found = td_guide_to(guide, waypoints, &settings->guide);
	if (!found.trace && td_interrupt_count())
		die("interrupted");
	file = write_trace(&found, settings->traces);
	if (!settings->is_json)
		td_guidance_text(&found, waypoints, file, stdout);
	else if (td_guidance_json(&found, waypoints, file, stdout) < 0)
		exit(TD_EXIT_COULD_NOT);
	free(file);
	td_guidance_clear(&found);
	return found.verdict == TD_GUIDED_REACHED ? TD_EXIT_FOUND : TD_EXIT_CLEAN;
}

/* All picks in one execution. */
static int guide_reads(struct td_guide *guide, struct td_picks *picks, const struct settings *settings)
{
	char *why = td_picks_resolve(picks, guide->symbols, guide->plain), *file = NULL;
	struct td_future future;

	if (why)
		die("%s", why);
	future = td_picks_run(guide, picks, settings->guide.seconds);
	if (!future.trace && td_interrupt_count())
		die("interrupted");
	if (future.trace) {
		file = td_trace_free_name(future.trace->command.program, settings->traces);
		if (td_trace_write(future.trace, file) < 0)
			return TD_EXIT_COULD_NOT;
	}
	td_future_text(&future, picks, file, stdout);
	free(file);
	td_future_clear(&future);
	return future.verdict == TD_GUIDED_REACHED ? TD_EXIT_FOUND : TD_EXIT_CLEAN;
}

static void write_sarif(const struct td_warnings *warnings, const char *file)
{
	json_t *root = td_warnings_to_sarif(warnings);
	struct td_report_file out = td_report_file_open(file);
	int is_bad = json_dumpf(root, out.out, JSON_INDENT(1)) || fputc('\n', out.out) == EOF;

	td_report_file_close(&out, is_bad);
	json_decref(root);
}

static int confirm(struct td_guide *guide, struct td_warnings *warnings, const struct td_command *command,
		   const struct settings *settings)
{
	struct td_confirmation came =
		td_warnings_confirm(warnings, guide, command, &settings->control, &settings->guide, settings->traces);

	if (!settings->is_json)
		td_warnings_table(warnings, &came, stdout);
	else if (td_warnings_json(warnings, &came, stdout) < 0)
		die("the table could not be written");
	if (settings->output)
		write_sarif(warnings, settings->output);
	return td_warnings_count(warnings, TD_WARNING_CONFIRMED) ? TD_EXIT_FOUND : TD_EXIT_CLEAN;
}

static void check(const struct settings *settings, int has_program)
{
	if (!!settings->at + !!settings->from + (settings->reads.count > 0) != 1)
		usage("where to? One of --at PLACES, --reads 'READ <- WRITE' and --from WARNINGS; see treadle guide "
		      "--help");
	if (!settings->from && settings->output)
		usage("--output is for --from");
	if (settings->reads.count && settings->is_json)
		usage("--format is for --at and --from");
	if (!has_program)
		usage("which program? See treadle guide --help");
	if (!settings->from && settings->traces)
		td_refuse_existing(settings->traces);
	if (settings->output)
		td_report_file_check(settings->output);
}

/* What is wrong with the places, or with the warnings, is said before the program is looked at. */
static void read_targets(const struct settings *settings, struct td_waypoints *waypoints, struct td_picks *picks,
			 struct td_warnings *warnings)
{
	char *why = settings->at ? td_waypoints_parse(waypoints, settings->at) : NULL;

	if (why)
		usage("--at %s", why);
	for (size_t i = 0; i < settings->reads.count && !why; i++)
		why = td_picks_parse(picks, settings->reads.items[i]);
	if (why)
		usage("--reads: %s", why);
	if (settings->from)
		td_warnings_read(warnings, settings->from);
}

int cmd_guide(int argc, char **argv)
{
	struct settings settings = {.control = {.seed = 1, .max_events = TD_USUAL_MAX_EVENTS, .watchdog = 10},
				    .guide = {.seconds = 60}};
	int at = parse(&settings, argc, argv), status;
	struct td_waypoints waypoints = {0};
	struct td_warnings warnings = {0};
	struct td_picks picks = {0};
	struct td_command *command;
	struct td_guide *guide;

	take_heuristic(&settings);
	check(&settings, at < argc);
	read_targets(&settings, &waypoints, &picks, &warnings);
	td_interrupt_catch();
	command = td_program_describe(argv + at);
	guide = td_guide_open(command, &settings.control, settings.guide.seconds);
	if (!guide)
		return TD_EXIT_COULD_NOT;
	if (!settings.from && !settings.control.quiet)
		td_completions_show(guide->completions, settings.guide.seconds);
	if (settings.at)
		status = guide_to(guide, &waypoints, &settings);
	else if (picks.count)
		status = guide_reads(guide, &picks, &settings);
	else
		status = confirm(guide, &warnings, command, &settings);
	td_guide_close(guide);
	td_waypoints_clear(&waypoints);
	td_warnings_clear(&warnings);
	td_picks_clear(&picks);
	return status;
}
