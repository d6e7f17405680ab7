#include "source.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LARGEST_SOURCE = 64 << 20 };

static char *read_file(const char *path)
{
	struct stat status;
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	char *text = NULL;

	if (fd < 0)
		return NULL;
	if (fstat(fd, &status) == 0 && S_ISREG(status.st_mode) && status.st_size < LARGEST_SOURCE) {
		text = td_alloc(status.st_size + 1);
		ssize_t got = read(fd, text, status.st_size);

		text[got > 0 ? got : 0] = '\0';
	}
	close(fd);
	return text;
}

static void split(struct td_source_file *file)
{
	for (char *at = file->text; at && *at;) {
		char *end = strchr(at, '\n');

		TD_PUSH(&file->lines, at);
		if (!end)
			break;
		*end = '\0';
		at = end + 1;
	}
}

static struct td_source_file *find_file(struct td_sources *sources, const char *path)
{
	struct td_source_file file = { 0 };

	for (size_t i = 0; i < sources->count; i++)
		if (!strcmp(sources->items[i].path, path))
			return &sources->items[i];
	file.path = td_strdup(path);
	file.text = read_file(path);
	split(&file);
	TD_PUSH(sources, file);
	return &sources->items[sources->count - 1];
}

const char *td_sources_line(struct td_sources *sources, const char *path, int line)
{
	struct td_source_file *file = find_file(sources, path);

	return line > 0 && (size_t)line <= file->lines.count ? file->lines.items[line - 1] : NULL;
}

void td_sources_clear(struct td_sources *sources)
{
	for (size_t i = 0; i < sources->count; i++) {
		free(sources->items[i].path);
		free(sources->items[i].text);
		free(sources->items[i].lines.items);
	}
	free(sources->items);
	*sources = (struct td_sources){ 0 };
}
