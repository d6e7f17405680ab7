#include "command.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_EXPANSIONS = 2000 }; /* against a file that names itself */

static char *read_all(const char *path)
{
	FILE *file = fopen(path, "r");
	char *text = NULL;
	size_t room = 0;

	if (!file)
		return NULL;
	if (getdelim(&text, &room, '\0', file) < 0) {
		free(text);
		text = td_strdup("");
	}
	fclose(file);
	return text;
}

/* One word: quotes of both kinds group, a backslash takes the next character as it is. */
static const char *take_word(const char *at, char *word)
{
	char quote = 0;

	for (; *at && (quote || !isspace((unsigned char)*at)); at++) {
		if (*at == '\\' && at[1])
			*word++ = *++at;
		else if (quote && *at == quote)
			quote = 0;
		else if (!quote && (*at == '\'' || *at == '"'))
			quote = *at;
		else
			*word++ = *at;
	}
	*word = '\0';
	return at;
}

static void split(const char *text, struct td_strings *words)
{
	char *word = td_alloc(strlen(text) + 1);

	while (1) {
		while (isspace((unsigned char)*text))
			text++;
		if (!*text)
			break;
		text = take_word(text, word);
		TD_PUSH(words, td_strdup(word));
	}
	free(word);
}

/* A name that cannot be read is an ordinary word, as it is for the compilers. */
static void expand_into(struct td_strings *out, const char *word, int *budget)
{
	struct td_strings inner = { 0 };
	char *text = word[0] == '@' ? read_all(word + 1) : NULL;

	if (!text) {
		TD_PUSH(out, td_strdup(word));
		return;
	}
	if (--*budget < 0)
		usage("too many response files: %s includes itself", word + 1);
	split(text, &inner);
	for (size_t i = 0; i < inner.count; i++) {
		expand_into(out, inner.items[i], budget);
		free(inner.items[i]);
	}
	free(inner.items);
	free(text);
}

void td_response_expand(struct td_strings *words)
{
	struct td_strings out = { 0 };
	int budget = MAX_EXPANSIONS;

	for (size_t i = 0; i < words->count; i++)
		expand_into(&out, words->items[i], &budget);
	TD_PUSH(&out, NULL);
	out.count--;
	*words = out;
}
