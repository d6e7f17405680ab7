#include "report_file.h"

#include "base/base.h"

#include <errno.h>
#include <libgen.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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

void td_report_file_check(const char *file)
{
	struct stat status;

	if (!*file)
		usage("--output wants the name of a file");
	if (stat(file, &status) == 0 && S_ISDIR(status.st_mode))
		die("cannot write %s: it is a directory", file);
	if (!is_special(file))
		check_directory(file);
}

static FILE *open_beside(struct td_report_file *self)
{
	mode_t mask = umask(0);
	int fd;

	umask(mask);
	self->place = realpath(self->file, NULL);
	if (!self->place)
		self->place = td_strdup(self->file);
	self->temporary = td_format("%s.XXXXXX", self->place);
	fd = mkstemp(self->temporary);
	if (fd < 0)
		return NULL;
	fchmod(fd, 0666 & ~mask);
	return fdopen(fd, "w");
}

struct td_report_file td_report_file_open(const char *file)
{
	struct td_report_file self = { .file = file, .out = stdout };

	if (file)
		self.out = is_special(file) ? fopen(file, "we") : open_beside(&self);
	if (!self.out)
		die("cannot write %s: %s", file, strerror(errno));
	return self;
}

void td_report_file_close(struct td_report_file *self, int is_bad)
{
	is_bad |= self->file ? fclose(self->out) : fflush(self->out);
	if (!is_bad && self->temporary)
		is_bad = rename(self->temporary, self->place);
	if (is_bad) {
		int why = errno;

		if (self->temporary)
			unlink(self->temporary);
		die("cannot write %s: %s", self->file ? self->file : "to standard output", strerror(why));
	}
	free(self->place);
	free(self->temporary);
}
