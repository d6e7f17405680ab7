#include "suppress.h"

#include <errno.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#define USUAL_FILE "treadle.suppress"
#define BLANKS " \t"

static const char *const kinds[] = { "race", "deadlock", "bounds", "any", NULL };
static const char *const places[] = { "function", "file", "variable", NULL };

enum { KIND_ANY = 3, WHERE_FUNCTION = 0, WHERE_FILE = 1, WHERE_VARIABLE = 2 };

struct entry {
	char *pattern, *reason;
	int kind, where;         /* indices into the lists above */
	int line;
	int used;
};

struct td_suppressions {
	char *file;
	struct entry *items;
	size_t count, room;
};

static char *skip_blanks(char *text)
{
	return text + strspn(text, BLANKS);
}

/* Ends the text before the blanks, and the carriage return, at its end. */
static void trim_end(char *text)
{
	size_t length = strlen(text);

	while (length && strchr(BLANKS "\r\n", text[length - 1]))
		text[--length] = 0;
}

/* The word at *rest, which is moved behind it. */
static char *next_word(char **rest)
{
	char *word = *rest, *end = word + strcspn(word, BLANKS);

	*rest = skip_blanks(end);
	*end = 0;
	return word;
}

static int index_of(const char *word, const char *const *words)
{
	for (int i = 0; words[i]; i++)
		if (!strcmp(word, words[i]))
			return i;
	return -1;
}

/* The word's place in the list, or the end of it all. */
static int choose(const struct td_suppressions *self, int line, const char *what, const char *word, const char *const *words,
		  const char *list)
{
	int index = index_of(word, words);

	if (index < 0)
		die("%s:%d: %s is one of %s, not '%s'", self->file, line, what, list, word);
	return index;
}

/* Cuts "PATTERN: REASON" in two and gives the reason. */
static char *cut_at_colon(const struct td_suppressions *self, int line, char *text)
{
	char *colon = text;

	while ((colon = strchr(colon, ':')) && colon[1] && !strchr(BLANKS, colon[1]))
		colon++;
	if (!colon || !*skip_blanks(colon + 1))
		die("%s:%d: the reason is missing; write KIND WHERE PATTERN: REASON", self->file, line);
	if (colon == text)
		die("%s:%d: the pattern is missing; write KIND WHERE PATTERN: REASON", self->file, line);
	*colon = 0;
	trim_end(text);
	return skip_blanks(colon + 1);
}

static void read_entry(struct td_suppressions *self, int line, char *text)
{
	struct entry entry = { .line = line };
	char *reason;

	entry.kind = choose(self, line, "the kind of finding", next_word(&text), kinds, "race, deadlock, bounds and any");
	entry.where = choose(self, line, "what the pattern is for", next_word(&text), places, "function, file and variable");
	reason = cut_at_colon(self, line, text);
	entry.pattern = td_strdup(text);
	entry.reason = td_strdup(reason);
	TD_PUSH(self, entry);
}

static void read_lines(struct td_suppressions *self, FILE *in)
{
	char *text = NULL;
	size_t room = 0;
	ssize_t length;

	for (int line = 1; (length = getline(&text, &room, in)) >= 0; line++) {
		char *start;

		if (strlen(text) != (size_t)length)
			die("%s:%d: a zero byte; this is no text file", self->file, line);
		trim_end(text);
		start = skip_blanks(text);
		if (*start && *start != '#')
			read_entry(self, line, start);
	}
	free(text);
	if (ferror(in))
		die("%s: %s", self->file, strerror(errno));
}

struct td_suppressions *td_suppressions_read(const char *file)
{
	struct td_suppressions *self = td_alloc(sizeof *self);
	FILE *in;

	self->file = td_strdup(file ? file : USUAL_FILE);
	in = fopen(self->file, "re");
	if (!in && !file && errno == ENOENT)
		return self;
	if (!in)
		die("%s: %s", self->file, strerror(errno));
	read_lines(self, in);
	fclose(in);
	return self;
}

void td_suppressions_free(struct td_suppressions *self)
{
	for (size_t i = 0; i < self->count; i++) {
		free(self->items[i].pattern);
		free(self->items[i].reason);
	}
	free(self->items);
	free(self->file);
	free(self);
}

static int matches(const char *pattern, const char *name)
{
	return fnmatch(pattern, name, 0) == 0;
}

/* The path, or what comes after any of its slashes. */
static int matches_path(const char *pattern, const char *path)
{
	if (matches(pattern, path))
		return 1;
	while ((path = strchr(path, '/')))
		if (matches(pattern, ++path))
			return 1;
	return 0;
}

static int matches_one(const struct entry *entry, const struct td_strings *names)
{
	for (size_t i = 0; i < names->count; i++)
		if (entry->where == WHERE_FILE ? matches_path(entry->pattern, names->items[i])
					       : matches(entry->pattern, names->items[i]))
			return 1;
	return 0;
}

static const struct td_strings *names_for(const struct td_suppress_subject *subject, int where)
{
	switch (where) {
	case WHERE_FUNCTION:
		return &subject->functions;
	case WHERE_FILE:
		return &subject->files;
	default:
		return &subject->variables;
	}
}

const char *td_suppressed(struct td_suppressions *self, const char *kind, const struct td_suppress_subject *subject)
{
	int asked = index_of(kind, kinds);
	const char *reason = NULL;

	for (size_t i = 0; i < self->count; i++) {
		struct entry *entry = &self->items[i];

		if (entry->kind != asked && entry->kind != KIND_ANY)
			continue;
		if (!matches_one(entry, names_for(subject, entry->where)))
			continue;
		entry->used = 1;
		if (!reason)
			reason = entry->reason;
	}
	return reason;
}

void td_suppressions_warn_unused(const struct td_suppressions *self, const char *kind)
{
	int asked = index_of(kind, kinds);

	for (size_t i = 0; i < self->count; i++) {
		const struct entry *entry = &self->items[i];

		if (entry->kind == asked && !entry->used)
			warning("%s:%d: nothing was silenced by %s %s %s", self->file, entry->line, kinds[entry->kind],
				places[entry->where], entry->pattern);
	}
}

void td_suppress_subject_clear(struct td_suppress_subject *self)
{
	free(self->functions.items);
	free(self->files.items);
	free(self->variables.items);
	*self = (struct td_suppress_subject){ 0 };
}
