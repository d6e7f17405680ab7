#include "commands.h"
#include "report_file.h"

#include "base/options.h"
#include "bounds/report.h"
#include "weave/places.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum format { FORMAT_TEXT, FORMAT_JSON, FORMAT_SARIF };
static const char *const formats[] = { "text", "json", "sarif", NULL };

enum also { ALSO_NOTHING, ALSO_FORK };
static const char *const also_words[] = { "nothing", "fork", NULL };

struct settings {
	const char *build, *resources, *output, *suppress;
	struct td_limits limits;
	struct td_strings creates, paths, flags;
	uint64_t jobs;
	int format, also, verbose, quiet;
};

static const char *const examples[] = {
	"treadle bounds server.c",
	"treadle bounds -p build src",
	"treadle bounds --creates pool_submit src -- -Iinclude -DWITH_TLS",
	"treadle bounds --format sarif -o bounds.sarif src",
	NULL
};

/* Options may also stand behind files; what stands behind "--" is for the compiler. */
static void take_operands(struct settings *settings, const struct td_usage *about, int argc, char **argv)
{
	int at = td_options_parse(about, argc, argv);

	while (at < argc && !(at > 0 && !strcmp(argv[at - 1], "--"))) {
		TD_PUSH(&settings->paths, argv[at]);
		at += td_options_parse(about, argc - at, argv + at);
	}
	for (; at < argc; at++)
		TD_PUSH(&settings->flags, argv[at]);
}

static void parse(struct settings *settings, int argc, char **argv)
{
	const struct td_option options[] = {
		{"build-dir", 'p', TD_OPTION_STRING, &settings->build, "DIRECTORY",
		 .help = "where compile_commands.json is (looked for in the directories given and their build/)"},
		{"calls", 0, TD_OPTION_NUMBER, &settings->limits.calls, "N",
		 .help = "follow at most N nested calls (3)", .most = 24},
		{"loops", 0, TD_OPTION_NUMBER, &settings->limits.loops, "N",
		 .help = "look at no more than N nested loops that are not bounded (2)", .least = 1},
		{"creates", 0, TD_OPTION_STRINGS, &settings->creates, "FUNCTION",
		 .help = "calling FUNCTION creates a thread; may be given again"},
		{"also", 0, TD_OPTION_CHOICE, &settings->also, "WHAT", .help = "fork: processes count as threads",
		 .choices = also_words},
		{"resources", 0, TD_OPTION_STRING, &settings->resources, "LIST",
		 .help = "threads, sockets, memory, with commas between them (threads)"},
		{"format", 0, TD_OPTION_CHOICE, &settings->format, "FORMAT", .help = "text, json or sarif (text)",
		 .choices = formats},
		{"output", 'o', TD_OPTION_STRING, &settings->output, "FILE", .help = "write the report to a file"},
		{"suppress", 0, TD_OPTION_STRING, &settings->suppress, "FILE",
		 .help = "loops that are all right (treadle.suppress)"},
		{"jobs", 'j', TD_OPTION_NUMBER, &settings->jobs, "N",
		 .help = "parse N files at a time (one for each core)", .least = 1, .most = 256},
		{"verbose", 'v', TD_OPTION_FLAG, &settings->verbose,
		 .help = "show also loops that are bounded, and creations in no loop"},
		{"quiet", 'q', TD_OPTION_FLAG, &settings->quiet,
		 .help = "no progress, and nothing about files with errors"},
		{0}};
	const struct td_usage about = {
		"bounds", "[options] FILE|DIRECTORY... [-- COMPILER-FLAG...]",
		"Finds loops in C and C++ sources that can create threads without limit.", options, examples
	};

	take_operands(settings, &about, argc, argv);
	if (!settings->paths.count && !settings->build)
		usage("bounds: which files? (treadle bounds FILE|DIRECTORY...)");
}

static void take_resources(struct td_creators *creators, const char *list)
{
	char *copy = td_strdup(list), *rest = copy, *word;

	while ((word = strsep(&rest, ","))) {
		int which = 0;

		while (td_resource_names[which] && strcmp(td_resource_names[which], word))
			which++;
		if (!td_resource_names[which])
			usage("--resources: there is no '%s'; there are threads, sockets and memory", word);
		creators->resources[which] = true;
	}
	free(copy);
}

static void write_report(const struct td_bounds_report *report, const struct settings *settings)
{
	struct td_report_file file = td_report_file_open(settings->output);
	int bad = settings->format == FORMAT_JSON    ? td_bounds_json(report, file.out)
		  : settings->format == FORMAT_SARIF ? td_bounds_sarif(report, file.out)
						     : td_bounds_text(report, file.out);

	td_report_file_close(&file, bad);
}

static void say_troubles(const struct td_troubles *troubles)
{
	for (size_t i = 0; i < troubles->count; i++)
		warning("%s %s: %s", td_shown_file(troubles->items[i].file),
			troubles->items[i].partly ? "was read only in part" : "could not be read",
			troubles->items[i].why);
}

static int check(const struct settings *settings, const struct td_sources *sources, const char *parser)
{
	struct td_creators creators = { .forks = settings->also == ALSO_FORK, .more = &settings->creates };
	struct td_program program;
	struct td_troubles troubles = { 0 };
	struct td_findings findings;
	struct td_bounds_report report = { .program = &program,
					   .findings = &findings,
					   .troubles = &troubles,
					   .files = sources->count,
					   .verbose = settings->verbose,
					   .version = td_version,
					   .arguments = td_tool_arguments };
	double begin = td_now();

	take_resources(&creators, settings->resources);
	if (settings->output)
		td_report_file_check(settings->output);
	td_program_begin(&program);
	if (!td_parse_all(sources, parser, settings->jobs, settings->quiet, &program, &troubles))
		die("%s could not be read: %s", td_shown_file(troubles.items[0].file), troubles.items[0].why);
	if (!settings->quiet && settings->format == FORMAT_TEXT)
		say_troubles(&troubles);
	td_program_index(&program);
	findings = td_ways_follow(&program, &creators, &settings->limits);
	report.excerpts = td_excerpts_open();
	td_bounds_suppress(&report, settings->suppress);
	report.exit_status = td_bounds_count(&findings).unbounded ? TD_EXIT_FOUND : TD_EXIT_CLEAN;
	report.seconds = td_now() - begin;
	write_report(&report, settings);
	td_excerpts_close(report.excerpts);
	td_findings_free(&findings);
	td_troubles_free(&troubles);
	td_program_free(&program);
	return report.exit_status;
}

int cmd_bounds(int argc, char **argv)
{
	struct settings settings = {
		.limits = {3, 2}, .resources = "threads", .jobs = (uint64_t)sysconf(_SC_NPROCESSORS_ONLN)};
	struct td_places places;
	struct td_sources sources;
	int status;

	parse(&settings, argc, argv);
	td_places_find(&places);
	if (!places.parser)
		die("this Treadle was built without libclang, which bounds needs; install libclang-dev and build it "
		    "again");
	sources = td_sources_find(&settings.paths, settings.build, &settings.flags);
	if (!sources.count)
		die("%s: there are no C or C++ sources",
		    settings.paths.count ? settings.paths.items[0] : settings.build);
	status = check(&settings, &sources, places.parser);
	td_sources_free(&sources);
	return status;
}
