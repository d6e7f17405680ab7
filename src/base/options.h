/* Command-line options, declared as a table.
 *
 * A command describes itself in a td_usage: its line of use, what it does, its options and a few examples.  The table is all
 * there is: parsing, the text of --help and the messages for wrong options come from it.  Options end at the first operand or
 * at "--", so that what follows a program belongs to the program.
 */
#ifndef TD_BASE_OPTIONS_H
#define TD_BASE_OPTIONS_H

#include <stdint.h>

enum td_option_kind {
	TD_OPTION_FLAG,    /* int: set to 1 */
	TD_OPTION_NUMBER,  /* uint64_t between `least` and `most` */
	TD_OPTION_SECONDS, /* double, not negative; 90, 90s, 2m and 1h are understood */
	TD_OPTION_STRING,  /* const char * */
	TD_OPTION_STRINGS, /* struct td_strings: may be given again */
	TD_OPTION_CHOICE   /* int: index into `choices` */
};

struct td_option {
	const char *name;             /* without the dashes; a NULL name ends the table */
	char letter;                  /* short form, or 0 */
	enum td_option_kind kind;
	void *target;
	const char *value;            /* what the value is called in the help text */
	const char *help;             /* NULL: not for users, but for the tests of Treadle itself */
	const char *const *choices;   /* CHOICE: the words, NULL-terminated */
	uint64_t least, most;         /* NUMBER; most 0: no limit */
	const char *word;             /* may be given instead: of a NUMBER, and stands for UINT64_MAX; of SECONDS, and stands for 0; NULL: there is none */
};

struct td_usage {
	const char *command;          /* "explore" */
	const char *line;             /* "[options] PROGRAM [argument...]" */
	const char *summary;
	const struct td_option *options;
	const char *const *examples;  /* NULL-terminated, may be NULL */
};

/* Fills the targets and returns the index of the first operand in argv.  argv[0] is the command's name.  --help and -h print
 * the help text and exit 0; anything wrong is said in one line and exits 64. */
int td_options_parse(const struct td_usage *usage, int argc, char **argv);

void td_options_help(const struct td_usage *usage);

/* The word of the NULL-terminated list that was probably meant by `text`, or NULL if none is close. */
const char *td_closest_word(const char *text, const char *const *words);

#endif
