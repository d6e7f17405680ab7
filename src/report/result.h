/* Something to tell, whatever found it, in the shape that the formats for machines have in common.
 *
 * A result is what one rule has found at one place.  It has related places, each with a few words about what is there,
 * and flows: what threads did, step by step, with numbers that order the steps of all of them.  td_trace_result()
 * (trace_result.h) makes one out of an execution; a static check fills one itself.
 *
 * All text and all lists belong to the result; td_result_clear() frees them.  Text that is not known is NULL.
 */
#ifndef TD_REPORT_RESULT_H
#define TD_REPORT_RESULT_H

#include "base/base.h"

enum td_level { TD_LEVEL_ERROR, TD_LEVEL_WARNING, TD_LEVEL_NOTE };

/* A kind of finding.  Rules are constants; results point to them. */
struct td_rule {
	const char *id;          /* "treadle/deadlock": never changes, since people write it into filters */
	const char *name;        /* "Deadlock": one word in Pascal case */
	enum td_level level;     /* what its results are unless they say otherwise */
	const char *summary;     /* one sentence: what is wrong */
	const char *description; /* what it means, and when it is reported */
	const char *help;        /* what to do about it */
};

struct td_location {
	char *file;              /* as the compiler has it */
	char *directory;         /* that a relative file is relative to; NULL: the current one */
	int line, column;        /* counted from 1, columns in bytes; 0: not known */
	char *function;
	char *source;            /* the text of the line */
	char *message;           /* what is, or happens, here */
};

struct td_locations {
	struct td_location *items;
	size_t count, room;
};

enum td_step_kind { TD_STEP_PLAIN, TD_STEP_ACQUIRE, TD_STEP_RELEASE, TD_STEP_SWITCH, TD_STEP_END };

struct td_step {
	struct td_location location;
	enum td_step_kind kind;
	uint32_t order;          /* among the steps of all flows, counted from 1 */
};

/* What one thread did. */
struct td_flow {
	char *thread;            /* "main", "producer#2"; NULL: there is only one */
	struct td_step *items;
	size_t count, room;
};

struct td_flows {
	struct td_flow *items;
	size_t count, room;
};

/* Where a thread stood in the end. */
struct td_standing {
	char *thread;
	const char *state;       /* "failed", "blocked", "runnable", "timed", "ended" */
	struct td_location location; /* its message says what the thread waits for or is about to do */
	struct td_locations stack;   /* innermost first */
};

struct td_standings {
	struct td_standing *items;
	size_t count, room;
};

struct td_result {
	const struct td_rule *rule;
	enum td_level level;
	char *headline;          /* one line: what is wrong and where */
	char *message;           /* the same without what only this program's run can know; one or more sentences */
	char *cause;             /* why, in a sentence; NULL: not looked into */
	struct td_location place;
	char *excerpt;           /* the lines of the source around it */
	int excerpt_line;        /* the number of the first of them */
	struct td_locations stack;   /* that led to the place, innermost first */
	struct td_locations related;
	struct td_flows flows;
	struct td_standings threads;
	/* what makes it the same finding after the code around has changed: names, never line numbers */
	struct td_strings identity;
	char *text;              /* the report for people, any bytes */
	char *replay_file, *replay_command;
	char *unconfirmed;       /* it was seen and could not be made again: why; NULL: it is not in doubt */
};

struct td_results {
	struct td_result *items;
	size_t count, room;
};

void td_result_clear(struct td_result *self);
void td_results_clear(struct td_results *self);

/* The headline, and the cause if it is known, in one line; to be freed. */
char *td_result_sentences(const struct td_result *self);

/* Sixteen hexadecimal digits out of the rule and the identity; to be freed. */
char *td_result_fingerprint(const struct td_result *self);

const char *td_level_word(enum td_level level); /* "error", "warning", "note", as SARIF has them */

#endif
