#include "output.h"

#include "commands.h"

#include <errno.h>
#include <libgen.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const char *const td_format_names[] = { "text", "json", "sarif", "junit", "github", NULL };

/* A device or a pipe is written to, not replaced. */
static int is_special(const char *file)
{
	struct stat status;

	return stat(file, &status) == 0 && !S_ISREG(status.st_mode);
}

static void check_directory(const char *file)
{
	char *copy = td_strdup(file);
	const char *directory = dirname(copy);

	if (access(directory, W_OK | X_OK) < 0)
		die("cannot write %s: %s: %s", file, directory, strerror(errno));
	free(copy);
}

static void check_file(const char *file)
{
	struct stat status;
	size_t length = strlen(file);

	if (!*file)
		usage("--output wants the name of a file");
	if (length > 4 && !strcmp(file + length - 4, ".trd"))
		usage("--output is for the report; --output-trace %s says where the trace goes", file);
	if (stat(file, &status) == 0 && S_ISDIR(status.st_mode))
		die("cannot write %s: it is a directory", file);
	if (!is_special(file))
		check_directory(file);
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

static FILE *open_beside(const char *file, char **name)
{
	mode_t mask = umask(0);
	int fd;

	umask(mask);
	*name = td_format("%s.XXXXXX", file);
	fd = mkstemp(*name);
	if (fd < 0)
		die("cannot write %s: %s", file, strerror(errno));
	fchmod(fd, 0666 & ~mask);
	return fdopen(fd, "w");
}

static void write_beside(const char *file, const struct td_document *document, enum td_format format)
{
	char *name;
	FILE *out = open_beside(file, &name);
	int bad = td_document_write(document, format, out) < 0;

	if (fclose(out) || bad || rename(name, file) < 0) {
		int why = errno;

		unlink(name);
		die("cannot write %s: %s", file, strerror(why));
	}
	free(name);
}

static void write_to(const char *file, const struct td_document *document, enum td_format format)
{
	FILE *out = file ? fopen(file, "we") : stdout;

	if (!out)
		die("cannot write %s: %s", file, strerror(errno));
	if (td_document_write(document, format, out) < 0 || fflush(out))
		die("cannot write %s: %s", file ? file : "to standard output", strerror(errno));
	if (file)
		fclose(out);
}

void td_output_end(struct td_output *self, struct td_document *document)
{
	char *target;

	if (self->standard)
		free(release(self));
	if (!td_output_wants_document(self))
		return;
	document->version = td_version;
	document->arguments = td_tool_arguments;
	document->source_root = self->source_root;
	document->seconds = td_now() - self->begin;
	if (!self->file || is_special(self->file)) {
		write_to(self->file, document, self->format);
		return;
	}
	target = realpath(self->file, NULL); /* a link stays one */
	write_beside(target ? target : self->file, document, self->format);
	free(target);
}
