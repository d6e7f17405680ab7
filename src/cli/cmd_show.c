#include "commands.h"

#include "base/options.h"
#include "report/report.h"

#include <stdlib.h>

struct settings {
	struct td_report_options report;
	int json;
};

static const char *const examples[] = {
	"treadle show queue_test.trd",
	"treadle show --from 120 --to 160 queue_test.trd",
	"treadle show --json queue_test.trd | jq .result.headline",
	NULL
};

static int parse(struct settings *settings, int argc, char **argv)
{
	const struct td_option options[] = {
		{ "all", 'a', TD_OPTION_FLAG, &settings->report.all, .help = "show every event, not only those that matter" },
		{ "from", 0, TD_OPTION_NUMBER, &settings->report.from, "N", .help = "show the events from number N on", .least = 1 },
		{ "to", 0, TD_OPTION_NUMBER, &settings->report.to, "N", .help = "show the events up to number N", .least = 1 },
		{ "json", 0, TD_OPTION_FLAG, &settings->json, .help = "print the whole trace as JSON (see trace-json.md)" },
		{ 0 }
	};
	const struct td_usage about = {
		"show", "[options] FILE.trd", "Prints the execution that a trace holds: what went wrong in it, and the way there.",
		options, examples
	};

	int at = td_options_parse(&about, argc, argv), rest;

	/* FILE.trd --json is as good as --json FILE.trd: nothing after the file belongs to a program. */
	if (at + 1 < argc) {
		rest = td_options_parse(&about, argc - at, argv + at);
		if (at + rest < argc)
			usage("show takes one file, not also %s", argv[at + rest]);
	}
	return at;
}

int cmd_show(int argc, char **argv)
{
	struct settings settings = { 0 };
	int first = parse(&settings, argc, argv), bad = 0;
	struct td_trace *trace;

	if (first >= argc)
		usage("show: which trace? (treadle show FILE.trd)");
	if (settings.report.to && settings.report.to < settings.report.from)
		usage("show: --to comes before --from");
	trace = td_trace_read(argv[first]);
	if (!trace)
		return TD_EXIT_COULD_NOT;
	if (settings.json) {
		bad = td_report_json(trace, &settings.report, stdout);
	} else {
		char *line = td_replay_line(argv[first]);

		td_report_text_with(trace, &settings.report, line, stdout);
		free(line);
	}
	bad |= fflush(stdout) || ferror(stdout);
	td_trace_free(trace);
	return bad ? error("cannot write to standard output"), TD_EXIT_COULD_NOT : TD_EXIT_CLEAN;
}
