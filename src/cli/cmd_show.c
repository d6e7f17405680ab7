#include "commands.h"
#include "output.h"
#include "trace_document.h"

#include "base/options.h"
#include "report/races.h"
#include "report/report.h"

#include <stdlib.h>

struct settings {
	struct td_report_options report;
	int json, races, variants;
	struct td_output output;
};

static const char *const examples[] = {
	"treadle show queue_test.trd",
	"treadle show --from 120 --to 160 queue_test.trd",
	"treadle show --json queue_test.trd | jq .result.headline",
	"treadle show --format sarif -o queue_test.sarif queue_test.trd",
	"treadle show --races --variants queue_test.trd",
	NULL
};

static int parse(struct settings *settings, int argc, char **argv)
{
	const struct td_option options[] = {
		{"all", 'a', TD_OPTION_FLAG, &settings->report.all,
		 .help = "show every event, not only those that matter"},
		{"from", 0, TD_OPTION_NUMBER, &settings->report.from, "N", .help = "show the events from number N on",
		 .least = 1},
		{"to", 0, TD_OPTION_NUMBER, &settings->report.to, "N", .help = "show the events up to number N",
		 .least = 1},
		{"races", 0, TD_OPTION_FLAG, &settings->races,
		 .help = "show which events could have come in another order, with timestamps"},
		{"variants", 0, TD_OPTION_FLAG, &settings->variants,
		 .help = "show the race table and what becomes of the execution if races end otherwise"},
		{"json", 0, TD_OPTION_FLAG, &settings->json,
		 .help = "print the whole trace as JSON, or with --races or --variants what is about them (see "
			 "trace-json.md)"},
		TD_OUTPUT_OPTIONS(&settings->output),
		{0}};
	const struct td_usage about = {
		"show", "[options] FILE.trd",
		"Prints the execution that a trace holds: what went wrong in it, and the way there.", options,
		examples};

	int at = td_options_parse(&about, argc, argv), rest;

	/* FILE.trd --json is as good as --json FILE.trd: nothing after the file belongs to a program. */
	if (at + 1 < argc) {
		rest = td_options_parse(&about, argc - at, argv + at);
		if (at + rest < argc)
			usage("show takes one file, not also %s", argv[at + rest]);
	}
	return at;
}

static int show_trace(const struct td_trace *trace, const struct settings *settings, const char *line)
{
	if (settings->json)
		return td_report_json(trace, &settings->report, stdout);
	td_report_text_with(trace, &settings->report, line, stdout);
	return 0;
}

static int show_races(const struct td_trace *trace, const struct settings *settings, const char *line)
{
	struct td_variants *variants = td_variants_make(trace, settings->variants ? TD_MOST_VARIANTS : 0);
	int bad = 0;

	if (!variants)
		exit(TD_EXIT_COULD_NOT); /* the reason has been said */
	if (settings->json)
		bad = td_report_races_json(variants, stdout);
	else if (settings->races)
		td_report_races(variants, stdout);
	if (settings->races && settings->variants && !settings->json)
		putchar('\n');
	if (settings->variants && !settings->json)
		td_report_variants(variants, line, stdout);
	td_variants_free(variants);
	return bad;
}

static void check(const struct settings *settings)
{
	const struct td_report_options *report = &settings->report;

	if (report->to && report->to < report->from)
		usage("show: --to comes before --from");
	if ((settings->races || settings->variants) && (report->all || report->from || report->to))
		usage("show: --all, --from and --to are not for --races and --variants");
	if (td_output_wants_document(&settings->output) && (settings->json || settings->races || settings->variants))
		usage("show: --format and --output are for the finding; --json, --races and --variants go to standard "
		      "output");
	td_output_check(&settings->output);
}

int cmd_show(int argc, char **argv)
{
	struct settings settings = { 0 };
	int first = parse(&settings, argc, argv), bad;
	struct td_trace *trace;
	char *line;

	if (first >= argc)
		usage("show: which trace? (treadle show FILE.trd)");
	check(&settings);
	trace = td_trace_read(argv[first]);
	if (!trace)
		return TD_EXIT_COULD_NOT;
	line = td_replay_line(argv[first]);
	td_output_begin(&settings.output);
	if (settings.races || settings.variants)
		bad = show_races(trace, &settings, line);
	else
		bad = show_trace(trace, &settings, line);
	free(line);
	td_output_begin_closing(&settings.output);
	td_write_trace_document(&settings.output, trace, argv[first], "recorded", TD_EXIT_CLEAN);
	bad |= fflush(stdout) || ferror(stdout);
	td_trace_free(trace);
	return bad ? error("cannot write to standard output"), TD_EXIT_COULD_NOT : TD_EXIT_CLEAN;
}
