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

/* False if it is there already. */
static bool add_line(struct td_fault *fault, const char *line)
{
	for (size_t i = 0; i < fault->lines.count; i++)
		if (!strcmp(fault->lines.items[i], line))
			return false;
	TD_PUSH(&fault->lines, td_strdup(line));
	return true;
}

static void print_line(const char *line, const char *file, FILE *out)
{
	struct td_paint paint = td_paint_open(out);

	file = file ? file : "(no trace)";
	td_paint_format(&paint, TD_BOLD, "    %s  ", file);
	td_paint_sentence(&paint, TD_RED, 4 + td_text_width(file) + 2, 8, line);
}

static void begin_list(struct td_faults *self, const struct td_fault *fault, FILE *out)
{
	struct td_paint paint = td_paint_open(out);

	if (self->listed == fault->culprit)
		return;
	td_faults_end_list(self, out);
	td_paint_sentence_format(&paint, TD_PLAIN, 0, 4, "as in %s, %s:", fault->file, fault->culprit);
	self->listed = fault->culprit;
}

bool td_faults_list(struct td_faults *self, const struct td_trace *trace, const char *file, FILE *out)
{
	char *culprit = trace->unconfirmed ? NULL : td_culprit_words(trace), *line = line_of(trace);
	struct td_fault *fault = culprit ? find(self, culprit) : NULL;

	if (fault) {
		begin_list(self, fault, out);
		if (add_line(fault, line))
			print_line(line, file, out);
		else
			self->again++;
	} else if (culprit && file) {
		TD_PUSH(self, ((struct td_fault){td_strdup(culprit), td_strdup(file), {0}}));
		add_line(&self->items[self->count - 1], line);
	}
	free(line);
	free(culprit);
	return fault != NULL;
}

void td_faults_end_list(struct td_faults *self, FILE *out)
{
	if (self->again)
		fprintf(out, "    and %u more at the same places\n", self->again);
	if (self->listed)
		fputc('\n', out);
	self->listed = NULL;
	self->again = 0;
}
