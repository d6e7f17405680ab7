#include "path.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/base.h"

/* Where the last part of the path begins that can be taken back: not the root, and not another "..". */
static char *last_part(char *begin, char *end)
{
	char *at = end;

	while (at > begin && at[-1] != '/')
		at--;
	return at == end || (end - at == 2 && !strncmp(at, "..", 2)) ? NULL : at;
}

static bool is_part(const char *at, const char *part)
{
	size_t length = strlen(part);

	return !strncmp(at, part, length) && (at[length] == '/' || !at[length]);
}

static char *fold(const char *path)
{
	char *folded = td_alloc(strlen(path) + 1), *to = folded, *back;

	while (*path) {
		size_t length = strcspn(path, "/");

		back = to > folded + 1 ? last_part(folded, to - 1) : NULL;
		if (is_part(path, "..") && back) {
			to = back;
		} else if (length && !is_part(path, ".")) {
			to = mempcpy(to, path, length);
			to = path[length] ? mempcpy(to, "/", 1) : to;
		} else if (to == folded && *path == '/') {
			*to++ = '/';
		}
		path += length + (path[length] == '/');
	}
	*to = 0;
	return folded;
}

static bool leads_elsewhere(const char *one, const char *other)
{
	struct stat first, second;

	if (stat(one, &first) != 0)
		return false;
	return stat(other, &second) != 0 || first.st_dev != second.st_dev || first.st_ino != second.st_ino;
}

char *td_path_fold(const char *path)
{
	char *folded;

	if (!strstr(path, "/../"))
		return td_strdup(path);
	folded = fold(path);
	if (!leads_elsewhere(path, folded))
		return folded;
	free(folded);
	return td_strdup(path);
}
