/* Warnings of other tools, for executions that confirm them.
 *
 * A warning names places in the source: the two accesses of a data race, where threads of a lock cycle wait, or a
 * single place at which something fails.  A violation witness of a verifier names the places on the way to a failure.
 * A place is what a tool says of it, innermost first: the frames of a stack, of which the first that lies in the
 * program counts. */
#ifndef TD_GUIDE_WARNINGS_H
#define TD_GUIDE_WARNINGS_H

#include "base/base.h"

#include <jansson.h>
#include <stdbool.h>

enum td_warning_kind {
	TD_WARNING_RACE,    /* of accesses at two of the places, or at the only one and anywhere */
	TD_WARNING_CYCLE,   /* threads wait for each other at the places */
	TD_WARNING_FAILURE, /* something fails at the place */
	TD_WARNING_WITNESS  /* something fails at the last place, and the others lead there */
};

enum td_warning_verdict {
	TD_WARNING_NOT_FOUND,
	TD_WARNING_CONFIRMED,
	TD_WARNING_IMPOSSIBLE, /* in this test: all orders were tried */
	TD_WARNING_NOT_TRIED   /* its places are not in the program */
};

struct td_warned_frame {
	char *file;
	int line;
};

struct td_warned_place {
	struct td_warned_frame *items;
	size_t count, room;
	char *file;      /* the end of a path, by which the program knows it; NULL: not in the program */
	int line;        /* with code */
	size_t meant;    /* the frame that this is */
	int thread;      /* of a witness: a number that tells threads apart; -1: not known */
	bool is_nearest; /* the tool's line has no code */
	bool is_idle;    /* nothing happens there that other threads could notice */
};

struct td_warning {
	enum td_warning_kind kind;
	char *tool, *rule, *message;
	struct td_warned_place *items; /* the places */
	size_t count, room;
	uint32_t waiting;   /* CYCLE: at so many of the places a thread must wait */
	uint32_t ends;      /* FAILURE, WITNESS: executions that end so confirm it, bits 1 << enum td_end */
	bool is_decidable;  /* each execution in which it happens ends in a finding */
	size_t run, result; /* where it is in SARIF */
	enum td_warning_verdict verdict;
	char *shown; /* what the verdict rests on, in a sentence without a full stop */
	char *trace; /* the file of the execution that confirms it, or NULL */
};

struct td_warnings {
	struct td_warning *items;
	size_t count, room;
	const char *format; /* of the file, for people */
	json_t *sarif;      /* the file, if it is SARIF */
};

/* Dies with one line if the file cannot be read, or is nothing that is known. */
void td_warnings_read(struct td_warnings *list, const char *file);
void td_warnings_clear(struct td_warnings *list);

/* The kind of a warning out of its rule and its words. */
enum td_warning_kind td_warning_kind_of(const char *rule, const char *message);

/* For what reads a format.  Texts are copied; NULL is "".  What is returned is valid until the next call. */
struct td_warning *td_warnings_add(struct td_warnings *list, enum td_warning_kind kind, const char *tool,
				   const char *rule, const char *message);
struct td_warned_place *td_warning_add_place(struct td_warning *self);
void td_warned_place_add(struct td_warned_place *self, const char *file, int line);
void td_warning_add_line(struct td_warning *self, const char *file, int line); /* a place of one frame, if it is new */
void td_warnings_drop_empty(struct td_warnings *list);                         /* those without a place */

const char *td_warning_verdict_words(enum td_warning_verdict verdict);
const char *td_warning_kind_words(enum td_warning_kind kind);

/* Readers of formats: what is wrong with the text, in one line to be freed; NULL: nothing is. */
char *td_warnings_of_sarif(struct td_warnings *list, json_t *root);
char *td_warnings_of_own(struct td_warnings *list, json_t *root); /* treadle --format json */
char *td_warnings_of_goblint_json(struct td_warnings *list, json_t *root);
char *td_warnings_of_infer(struct td_warnings *list, json_t *root); /* report.json */
char *td_warnings_of_goblint(struct td_warnings *list, const char *text);
char *td_warnings_of_tsan(struct td_warnings *list, const char *text);
char *td_warnings_of_valgrind(struct td_warnings *list, const char *text); /* Helgrind and DRD */
char *td_warnings_of_compiler(struct td_warnings *list, const char *text); /* FILE:LINE: warning: MESSAGE [RULE] */
char *td_warnings_of_graphml(struct td_warnings *list, const char *text);
char *td_warnings_of_yaml(struct td_warnings *list, const char *text);

/* SARIF with the verdicts: the file as it was if it was SARIF, or else a new one.  To be released. */
json_t *td_warnings_to_sarif(const struct td_warnings *list);

#endif
