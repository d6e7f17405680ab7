/* compile_commands.json.  Of a command only what decides the meaning of the source is kept: flags that are gcc's alone would
 * stop libclang. */
#include "sources.h"

#include <ctype.h>
#include <jansson.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* One word of a shell command; moves `at` behind it.  NULL at the end. */
static char *next_word(const char **at)
{
	char *word, *to, quote = 0;

	while (isspace((unsigned char)**at))
		(*at)++;
	if (!**at)
		return NULL;
	word = to = td_alloc(strlen(*at) + 1);
	for (; **at && (quote || !isspace((unsigned char)**at)); (*at)++) {
		if (**at == '\\' && quote != '\'' && (*at)[1])
			*to++ = *++*at;
		else if (!quote && (**at == '"' || **at == '\''))
			quote = **at;
		else if (quote && **at == quote)
			quote = 0;
		else
			*to++ = **at;
	}
	return word;
}

static struct td_strings words_of(const json_t *entry)
{
	const json_t *list = json_object_get(entry, "arguments"), *word;
	const char *command = json_string_value(json_object_get(entry, "command"));
	struct td_strings words = { 0 };
	size_t i;
	char *text;

	json_array_foreach(list, i, word)
		if (json_is_string(word))
			TD_PUSH(&words, td_strdup(json_string_value(word)));
	while (!list && command && (text = next_word(&command)))
		TD_PUSH(&words, text);
	return words;
}

static bool has_value_apart(const char *word)
{
	static const char *const flags[] = { "-I", "-D", "-U", "-isystem", "-iquote", "-idirafter", "-include", "-imacros", "-x",
					     "-isysroot", "--sysroot", NULL };

	for (const char *const *flag = flags; *flag; flag++)
		if (!strcmp(word, *flag))
			return true;
	return false;
}

static bool is_kept(const char *word)
{
	static const char *const prefixes[] = { "-I",
						"-D",
						"-U",
						"-isystem",
						"-iquote",
						"-idirafter",
						"-include",
						"-imacros",
						"-std=",
						"-x",
						"-m32",
						"-m64",
						"-pthread",
						"-nostdinc",
						"--sysroot",
						"-isysroot",
						"-fms-extensions",
						"-stdlib=",
						"-fshort-",
						"-funsigned-char",
						"-fsigned-char",
						"-fopenmp",
						"-fexceptions",
						"-fblocks",
						NULL };

	for (const char *const *prefix = prefixes; *prefix; prefix++)
		if (!strncmp(word, *prefix, strlen(*prefix)))
			return true;
	return false;
}

static void keep_flags(struct td_source *source, const struct td_strings *words)
{
	for (size_t i = 1; i < words->count; i++) {
		if (!is_kept(words->items[i]))
			continue;
		TD_PUSH(&source->flags, td_strdup(words->items[i]));
		if (has_value_apart(words->items[i]) && i + 1 < words->count)
			TD_PUSH(&source->flags, td_strdup(words->items[++i]));
	}
}

static void free_words(struct td_strings *words)
{
	for (size_t i = 0; i < words->count; i++)
		free(words->items[i]);
	free(words->items);
}

static void add_entry(struct td_sources *sources, const json_t *entry, const char *build)
{
	const char *directory = json_string_value(json_object_get(entry, "directory"));
	const char *file = json_string_value(json_object_get(entry, "file"));
	struct td_strings words;
	struct td_source source = { 0 };
	char *path, real[PATH_MAX];

	if (!file || !td_is_source(file))
		return;
	directory = directory ? directory : build;
	path = *file == '/' ? td_strdup(file) : td_format("%s/%s", directory, file);
	if (realpath(path, real)) {
		words = words_of(entry);
		source.directory = td_strdup(directory);
		source.file = td_strdup(real);
		keep_flags(&source, &words);
		free_words(&words);
		TD_PUSH(sources, source);
	}
	free(path);
}

bool td_database_read(const char *build, struct td_sources *sources)
{
	char *path = td_format("%s/compile_commands.json", build);
	json_error_t wrong;
	json_t *root, *entry;
	size_t i;

	if (access(path, F_OK) != 0) {
		free(path);
		return false;
	}
	root = json_load_file(path, 0, &wrong);
	if (!json_is_array(root))
		die("%s cannot be read: %s (line %d)", path, root ? "it is not a list" : wrong.text, root ? 1 : wrong.line);
	json_array_foreach(root, i, entry)
		add_entry(sources, entry, build);
	json_decref(root);
	free(path);
	return true;
}
