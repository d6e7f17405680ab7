#include "output.h"

#include "commands.h"
#include "report_file.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

const char *const td_format_names[] = { "text", "json", "sarif", "junit", "github", NULL };

static void check_file(const char *file)
{
	size_t length = strlen(file);

	if (length > 4 && !strcmp(file + length - 4, ".trd"))
		usage("--output is for the report; --output-trace %s says where the trace goes", file);
	td_report_file_check(file);
}

void td_output_check(const struct td_output *self)
{
	struct stat status;

	if (self->source_root && (stat(self->source_root, &status) < 0 || !S_ISDIR(status.st_mode)))
		usage("--source-root wants a directory, and %s is none", self->source_root);
	if (self->file)
		check_file(self->file);
}

int td_output_wants_document(const struct td_output *self)
{
	return self->file || self->format != TD_FORMAT_TEXT;
}

/* glibc lets stdout be set like any other variable: what is printed goes into memory. */
static void hold(struct td_output *self)
{
	fflush(stdout);
	self->standard = stdout;
	stdout = open_memstream(&self->held, &self->held_size);
	if (!stdout)
		BUG("no stream in memory");
}

static char *release(struct td_output *self)
{
	fclose(stdout);
	stdout = self->standard;
	self->standard = NULL;
	return self->held;
}

static int is_on_stdout(const struct td_output *self)
{
	return self->format != TD_FORMAT_TEXT && !self->file;
}

void td_output_begin(struct td_output *self)
{
	self->begin = td_now();
	if (is_on_stdout(self))
		hold(self);
}

void td_output_begin_closing(struct td_output *self)
{
	if (self->standard)
		free(release(self));
	hold(self);
}

char *td_output_end_closing(struct td_output *self)
{
	char *text = release(self);

	if (!is_on_stdout(self))
		fputs(text, stdout);
	return text;
}

void td_output_end(struct td_output *self, struct td_document *document)
{
	struct td_report_file report;

	if (self->standard)
		free(release(self));
	if (!td_output_wants_document(self))
		return;
	document->version = td_version;
	document->arguments = td_tool_arguments;
	document->source_root = self->source_root;
	document->seconds = td_now() - self->begin;
	report = td_report_file_open(self->file);
	td_report_file_close(&report, td_document_write(document, self->format, report.out) < 0);
}
