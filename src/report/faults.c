#include "faults.h"

#include <stdlib.h>
#include <string.h>

#include "culprit.h"
#include "report.h"
#include "paint.h"
#include "words.h"

static struct td_fault *find(struct td_faults *self, const char *culprit)
{
	for (size_t i = 0; i < self->count; i++)
		if (!strcmp(self->items[i].culprit, culprit))
			return &self->items[i];
	return NULL;
}

/* The headline without the program's name. */
static char *line_of(const struct td_trace *trace)
{
	char *headline = td_report_headline(trace), *line;
	size_t name = strlen(td_words_program(trace)) + strlen(": ");

	line = td_strdup(headline + name);
	free(headline);
	return line;
}

/* Is the same line there already?  If not it is now. */
static bool is_again(struct td_fault *fault, char *line)
{
	for (size_t i = 0; i < fault->lines.count; i++)
		if (!strcmp(fault->lines.items[i], line)) {
			free(line);
			return true;
		}
	TD_PUSH(&fault->lines, line);
	return false;
}

static void print_line(struct td_fault *fault, const struct td_trace *trace, const char *file, FILE *out)
{
	struct td_paint paint = td_paint_open(out);
	char *line = line_of(trace);

	td_paint_format(&paint, TD_BOLD, "    %s  ", file ? file : "(no trace)");
	if (is_again(fault, line))
		td_paint(&paint, TD_DIM, "the same places as one above");
	else
		td_paint(&paint, TD_RED, line);
	fputc('\n', out);
}

static void begin_list(struct td_faults *self, const struct td_fault *fault, FILE *out)
{
	struct td_paint paint = td_paint_open(out);

	if (self->listed == fault->culprit)
		return;
	td_faults_end_list(self, out);
	td_paint_format(&paint, TD_PLAIN, "as in %s, %s:", fault->file, fault->culprit);
	fputc('\n', out);
	self->listed = fault->culprit;
}

bool td_faults_list(struct td_faults *self, const struct td_trace *trace, const char *file, FILE *out)
{
	char *culprit = trace->unconfirmed ? NULL : td_culprit_words(trace);
	struct td_fault *fault = culprit ? find(self, culprit) : NULL;

	if (fault) {
		begin_list(self, fault, out);
		print_line(fault, trace, file, out);
	} else if (culprit && file) {
		TD_PUSH(self, ((struct td_fault){td_strdup(culprit), td_strdup(file), {0}}));
		is_again(&self->items[self->count - 1], line_of(trace));
	}
	free(culprit);
	return fault != NULL;
}

void td_faults_end_list(struct td_faults *self, FILE *out)
{
	if (self->listed)
		fputc('\n', out);
	self->listed = NULL;
}
