#include "commands.h"
#include "controls.h"

#include "base/options.h"
#include "explore/interrupt.h"
#include "explore/program.h"
#include "futures/futures_text.h"
#include "futures/saved.h"

#include <stdlib.h>
#include <string.h>

struct settings {
	struct td_explore_options control;
	double seconds;
	struct td_strings picks;
	const char *at, *in, *save, *run, *output;
	int all, json, expected;
	uint64_t most;
};

static const char *const examples[] = {"treadle futures ./queue_test",
				       "treadle futures --at queue.c:44 --json ./queue_test",
				       "treadle futures --pick 'queue.c:44 <- pool.c:61' ./queue_test",
				       "treadle futures --run fixed.json ./queue_test", NULL};

static const char summary[] =
	"Lists each read of shared memory that more than one write can reach, with these writes: possible, impossible\n"
	"(all executions were looked at), or not known.  With --pick it makes the execution in which reads take their\n"
	"values from the picked writes, and with --all one for each consistent combination.  Exit status: 0; with "
	"--pick\n"
	"and --run 1 if the execution fails, or is not as expected, and 2 if there is none.";

static int parse(struct settings *settings, int argc, char **argv)
{
	const struct td_option options[] = {
		{"pick", 'p', TD_OPTION_STRINGS, &settings->picks, "READ <- WRITE",
		 .help = "make the execution in which the read takes its value from that write; a write may be "
			 "'beginning'; may be given again"},
		{"all", 0, TD_OPTION_FLAG, &settings->all, NULL, .help = "make each consistent combination, once"},
		{"at", 0, TD_OPTION_STRING, &settings->at, "PLACE,...", .help = "only reads at these places"},
		{"in", 0, TD_OPTION_STRING, &settings->in, "FUNCTION", .help = "only reads in this function"},
		{"most", 0, TD_OPTION_NUMBER, &settings->most, "N", .help = "with --all, show so many (1000)",
		 .least = 1},
		{"save", 0, TD_OPTION_STRING, &settings->save, "FILE", .help = "write the picks to a file, for --run"},
		{"expect", 0, TD_OPTION_CHOICE, &settings->expected, "WHAT",
		 .help = "what the saved picks are to be: possible, impossible, passes or fails (possible)",
		 .choices = td_expectation_words},
		{"run", 0, TD_OPTION_STRING, &settings->run, "FILE",
		 .help = "run saved picks, and check what is expected"},
		{"json", 0, TD_OPTION_FLAG, &settings->json, NULL, .help = "the list as JSON (doc/futures-json.md)"},
		{"time", 't', TD_OPTION_SECONDS, &settings->seconds, "SECONDS",
		 .help = "look for so long at most (60)"},
		{"quiet", 'q', TD_OPTION_FLAG, &settings->control.quiet, NULL, .help = "no progress"},
		TD_CONTROL_OPTIONS(&settings->control),
		{"output-trace", 'o', TD_OPTION_STRING, &settings->output, "FILE",
		 .help = "with --pick: where to write the trace (PROGRAM.trd)"},
		{0}};
	const struct td_usage about = {"futures", "[options] PROGRAM [argument...]", summary, options, examples};

	return td_options_parse(&about, argc, argv);
}

static void die_if(char *why)
{
	if (why)
		die("%s", why);
}

/* Places that are given wrongly are a matter of usage; those that are not in the program are not. */
static struct td_waypoints places_of(const struct settings *settings, const struct td_guide *guide)
{
	struct td_waypoints list = {0};
	char *why = settings->at ? td_waypoints_parse(&list, settings->at) : NULL;

	if (!why && settings->in)
		why = td_waypoints_parse(&list, settings->in);
	if (why)
		usage("%s", why);
	die_if(td_waypoints_resolve(&list, guide->symbols, guide->plain));
	return list;
}

static int is_as_expected(const struct td_future *future, int expected)
{
	bool is_there = future->verdict == TD_GUIDED_REACHED;
	bool fails = is_there && td_end_is_finding(future->trace->ended.end);

	switch (expected) {
	case TD_EXPECT_POSSIBLE: return is_there;
	case TD_EXPECT_IMPOSSIBLE: return future->verdict == TD_GUIDED_IMPOSSIBLE;
	case TD_EXPECT_PASSES: return is_there && !fails;
	default: return fails;
	}
}

static int status_of(const struct settings *settings, const struct td_future *future)
{
	if (settings->run && future->verdict == TD_GUIDED_NOT_FOUND)
		return TD_EXIT_COULD_NOT;
	if (settings->run) {
		bool is_right = is_as_expected(future, settings->expected);

		printf("%s: %s\n", is_right ? "as expected" : "not as expected",
		       td_expectation_words[settings->expected]);
		return is_right ? TD_EXIT_CLEAN : TD_EXIT_FOUND;
	}
	if (!future->trace)
		return TD_EXIT_COULD_NOT;
	return td_end_is_finding(future->trace->ended.end) ? TD_EXIT_FOUND : TD_EXIT_CLEAN;
}

static int run_picks(struct td_guide *guide, struct td_picks *picks, const struct settings *settings)
{
	struct td_future future;
	char *file = NULL;
	int status;

	die_if(td_picks_resolve(picks, guide->symbols, guide->plain));
	future = td_picks_run(guide, picks, settings->seconds);
	if (!future.trace && td_interrupt_count())
		die("interrupted");
	if (future.trace && !settings->run) {
		file = td_trace_free_name(future.trace->command.program, settings->output);
		if (td_trace_write(future.trace, file) < 0)
			return TD_EXIT_COULD_NOT;
	}
	td_future_text(&future, picks, file, stdout);
	status = status_of(settings, &future);
	if (settings->save && td_future_save(picks, (enum td_expected_of_future)settings->expected, settings->save) < 0)
		status = TD_EXIT_COULD_NOT;
	free(file);
	td_future_clear(&future);
	return status;
}

static int list(struct td_guide *guide, const struct settings *settings)
{
	struct td_waypoints at = places_of(settings, guide);
	struct td_futures *futures = td_futures_find(guide, &at, settings->seconds / (settings->all ? 2 : 1));
	int status = TD_EXIT_CLEAN;

	if (td_interrupt_count())
		warning("interrupted: this is what was seen until then");
	if (settings->all) {
		struct td_combinations all =
			td_futures_enumerate(guide, futures, settings->most, settings->seconds / 2);

		td_combinations_text(guide, &all, stdout);
		td_combinations_clear(&all);
	} else if (settings->json) {
		status = td_futures_json(guide, futures, at.count > 0, stdout) < 0 ? TD_EXIT_COULD_NOT : TD_EXIT_CLEAN;
	} else {
		td_futures_text(guide, futures, at.count > 0, stdout);
	}
	td_futures_free(futures);
	td_waypoints_clear(&at);
	return status;
}

static struct td_picks picks_of(struct settings *settings)
{
	struct td_picks picks = {0};
	char *why = NULL;

	for (size_t i = 0; i < settings->picks.count && !why; i++)
		why = td_picks_parse(&picks, settings->picks.items[i]);
	if (why)
		usage("--pick: %s", why);
	if (settings->run)
		die_if(td_future_load(&picks, &settings->expected, settings->run));
	if (settings->save && !picks.count)
		usage("--save writes picks: give --pick 'READ <- WRITE'");
	return picks;
}

int cmd_futures(int argc, char **argv)
{
	struct settings settings = {
		.control = {.seed = 1, .max_events = TD_USUAL_MAX_EVENTS, .watchdog = 10}, .seconds = 60, .most = 1000};
	int at = parse(&settings, argc, argv), status;
	struct td_picks picks = picks_of(&settings);
	struct td_guide *guide;

	if (at >= argc)
		usage("which program? See treadle futures --help");
	if (settings.output)
		td_refuse_existing(settings.output);
	if (settings.save)
		td_refuse_existing(settings.save);
	td_interrupt_catch();
	guide = td_guide_open(td_program_describe(argv + at), &settings.control, settings.seconds);
	if (!guide)
		return TD_EXIT_COULD_NOT;
	if (!settings.control.quiet)
		td_completions_show(guide->completions, settings.seconds);
	status = picks.count ? run_picks(guide, &picks, &settings) : list(guide, &settings);
	td_guide_close(guide);
	td_picks_clear(&picks);
	return status;
}
