/* The options that explore and run have in common: how the program is controlled. */
#ifndef TD_CLI_CONTROLS_H
#define TD_CLI_CONTROLS_H

#include "base/options.h"
#include "explore/explore.h"

enum { TD_USUAL_MAX_EVENTS = 1000000 };

/* The words of choices; NULL-terminated. */
extern const char *const td_timeouts_words[];
extern const char *const td_malloc_words[];

/* Entries of a table of options that set a struct td_explore_options. */
#define TD_CONTROL_OPTIONS(to)                                                                                        \
	{ "seed", 0, TD_OPTION_NUMBER, &(to)->seed, "N", .help = "what random decisions are drawn from (1)" },        \
	{ "max-events", 0, TD_OPTION_NUMBER, &(to)->max_events, "N",                                                  \
	  .help = "cut an execution after so many events (1000000)", .least = 1, .most = TD_MAX_EVENTS },             \
	{ "expect-exit", 0, TD_OPTION_NUMBER, &(to)->expect_exit, "N|any",                                            \
	  .help = "the exit status that is right (0); any: none is wrong", .most = 255, .word = "any" },              \
	{ "fifo", 0, TD_OPTION_FLAG, &(to)->fifo, NULL, .help = "a signal wakes the thread that has waited longest" }, \
	{ "spurious", 0, TD_OPTION_FLAG, &(to)->spurious, NULL,                                                       \
	  .help = "condition variables may wake without a signal" },                                                  \
	{ "timeouts", 0, TD_OPTION_CHOICE, &(to)->timeouts, "any|last",                                               \
	  .help = "a wait with a time limit may give up at any moment, or only when no thread can " \
		  "go on otherwise (any)", \
	  .choices = td_timeouts_words },                                                                             \
	{ "malloc", 0, TD_OPTION_CHOICE, &(to)->malloc, "real|succeeds|fails",                                        \
	  .help = "how the program's requests for memory end: with NULL if there is no room, never, or " \
		  "at any time (real)", \
	  .choices = td_malloc_words },                                                                               \
	{ "daemons", 0, TD_OPTION_FLAG, &(to)->daemons, NULL,                                                         \
	  .help = "threads may be left blocked when the program ends" },                                              \
	{ "locks", 0, TD_OPTION_STRING, &(to)->locks, "FILE",                                                        \
	  .help = "functions of libraries that lock and were not compiled with treadle cc: lines NAME " \
		  "ROLE ARGUMENT" }, \
	{ "watchdog", 0, TD_OPTION_SECONDS, &(to)->watchdog, "SECONDS",                                               \
	  .help = "without an event for so long, an execution counts as hung; 0: never (10)" }

/* Dies if FILE exists: nothing is ever overwritten. */
void td_refuse_existing(const char *file);

#endif
