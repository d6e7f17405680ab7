/* Findings by what they have in common (culprit.h): of one fault, the first is reported in full, and each other one
 * gets a line below a heading, unless it is at the same places as one above. */
#ifndef TD_REPORT_FAULTS_H
#define TD_REPORT_FAULTS_H

#include <stdbool.h>
#include <stdio.h>

#include "trace/trace.h"

struct td_fault {
	char *culprit, *file;    /* of the finding that was reported in full */
	struct td_strings lines; /* of the others, without the names of their files */
};

struct td_faults {
	struct td_fault *items;
	size_t count, room;
	const char *listed; /* the culprit whose list is being printed; NULL: none */
	unsigned again;     /* findings that the list has no line for */
};

/* If a finding's fault was reported before: prints or counts it, and returns true.  Else it is the first, and is to be
 * reported in full.  FILE: its trace; NULL if it has none. */
bool td_faults_list(struct td_faults *self, const struct td_trace *trace, const char *file, FILE *out);

/* Something else comes now: ends a list with what it has no line for, and an empty line. */
void td_faults_end_list(struct td_faults *self, FILE *out);

#endif
