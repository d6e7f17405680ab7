#include "uri.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Without empty parts, "." and "..", as if nothing were a symbolic link; PATH is absolute. */
static char *normal_path(const char *path)
{
	char *result = td_alloc(strlen(path) + 2);
	size_t used = 0;

	while (*path) {
		size_t length = strcspn(path, "/");

		if (length == 2 && !strncmp(path, "..", 2)) {
			while (used && result[--used] != '/')
				;
		} else if (length && !(length == 1 && *path == '.')) {
			result[used++] = '/';
			memcpy(result + used, path, length);
			used += length;
		}
		path += length + (path[length] == '/');
	}
	if (!used)
		result[used++] = '/';
	result[used] = 0;
	return result;
}

static char *joined(const char *directory, const char *file)
{
	char *both = *file == '/' ? td_strdup(file) : td_format("%s/%s", directory, file);
	char *path = normal_path(both);

	free(both);
	return path;
}

/* What comes after ROOT in PATH, NULL if it lies elsewhere. */
static const char *tail_below(const char *path, const char *root)
{
	size_t length = strlen(root);

	if (!strcmp(root, "/"))
		return path + 1;
	return !strncmp(path, root, length) && path[length] == '/' ? path + length + 1 : NULL;
}

static char *working_directory(void)
{
	char *directory = getcwd(NULL, 0);

	return directory ? directory : td_strdup("/");
}

/* The same with symbolic links followed: a compiler may have been called by another name of the directory. */
static char *resolved_below(const char *path, const char *root)
{
	char *real_path = realpath(path, NULL), *real_root = realpath(root, NULL);
	const char *tail = real_path && real_root ? tail_below(real_path, real_root) : NULL;
	char *result = tail ? td_strdup(tail) : NULL;

	free(real_path);
	free(real_root);
	return result;
}

char *td_path_of(const struct td_location *location, const char *root, bool *below)
{
	char *here, *path, *top, *result;
	const char *tail;

	*below = false;
	if (!location->file)
		return NULL;
	here = working_directory();
	path = joined(location->directory ? location->directory : here, location->file);
	top = root ? joined(here, root) : normal_path(here);
	tail = tail_below(path, top);
	result = tail ? td_strdup(tail) : resolved_below(path, top);
	*below = result != NULL;
	free(here);
	free(top);
	if (!result)
		return path;
	free(path);
	return result;
}

char *td_uri_of(const char *path)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/!$&'()*+,;=@";
	char *uri = td_alloc(3 * strlen(path) + 8), *to = uri;

	if (*path == '/')
		to = stpcpy(to, "file://");
	for (; *path; path++)
		if (strchr(plain, *path))
			*to++ = *path;
		else
			to += sprintf(to, "%%%02X", (unsigned char)*path);
	*to = 0;
	return uri;
}
