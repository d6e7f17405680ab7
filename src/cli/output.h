/* Where a command's report goes, and in which format.
 *
 * Standard output has the text for people, unless it is asked for a document for programs; then it has that and
 * nothing else.  With --output the document goes to a file (report_file.h), and standard output has the text as always.
 */
#ifndef TD_CLI_OUTPUT_H
#define TD_CLI_OUTPUT_H

#include "report/document.h"

struct td_output {
	int format;              /* enum td_format */
	const char *file, *source_root; /* NULL: not given */
	double begin;            /* when the work began */
	FILE *standard;          /* standard output, while `stdout` is something else */
	char *held;              /* ... what was printed in the meantime */
	size_t held_size;
};

extern const char *const td_format_names[];

/* Entries of a table of options that set a struct td_output. */
#define TD_OUTPUT_OPTIONS(to)                                                                                   \
	{ "format", 0, TD_OPTION_CHOICE, &(to)->format, "FORMAT",                                               \
	  .help = "text, json, sarif, junit or github (text)", .choices = td_format_names },                    \
	{ "output", 'o', TD_OPTION_STRING, &(to)->file, "FILE",                                                 \
	  .help = "write the report to a file, as --format says" },                                             \
	{ "source-root", 0, TD_OPTION_STRING, &(to)->source_root, "DIRECTORY",                                  \
	  .help = "the directory that files are named relative to in it (the current one)" }

/* Stops with a message if the report could not be written when all is done; nothing is written yet. */
void td_output_check(const struct td_output *self);

/* Whether the options ask for a document, so that results have to be kept for it. */
int td_output_wants_document(const struct td_output *self);

/* Between these, what is printed on `stdout` is held back if a document will be there. */
void td_output_begin(struct td_output *self);

/* What is printed on `stdout` from here on is also the closing of the document ... */
void td_output_begin_closing(struct td_output *self);

/* ... to here.  Gives it, to be freed. */
char *td_output_end_closing(struct td_output *self);

/* Writes the document, or stops with a message. */
void td_output_end(struct td_output *self, struct td_document *document);

#endif
