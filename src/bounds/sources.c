#include "sources.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool td_is_source(const char *name)
{
	static const char *const endings[] = { ".c", ".cc", ".cpp", ".cxx", ".c++", ".C", NULL };
	const char *dot = strrchr(name, '.');

	for (const char *const *ending = endings; dot && *ending; ending++)
		if (!strcmp(dot, *ending))
			return true;
	return false;
}

static int by_name(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static bool is_directory(const char *path)
{
	struct stat status;

	return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

static bool is_link(const char *path)
{
	struct stat status;

	return lstat(path, &status) == 0 && S_ISLNK(status.st_mode);
}

static void list_below(const char *directory, struct td_strings *files)
{
	DIR *open = opendir(directory);
	struct dirent *entry;

	if (!open)
		die("cannot read the directory %s: %s", directory, strerror(errno));
	while ((entry = readdir(open))) {
		char *path;

		if (entry->d_name[0] == '.')
			continue;
		path = td_format("%s/%s", directory, entry->d_name);
		if (is_directory(path) && !is_link(path))
			list_below(path, files);
		if (!is_directory(path) && td_is_source(entry->d_name))
			TD_PUSH(files, td_strdup(path));
		free(path);
	}
	closedir(open);
}

static char *absolute(const char *path)
{
	char *real = realpath(path, NULL);

	if (!real)
		die("%s: %s", path, strerror(errno));
	return real;
}

static void flag(struct td_source *source, char *text)
{
	TD_PUSH(&source->flags, text);
}

static void search_in(struct td_source *source, const char *directory)
{
	char *include = td_format("%s/include", directory);

	flag(source, td_format("-I%s", directory));
	if (is_directory(include))
		flag(source, td_format("-I%s", include));
	free(include);
}

/* The directories from the file's own up to the one that was named, and one above: headers tend to lie there. */
static void search_above(struct td_source *source, const char *root)
{
	char *directory = td_strdup(source->directory), *slash;

	for (;;) {
		bool is_above = strncmp(directory, root, strlen(root)) != 0;

		search_in(source, directory);
		slash = strrchr(directory, '/');
		if (is_above || !slash || slash == directory)
			break;
		*slash = '\0';
	}
	free(directory);
}

static void usual_flags(struct td_source *source, const char *root)
{
	const char *dot = strrchr(source->file, '.');
	char *config = td_format("%s/config.h", root);

	flag(source, td_strdup(strcmp(dot ? dot : "", ".c") ? "-std=gnu++20" : "-std=gnu17"));
	flag(source, td_strdup("-D_GNU_SOURCE"));
	if (access(config, R_OK) == 0)
		flag(source, td_strdup("-DHAVE_CONFIG_H"));
	free(config);
	search_above(source, root);
}

static void add_file(struct td_sources *sources, const char *path, const char *root, const struct td_strings *flags)
{
	struct td_source source = { .file = absolute(path) };
	char *slash;

	source.directory = td_strdup(source.file);
	slash = strrchr(source.directory, '/');
	*slash = '\0';
	usual_flags(&source, root);
	for (size_t i = 0; i < flags->count; i++)
		flag(&source, td_strdup(flags->items[i]));
	TD_PUSH(sources, source);
}

static void add_path(struct td_sources *sources, const char *path, const struct td_strings *flags)
{
	char *root = absolute(path);
	struct td_strings files = { 0 };

	if (!is_directory(root)) {
		char *slash = strrchr(root, '/');

		*slash = '\0';
		add_file(sources, path, root, flags);
	} else {
		list_below(root, &files);
		if (files.count)
			qsort(files.items, files.count, sizeof *files.items, by_name);
		for (size_t i = 0; i < files.count; i++) {
			add_file(sources, files.items[i], root, flags);
			free(files.items[i]);
		}
		free(files.items);
	}
	free(root);
}

static bool find_database(const struct td_strings *paths, const char *build, struct td_sources *database)
{
	if (build)
		return td_database_read(build, database) || (die("there is no compile_commands.json in %s", build), false);
	for (size_t i = 0; i < paths->count; i++) {
		char *inside = td_format("%s/build", paths->items[i]);
		bool found = is_directory(paths->items[i]) &&
			     (td_database_read(paths->items[i], database) || td_database_read(inside, database));

		free(inside);
		if (found)
			return true;
	}
	return false;
}

static const struct td_source *entry_of(const struct td_sources *database, const char *file)
{
	for (size_t i = 0; i < database->count; i++)
		if (!strcmp(database->items[i].file, file))
			return &database->items[i];
	return NULL;
}

static struct td_source copy_of(const struct td_source *source, const struct td_strings *flags)
{
	struct td_source copy = { td_strdup(source->directory), td_strdup(source->file), { 0 } };

	for (size_t i = 0; i < source->flags.count; i++)
		flag(&copy, td_strdup(source->flags.items[i]));
	for (size_t i = 0; i < flags->count; i++)
		flag(&copy, td_strdup(flags->items[i]));
	return copy;
}

static bool is_named(const struct td_strings *paths, const char *file)
{
	char real[PATH_MAX];

	for (size_t i = 0; i < paths->count; i++)
		if (!is_directory(paths->items[i]) && realpath(paths->items[i], real) && !strcmp(real, file))
			return true;
	return false;
}

/* A directory with a database means the files that are built; a file that is named is read in any case. */
static void use_database(struct td_sources *found, const struct td_sources *database, const struct td_strings *paths,
			 const struct td_strings *flags)
{
	size_t kept = 0;

	for (size_t i = 0; i < found->count; i++) {
		const struct td_source *entry = entry_of(database, found->items[i].file);

		if (entry)
			found->items[kept++] = copy_of(entry, flags);
		else if (is_named(paths, found->items[i].file))
			found->items[kept++] = found->items[i];
	}
	found->count = kept;
	for (size_t i = 0; !paths->count && i < database->count; i++)
		TD_PUSH(found, copy_of(&database->items[i], flags));
}

static int by_file(const void *a, const void *b)
{
	return strcmp(((const struct td_source *)a)->file, ((const struct td_source *)b)->file);
}

static void drop_repeated(struct td_sources *self)
{
	size_t kept = 0;

	if (self->count)
		qsort(self->items, self->count, sizeof *self->items, by_file);
	for (size_t i = 0; i < self->count; i++)
		if (!kept || strcmp(self->items[kept - 1].file, self->items[i].file))
			self->items[kept++] = self->items[i];
	self->count = kept;
}

struct td_sources td_sources_find(const struct td_strings *paths, const char *build, const struct td_strings *flags)
{
	struct td_sources found = { 0 }, database = { 0 };

	for (size_t i = 0; i < paths->count; i++)
		add_path(&found, paths->items[i], flags);
	if (find_database(paths, build, &database))
		use_database(&found, &database, paths, flags);
	td_sources_free(&database);
	drop_repeated(&found);
	return found;
}

void td_sources_free(struct td_sources *self)
{
	for (size_t i = 0; i < self->count; i++) {
		for (size_t j = 0; j < self->items[i].flags.count; j++)
			free(self->items[i].flags.items[j]);
		free(self->items[i].flags.items);
		free(self->items[i].directory);
		free(self->items[i].file);
	}
	free(self->items);
	*self = (struct td_sources){ 0 };
}
