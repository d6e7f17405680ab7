#include "commands.h"
#include "output.h"

#include "base/options.h"
#include "explain/explain_text.h"
#include "explore/interrupt.h"
#include "report/report.h"

#include <stdlib.h>

struct settings {
	double seconds, watchdog;
	int json, quiet;
};

static const char *const examples[] = {"treadle explain queue_test.trd",
				       "treadle explain --time 30 --json queue_test.trd", NULL};

static int parse(struct settings *settings, int argc, char **argv)
{
	const struct td_option options[] = {
		{"time", 't', TD_OPTION_SECONDS, &settings->seconds, "SECONDS",
		 .help = "look for so long at most (10)"},
		{"json", 0, TD_OPTION_FLAG, &settings->json, NULL, .help = "as JSON (doc/explain-json.md)"},
		{"watchdog", 0, TD_OPTION_SECONDS, &settings->watchdog, "SECONDS",
		 .help = "without an event for so long, an execution counts as hung; 0: never (10)"},
		{0}};
	const struct td_usage about = {"explain", "[options] FILE.trd",
				       "Says why the execution of a trace failed: which order of which events makes "
				       "the failure, which context switch was\n"
				       "wrong, and what would have prevented it.  It is found out by making other "
				       "executions of the program: those that begin\n"
				       "as this one did, and all orders there are, as far as the time allows.",
				       options, examples};
	int at = td_options_parse(&about, argc, argv), rest;

	if (at + 1 < argc) {
		rest = td_options_parse(&about, argc - at, argv + at);
		if (at + rest < argc)
			usage("explain takes one file, not also %s", argv[at + rest]);
	}
	return at;
}

/* Both accesses are known, and that nothing orders them: other executions say no more. */
static int explain_race(const struct td_trace *trace, const struct settings *settings, const char *file)
{
	if (settings->json)
		return td_explain_race_json(trace, file, stdout) < 0 ? TD_EXIT_COULD_NOT : TD_EXIT_FOUND;
	td_report_text(trace, NULL, stdout);
	return TD_EXIT_FOUND;
}

static _Noreturn void die_unexplained(const struct td_explanation *explanation, const char *file)
{
	if (td_interrupt_count())
		die("interrupted");
	if (explanation->completions->is_too_slow)
		die("%s: one execution takes too long for that many; give more --time", file);
	die("%s: the failure does not come again where executions are made one after the other", file);
}

int cmd_explain(int argc, char **argv)
{
	struct settings settings = {.seconds = 10, .watchdog = 10};
	int at = parse(&settings, argc, argv);
	struct td_explanation *explanation;
	struct td_trace *trace;
	const char *refusal;

	if (at >= argc)
		usage("which trace? See treadle explain --help");
	trace = td_open_trace(argv[at]);
	refusal = td_explain_refuses(trace);
	if (refusal)
		die("%s: %s", argv[at], refusal);
	if (trace->ended.end == TD_END_RACE)
		return explain_race(trace, &settings, argv[at]);
	td_interrupt_catch();
	explanation = td_explain(trace, settings.seconds, settings.watchdog);
	if (!explanation->sentence || td_interrupt_count())
		die_unexplained(explanation, argv[at]);
	if (settings.json)
		return td_explain_json(explanation, argv[at], stdout) < 0 ? TD_EXIT_COULD_NOT : TD_EXIT_FOUND;
	td_explain_text(explanation, stdout);
	return TD_EXIT_FOUND;
}
