#include "commands.h"
#include "controls.h"
#include "explore_document.h"
#include "output.h"
#include "silence.h"
#include "races_table.h"

#include "check/prefix.h"
#include "explain/explain.h"
#include "explore/interrupt.h"
#include "explore/lock_rows.h"
#include "explore/accesses.h"
#include "explore/gaps.h"
#include "explore/program.h"
#include "explore/reduce.h"
#include "explore/stop_for.h"
#include "report/faults.h"
#include "report/report.h"
#include "report/trace_result.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct settings {
	struct td_explore_options explore;
	const char *strategy, *equivalence, *reduce, *stop_for, *output_trace, *begin;
	uint64_t preemptions, delays; /* NOT_GIVEN, or the bound */
	int stats;
	int all_reports;               /* also of findings that an earlier one explains */
	double explain;                /* seconds for each finding; 0: none */
	struct td_output output;
	struct td_silence silence;
	struct td_results results; /* for a document, if one is wanted */
	struct td_faults faults;
};

#define NOT_GIVEN UINT64_MAX

enum { MOST_PREDICTED = 8 }; /* lines about what was predicted */

static const char *const isolations[] = { "auto", "inplace", "fork", NULL };

static const char *const accesses[] = { "usual", "all", "contended", NULL };

static const char *const on_off[] = { "off", "on", NULL };

static const char *const classes_of[] = { "search", "trace", "rf", NULL };

static const char *const examples[] = {
	"treadle ./queue_test",
	"treadle --time 10 --keep-going ./queue_test 4 100",
	"treadle explore --preemptions 3 ./queue_test",
	NULL
};

static const char *const race_examples[] = {
	"treadle races ./queue_test",
	"treadle races --equivalence trace --stats ./queue_test 4",
	NULL
};

const char *const td_timeouts_words[] = {"any", "last", NULL};
const char *const td_malloc_words[] = {"real", "succeeds", "fails", NULL};

void td_refuse_existing(const char *file)
{
	if (access(file, F_OK) == 0)
		die("%s exists already and is not overwritten", file);
}

/* No longer than the exploration may take. */
static double seconds_to_explain(const struct settings *settings)
{
	double left = td_time_left();

	return left < settings->explain ? left : settings->explain;
}

static struct td_trace *explained(const struct settings *settings, const struct td_trace *trace)
{
	double seconds = seconds_to_explain(settings);

	return seconds > 0 && !td_is_late() ? td_explain_finding(trace, seconds, settings->explore.watchdog) : NULL;
}

static void report(struct settings *settings, const struct td_trace *trace, const char *file, const char *line)
{
	if (!settings->all_reports && td_faults_list(&settings->faults, trace, line ? file : NULL, stdout))
		return;
	td_faults_end_list(&settings->faults, stdout);
	td_report_text(trace, line, stdout);
	printf("\n");
}

static void tell(struct settings *settings, const struct td_trace *trace)
{
	char *file = td_trace_free_name(trace->command.program, settings->output_trace), *line = NULL;

	if (!trace->unconfirmed && td_trace_write(trace, file) == 0)
		line = td_replay_line(file);
	report(settings, trace, file, line);
	fflush(stdout);
	if (td_output_wants_document(&settings->output))
		TD_PUSH(&settings->results, td_trace_result(trace, line ? file : NULL, line));
	free(line);
	free(file);
}

static void found(void *context, const struct td_trace *trace)
{
	struct td_trace *better = explained(context, trace);

	tell(context, better ? better : trace);
	if (better)
		td_trace_free(better);
}

static int silenced(void *context, const struct td_trace *trace)
{
	return td_silence_race(&((struct settings *)context)->silence, trace);
}

static void print_cuts(const struct td_summary *summary)
{
	if (summary->missed && !summary->cuts.why && !summary->cut) /* otherwise no wonder */
		printf("bounded: %llu %s not come to\n", (unsigned long long)summary->missed,
		       td_counted(summary->missed, "class that the portfolio has shown was",
				  "classes that the portfolio has shown were"));
	for (int i = 0; i < TD_CUTS; i++) {
		const char *place = summary->cuts.place[i];

		if (!(summary->cuts.why >> i & 1))
			continue;
		if (i == TD_CUT_BOUND)
			printf("bounded: there are orders with more than %u %s\n", summary->bound,
			       summary->bound_of == TD_POLICY_DELAYS ? "delays" : "preemptions");
		else
			printf("bounded: %s%s%s%s\n", td_cut_words(i), place ? " (" : "", place ? place : "",
			       place ? ")" : "");
	}
}

static void print_predicted(const struct td_predicted_list *predicted)
{
	for (size_t i = 0; i < predicted->count && i < MOST_PREDICTED; i++) {
		const struct td_predicted *item = &predicted->items[i];

		if (item->executions)
			printf("predicted: %s; no schedule for it was found in %llu %s\n", item->words,
			       (unsigned long long)item->executions,
			       td_counted(item->executions, "execution", "executions"));
		else
			printf("predicted: %s; a limit was reached before a schedule for it was looked for\n",
			       item->words);
	}
	if (predicted->count > MOST_PREDICTED)
		printf("predicted: %zu more %s\n", predicted->count - MOST_PREDICTED,
		       td_counted(predicted->count - MOST_PREDICTED, "lock-order cycle", "lock-order cycles"));
}

/* Who waits for it to end might have it sooner. */
static void print_advice(const struct td_summary *summary, uint8_t reduce)
{
	if (summary->verdict == TD_STOPPED && !summary->findings && summary->spun && !(reduce & TD_REDUCE_SPINS))
		printf("threads wait in loops, and how often these go round makes classes of its own: --reduce spins "
		       "leaves that out\n");
}

/* "3 more executions WHAT", where there are any. */
static void print_more(uint64_t count, const char *what)
{
	if (count)
		printf("%llu more %s %s\n", (unsigned long long)count, td_counted(count, "execution", "executions"),
		       what);
}

static void print_unconfirmed(const struct td_summary *summary)
{
	if (summary->unconfirmed)
		printf("%llu %s not counted\n", (unsigned long long)summary->unconfirmed,
		       td_counted(summary->unconfirmed, "finding did not replay and is",
				  "findings did not replay and are"));
	if (summary->doubtful)
		printf("unconfirmed: %llu data %s among the findings %s seen and did not replay\n",
		       (unsigned long long)summary->doubtful, td_counted(summary->doubtful, "race", "races"),
		       td_counted(summary->doubtful, "was", "were"));
}

/* Executions that are not in the last line, or not as whole ones. */
static void print_not_counted(const struct td_summary *summary, uint64_t max_events)
{
	if (summary->cut)
		printf("%llu %s cut after %llu events (--max-events)%s%s\n", (unsigned long long)summary->cut,
		       td_counted(summary->cut, "execution was", "executions were"), (unsigned long long)max_events,
		       td_cut_threads_words(&summary->cuts), td_endless_words(summary->endless));
	if (summary->assumed > summary->wasted + summary->stood)
		print_more(summary->assumed - summary->wasted - summary->stood,
			   "did not count: treadle_assume did not hold");
	print_more(summary->stood, "did not count: a thread stood in a loop that it could have left");
	print_more(summary->wasted, summary->wasted == 1 ? "was begun and turned out to have been made before"
							 : "were begun and turned out to have been made before");
	print_unconfirmed(summary);
}

static void print_gaps(const struct td_summary *summary)
{
	for (int i = 0; i < TD_GAPS; i++) {
		char *words = td_gap_words(summary, i);

		if (words)
			printf("%s\n", words);
		free(words);
	}
}

static void print_summary(const struct td_summary *summary, uint64_t max_events)
{
	static const char *const verdicts[] = { "complete", "bounded", "stopped" };

	if (summary->verdict == TD_BOUNDED)
		print_cuts(summary);
	print_not_counted(summary, max_events);
	if (summary->classes_full)
		printf("classes beyond %llu were not counted\n", (unsigned long long)summary->classes);
	if (summary->symmetry)
		printf("%s\n", summary->symmetry);
	if (summary->unprotected)
		printf("%s\n", summary->unprotected);
	if (summary->discarded)
		printf("%llu %s not count: the search began anew\n", (unsigned long long)summary->discarded,
		       td_counted(summary->discarded, "execution before these does", "executions before these do"));
	print_predicted(&summary->predicted);
	if (summary->time_was_up > 0)
		printf("time was up after %g s (--time)\n", summary->time_was_up);
	if (summary->usual_most)
		printf("%llu executions are the limit without --executions or --time\n",
		       (unsigned long long)summary->usual_most);
	print_gaps(summary);
	printf("%s: %llu classes, %llu executions, %llu findings\n", verdicts[summary->verdict],
	       (unsigned long long)summary->classes, (unsigned long long)summary->executions,
	       (unsigned long long)summary->findings);
}

static void print_bounds(const struct td_summary *summary)
{
	for (size_t i = 0; i < summary->bounds.count; i++) {
		const struct td_bound_done *done = &summary->bounds.items[i];

		printf("stats: bound %u: all of it, %llu executions, %llu classes so far\n", done->bound,
		       (unsigned long long)done->executions, (unsigned long long)done->classes);
	}
}

static void print_stats(const struct td_summary *summary)
{
	print_bounds(summary);
	if (summary->circles)
		printf("stats: %llu lock-order cycles predicted, %llu confirmed, %llu executions directed at them\n",
		       (unsigned long long)summary->circles, (unsigned long long)summary->circles_confirmed,
		       (unsigned long long)summary->hunted);
	if (summary->drawn)
		printf("stats: %llu more executions were chosen by the portfolio in between\n",
		       (unsigned long long)summary->drawn);
	if (summary->expected.total > 0)
		printf("stats: about %.0f (%.0f to %.0f) executions for all of it\n", summary->expected.total,
		       summary->expected.low, summary->expected.high);
	printf("stats: pairs of accesses for races: %llu checked, %llu reused\n",
	       (unsigned long long)summary->pairs_checked, (unsigned long long)summary->pairs_reused);
	if (summary->marks)
		printf("stats: %llu marks of %llu bytes on average; %llu executions went on from one, %llu events were "
		       "not run again\n",
		       (unsigned long long)summary->marks, (unsigned long long)(summary->mark_bytes / summary->marks),
		       (unsigned long long)summary->resumed, (unsigned long long)summary->skipped);
	printf("stats: %llu events, %llu switches, %.3f seconds, memory %llu kB after the first batch, %llu kB after "
	       "the last, "
	       "%llu kB at most\n",
	       (unsigned long long)summary->events, (unsigned long long)summary->switches, summary->seconds,
	       (unsigned long long)summary->memory.first, (unsigned long long)summary->memory.last,
	       (unsigned long long)summary->memory.peak);
}

static void print_others(const struct td_summary *summary, int only_races)
{
	if (summary->others)
		printf(only_races ? "%llu %s ended in something else (%s first); treadle explore looks into that\n"
				  : "%llu %s ended otherwise (%s first), not looked into\n",
		       (unsigned long long)summary->others, td_counted(summary->others, "execution", "executions"),
		       td_end_name(summary->other));
	if (summary->looked_on)
		printf("looked on for %llu more %s after the first finding (-k: to the end)\n",
		       (unsigned long long)summary->looked_on,
		       td_counted(summary->looked_on, "execution", "executions"));
	if (summary->blind)
		printf("%llu %s too long to look for data races in\n", (unsigned long long)summary->blind,
		       td_counted(summary->blind, "execution was", "executions were"));
}

struct options {
	struct td_option *items;
	size_t count, room;
};

static void add(struct options *list, const struct td_option *options, size_t count)
{
	for (size_t i = 0; i < count; i++)
		TD_PUSH(list, options[i]);
}

/* Which orders of the threads are tried. */
static void add_orders(struct options *list, struct settings *settings)
{
	const struct td_option options[] = {
		{"strategy", 's', TD_OPTION_STRING, &settings->strategy, "NAME",
		 .help = "portfolio, random, pos, pct[:1-5], delays[:N], preemptions[:N], run-on; also a,b,c"},
		{"equivalence", 'e', TD_OPTION_STRING, &settings->equivalence, "WHICH",
		 .help = "try everything: interleaving (every order of events), trace (one of all that order dependent "
			 "events alike), "
			 "rf (one of all in which every read reads from the same write)"},
		{"reduce", 0, TD_OPTION_STRING, &settings->reduce, "LIST",
		 .help = "of orders that come to the same, try one: pv (posts and waits of a semaphore), adds (atomic "
			 "additions), "
			 "same (writes of equal values), symmetry (threads that are alike), spins (rounds of loops "
			 "that change nothing)"},
		{"preemptions", 0, TD_OPTION_NUMBER, &settings->preemptions, "N",
		 .help = "every schedule with at most 0, then 1, ... then N preemptions", .most = TD_MOST_BOUND},
		{"delays", 0, TD_OPTION_NUMBER, &settings->delays, "N",
		 .help = "every schedule with at most 0, then 1, ... then N delays", .most = TD_MOST_BOUND},
	};

	add(list, options, sizeof options / sizeof *options);
}

/* How many, and what is looked for. */
static void add_limits(struct options *list, struct settings *settings)
{
	struct td_explore_options *explore = &settings->explore;
	const struct td_option options[] = {
		{"executions", 'n', TD_OPTION_NUMBER, &explore->executions, "N",
		 .help = "at most so many executions (50000, without --time, where the search has no end of its own)",
		 .least = 1},
		{"time", 't', TD_OPTION_SECONDS, &explore->time, "SECONDS",
		 .help = "at most so long; 0: no limit (60 where the search has no end of its own)"},
		{"keep-going", 'k', TD_OPTION_FLAG, &explore->keep_going, NULL,
		 .help = "look for more after the first finding"},
		{"stop-for", 0, TD_OPTION_STRING, &settings->stop_for, "KINDS",
		 .help = "end only at findings of these kinds (assert, race, deadlock, ... as reports in JSON have "
			 "them), and count the others"},
		{"races", 0, TD_OPTION_CHOICE, &explore->races, "on|off",
		 .help = "look for data races in every execution (on)", .choices = on_off},
		{"explain", 0, TD_OPTION_SECONDS, &settings->explain, "SECONDS|off", .word = "off",
		 .help = "look for the cause of each finding for so long at most, as treadle explain does (1)"},
		{"all-reports", 0, TD_OPTION_FLAG, &settings->all_reports, NULL,
		 .help = "report every finding in full, also those that have one fault with an earlier one"},
	};

	add(list, options, sizeof options / sizeof *options);
}

/* How executions are made. */
static void add_means(struct options *list, struct settings *settings)
{
	struct td_explore_options *explore = &settings->explore;
	const struct td_option options[] = {
		{"accesses", 0, TD_OPTION_CHOICE, &explore->accesses, "WHICH",
		 .help = "which accesses to shared memory are events in a search: all, or contended, those that "
			 "nothing else orders (usual: "
			 "contended where races are looked for)",
		 .choices = accesses},
		{"jobs", 'j', TD_OPTION_NUMBER, &explore->workers, "N",
		 .help = "so many processes share a search of --equivalence trace (1)", .least = 1},
		{"checkpoint", 0, TD_OPTION_STRING, &explore->checkpoint, "FILE",
		 .help = "go on with the search of --equivalence that is in this file, and leave it there if it is "
			 "stopped"},
		TD_CONTROL_OPTIONS(explore),
		{"isolate", 0, TD_OPTION_CHOICE, &explore->isolate, "HOW",
		 .help = "inplace: put memory back between executions; fork: a child for each; auto",
		 .choices = isolations},
		{"begin", 0, TD_OPTION_STRING, &settings->begin, "FILE.trd[@N]",
		 .help = "every execution begins as that of a trace, or as its first N events"},
		{"from-start", 0, TD_OPTION_FLAG, &explore->from_start, NULL,
		 .help = "run every execution of a search from its beginning, never from where it begins to differ "
			 "from the one before"},
	};

	add(list, options, sizeof options / sizeof *options);
}

/* What is written, and what Treadle's own tests want. */
static void add_output(struct options *list, struct settings *settings)
{
	struct td_explore_options *explore = &settings->explore;
	const struct td_option options[] = {
		TD_OUTPUT_OPTIONS(&settings->output),
		TD_SILENCE_OPTION(&settings->silence),
		{"output-trace", 0, TD_OPTION_STRING, &settings->output_trace, "FILE",
		 .help = "where to write the trace of a finding (PROGRAM.trd; FILE.2.trd where there is one, and so "
			 "on)"},
		{"classes", 0, TD_OPTION_STRING, &explore->classes, "FILE",
		 .help = "write the fingerprint of each class, and how often it came, to a file"},
		{"classes-of", 0, TD_OPTION_CHOICE, &explore->classes_of, "WHICH",
		 .help = "what to count as one class: trace or rf, as for --equivalence; search: as it has them",
		 .choices = classes_of},
		{"stats", 0, TD_OPTION_FLAG, &settings->stats, NULL,
		 .help = "say what the search cost: events, switches, time, memory"},
		{"self-check", 0, TD_OPTION_FLAG, &explore->self_check, NULL,
		 .help = "the runtime checks its own invariants at every step, with tiny limits: slow, to test Treadle "
			 "itself"},
		{"ranks", 0, TD_OPTION_NUMBER, &explore->ranks, "SEED", .help = NULL},
		{"quiet", 'q', TD_OPTION_FLAG, &explore->quiet, NULL, .help = "no progress"},
	};

	add(list, options, sizeof options / sizeof *options);
}

static struct td_usage usage_of_explore(const struct td_option *options)
{
	return (struct td_usage){"explore", "[options] PROGRAM [argument...]",
				 "Runs a program compiled with treadle cc again and again, each time with another "
				 "order of its threads, until\n"
				 "something goes wrong, everything was tried or a limit is reached.  Unless told "
				 "otherwise, 1000 executions are\n"
				 "chosen by a mix of strategies, and then one is made for each order of events that "
				 "depend on each other.\n"
				 "A finding is written to a file that treadle replay takes.",
				 options, examples};
}

static struct td_usage usage_of_races(const struct td_option *options)
{
	return (struct td_usage){
		"races", "[options] PROGRAM [argument...]",
		"Explores a program compiled with treadle cc as treadle explore does, but for data races alone, and "
		"says at the end how\n"
		"each place in memory that threads share is accessed: which lock is held at all accesses that "
		"conflict, how many accesses\n"
		"there were, and what kept them apart.  A race is written to a file that treadle replay takes.",
		options, race_examples};
}

static int parse(struct settings *settings, int argc, char **argv)
{
	struct options list = {0};
	struct td_usage about;
	int first;

	add_orders(&list, settings);
	add_limits(&list, settings);
	add_means(&list, settings);
	add_output(&list, settings);
	TD_PUSH(&list, ((struct td_option){0}));
	about = settings->explore.only_races ? usage_of_races(list.items) : usage_of_explore(list.items);
	first = td_options_parse(&about, argc, argv);
	free(list.items);
	return first;
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

static void choose_reductions(struct settings *settings)
{
	const struct td_strategy *strategy = &settings->explore.strategy;

	if (!settings->reduce)
		return;
	if (!strategy->opening && strategy->policies[0].kind != TD_POLICY_TRACES)
		usage("--reduce is for the usual search and --equivalence trace; the others make every order they know "
		      "of");
	settings->explore.reduce = td_reduce_parse(settings->reduce);
}

static void choose_accesses(const struct settings *settings)
{
	if (settings->explore.accesses == TD_ACCESSES_CONTENDED && !td_accesses_can_be_protected(&settings->explore))
		usage("--accesses contended is for the usual search and --equivalence trace, without --reduce");
}

static void choose_strategy(struct settings *settings)
{
	struct td_strategy *strategy = &settings->explore.strategy;
	int asked = !!settings->strategy + !!settings->equivalence + (settings->preemptions != NOT_GIVEN) +
		    (settings->delays != NOT_GIVEN);

	if (asked > 1)
		usage("only one of --strategy, --equivalence, --preemptions and --delays says how to search");
	if (settings->strategy)
		td_strategy_parse(strategy, settings->strategy);
	else if (settings->equivalence)
		td_strategy_systematic(strategy, settings->equivalence);
	else if (settings->preemptions != NOT_GIVEN)
		td_strategy_bounded(strategy, TD_POLICY_PREEMPTIONS, (uint32_t)settings->preemptions);
	else if (settings->delays != NOT_GIVEN)
		td_strategy_bounded(strategy, TD_POLICY_DELAYS, (uint32_t)settings->delays);
	else
		td_strategy_usual(strategy);
	if (td_strategy_is_single(strategy))
		settings->explore.executions = 1;
}

/* FILE.trd@12: its first twelve events. */
static void choose_beginning(struct settings *settings, const struct td_command *command)
{
	char *file, *at, *end = NULL;
	uint64_t events = UINT32_MAX;
	struct td_trace *trace;

	if (!settings->begin)
		return;
	file = td_strdup(settings->begin);
	at = strrchr(file, '@');
	if (at && at[1])
		events = strtoul(at + 1, &end, 10);
	if (end && !*end)
		*at = 0;
	else
		events = UINT32_MAX;
	trace = td_trace_read(file);
	if (!trace)
		exit(TD_EXIT_COULD_NOT); /* the reason has been said */
	if (trace->command.program_hash != command->program_hash)
		die("--begin: %s is a trace of another program, or of one that has been compiled since", file);
	if (events > trace->event_count)
		events = trace->event_count;
	settings->explore.begin = td_prefix(td_steps_make(trace, UINT32_MAX, false), (uint32_t)events);
	free(file);
}

/* A kind that is not asked for is not looked for either, where that costs something. */
static void choose_kinds(struct settings *settings)
{
	struct td_explore_options *explore = &settings->explore;

	if (!settings->stop_for)
		return;
	if (explore->only_races)
		usage("--stop-for is for treadle explore; treadle races looks for races alone");
	explore->stop_for = td_stop_for_parse(settings->stop_for);
	if (explore->stop_for >> TD_END_RACE & 1 && !explore->races)
		usage("--stop-for race looks for races; --races off does not");
	explore->races = explore->stop_for >> TD_END_RACE & 1;
}

static int exit_status(const struct td_summary *summary)
{
	if (summary->findings)
		return TD_EXIT_FOUND;
	return summary->unconfirmed || summary->stuck || td_summary_is_empty(summary) ? TD_EXIT_COULD_NOT
										      : TD_EXIT_CLEAN;
}

/* The exit status, and a document that has it too. */
static int finish(struct settings *settings, const struct td_command *command, const struct td_summary *summary)
{
	char *closing = td_output_end_closing(&settings->output);
	int status = exit_status(summary);
	struct td_document document = td_explore_document(command, summary, settings->explore.max_events);

	document.results = settings->results;
	document.closing = closing;
	document.exit_status = status;
	td_output_end(&settings->output, &document);
	return status;
}

static int explore(int argc, char **argv, int only_races)
{
	struct settings settings = {
		.explore = { .seed = 1, .time = -1, .max_events = TD_USUAL_MAX_EVENTS, .watchdog = 10, .races = 1,
			     .only_races = only_races },
		.explain = 1, .preemptions = NOT_GIVEN, .delays = NOT_GIVEN,
	};
	struct td_summary summary;
	struct td_command *command;
	int at = parse(&settings, argc, argv);

	if (at >= argc)
		usage("which program? See treadle %s --help", only_races ? "races" : "explore");
	if (only_races && !settings.explore.races)
		usage("treadle races looks for races; --races off is for treadle explore");
	choose_strategy(&settings);
	choose_kinds(&settings);
	choose_reductions(&settings);
	choose_accesses(&settings);
	if (settings.explore.checkpoint && !settings.equivalence)
		usage("--checkpoint needs --equivalence: other explorations have no end to go on to");
	if (settings.explore.workers > TD_MOST_WORKERS)
		usage("--jobs takes 1 to %d", TD_MOST_WORKERS);
	if (settings.explore.workers > 1 && !td_strategy_can_be_shared(&settings.explore.strategy))
		usage("--jobs is for the usual search and --equivalence trace; the others are made by one process");
	td_output_check(&settings.output);
	td_silence_open(&settings.silence);
	if (settings.explore.classes)
		td_refuse_existing(settings.explore.classes);
	refuse_misspelt(argv[at]);
	command = td_program_describe(argv + at);
	command->locks = settings.explore.locks ? td_lock_rows_read(settings.explore.locks) : NULL;
	choose_beginning(&settings, command);
	settings.explore.found = found;
	settings.explore.silenced = silenced;
	settings.explore.context = &settings;
	td_output_begin(&settings.output);
	td_explore(command, &settings.explore, &summary);
	td_output_begin_closing(&settings.output);
	td_silence_predicted(&settings.silence, &summary.predicted);
	if (settings.stats)
		print_stats(&summary);
	if (only_races)
		td_races_table_print(&summary.places);
	td_race_places_free(&summary.places);
	print_others(&summary, only_races);
	td_silence_end(&settings.silence, summary.verdict, settings.explore.races);
	print_advice(&summary, settings.explore.reduce);
	td_faults_end_list(&settings.faults, stdout);
	print_summary(&summary, settings.explore.max_events);
	return finish(&settings, command, &summary);
}

int cmd_explore(int argc, char **argv)
{
	return explore(argc, argv, 0);
}

int cmd_races(int argc, char **argv)
{
	return explore(argc, argv, 1);
}
