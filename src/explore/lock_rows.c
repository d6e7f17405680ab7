#include "lock_rows.h"

#include "base/base.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_WORDS = 6 };

static const char *const roles[TD_LOCK_ROLES] = {
	[TD_LOCK_NONE] = "",
	[TD_LOCK_LOCK] = "lock",
	[TD_LOCK_TRY] = "try-lock",
	[TD_LOCK_TRY_ZERO] = "try-lock-zero",
	[TD_LOCK_UNLOCK] = "unlock",
	[TD_LOCK_READ] = "read-lock",
	[TD_LOCK_WRITE] = "write-lock",
	[TD_LOCK_UNLOCK_RW] = "rw-unlock",
	[TD_LOCK_WAIT] = "wait",
	[TD_LOCK_ACQUIRE] = "acquire",
	[TD_LOCK_RELEASE] = "release",
	[TD_LOCK_ONCE] = "once",
};

static int role_of(const char *word)
{
	for (int role = TD_LOCK_NONE + 1; role < TD_LOCK_ROLES; role++)
		if (!strcmp(word, roles[role]))
			return role;
	return TD_LOCK_NONE;
}

/* At most MOST_WORDS of them; the text is cut. */
static int split(char *text, char **words)
{
	int count = 0;

	for (char *rest, *word = strtok_r(text, " \t\r\n", &rest); word && count < MOST_WORDS;
	     word = strtok_r(NULL, " \t\r\n", &rest))
		words[count++] = word;
	return count;
}

static bool copy_name(char *to, const char *name)
{
	return snprintf(to, TD_LOCK_NAME, "%s", name) < TD_LOCK_NAME;
}

static char *parse_words(char **words, int count, struct td_lock_row *row)
{
	int role = count > 1 ? role_of(words[1]) : TD_LOCK_NONE, wanted = role == TD_LOCK_WAIT ? 5 : 3;
	char *end;

	if (count > 1 && role == TD_LOCK_NONE)
		return td_format("'%s' is none of lock, try-lock, try-lock-zero, unlock, read-lock, write-lock, "
				 "rw-unlock, wait, acquire, "
				 "release and once",
				 words[1]);
	if (count != wanted)
		return td_strdup(role == TD_LOCK_WAIT ? "write NAME wait ARGUMENT LOCK UNLOCK"
						      : "write NAME ROLE ARGUMENT");
	long argument = strtol(words[2], &end, 10);
	if (*end || argument < 1 || argument > TD_LOCK_ARGUMENTS)
		return td_format("the argument is a number from 1 to %d, not '%s'", TD_LOCK_ARGUMENTS, words[2]);
	*row = (struct td_lock_row){.role = (uint8_t)role, .argument = (uint8_t)argument};
	if (!copy_name(row->name, words[0]) ||
	    (wanted == 5 && (!copy_name(row->lock, words[3]) || !copy_name(row->unlock, words[4]))))
		return td_format("a name has more than %d letters", TD_LOCK_NAME - 1);
	return NULL;
}

char *td_lock_row_parse(const char *line, struct td_lock_row *row)
{
	char *text = td_strdup(line), *words[MOST_WORDS];
	char *problem = parse_words(words, split(text, words), row);

	free(text);
	return problem;
}

static bool says_something(const char *line)
{
	line += strspn(line, " \t\r\n");
	return *line && *line != '#';
}

static void check(const char *file, int number, const char *line, uint32_t count)
{
	struct td_lock_row row;
	char *problem = td_lock_row_parse(line, &row);

	if (problem)
		die("%s:%d: %s", file, number, problem);
	if (count == TD_MAX_LOCK_ROWS)
		die("%s:%d: more than %d functions", file, number, TD_MAX_LOCK_ROWS);
}

char **td_lock_rows_read(const char *file)
{
	char **lines = td_alloc((TD_MAX_LOCK_ROWS + 1) * sizeof *lines), *text = NULL;
	FILE *in = fopen(file, "re");
	uint32_t count = 0;
	size_t room = 0;
	ssize_t length;

	if (!in)
		die("%s: %s", file, strerror(errno));
	for (int number = 1; (length = getline(&text, &room, in)) >= 0; number++) {
		if (strlen(text) != (size_t)length)
			die("%s:%d: a zero byte; this is no text file", file, number);
		if (!says_something(text))
			continue;
		check(file, number, text, count);
		text[strcspn(text, "\r\n")] = 0;
		lines[count++] = td_strdup(text);
	}
	if (ferror(in))
		die("%s: %s", file, strerror(errno));
	free(text);
	fclose(in);
	return lines;
}
