#include "rewrite_text.h"

#include <ctype.h>
#include <string.h>

int td_text_back(const char *line, int end)
{
	while (end > 0 && isspace((unsigned char)line[end - 1]))
		end--;
	return end;
}

int td_text_skip(const char *line, int at)
{
	while (isspace((unsigned char)line[at]))
		at++;
	return at;
}

int td_text_is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == '$' || (unsigned char)c >= 0x80;
}

int td_text_word_begin(const char *line, int end)
{
	int begin = end;

	while (begin > 0 && td_text_is_word(line[begin - 1]))
		begin--;
	return isdigit((unsigned char)line[begin]) ? end : begin;
}

int td_text_word_end(const char *line, int at)
{
	if (isdigit((unsigned char)line[at]))
		return at;
	while (td_text_is_word(line[at]))
		at++;
	return at;
}

int td_text_ends_with(const char *line, int end, const char *what)
{
	int length = (int)strlen(what);

	return end >= length && !strncmp(line + end - length, what, (size_t)length);
}

/* How a character changes the depth of brackets; texts in quotes may have any. */
static int depth_of(char c)
{
	return strchr("([{", c) ? 1 : strchr(")]}", c) ? -1 : 0;
}

static int is_quote(char c)
{
	return c == '"' || c == '\'';
}

int td_text_open(const char *line, int end)
{
	int depth = 0;

	for (int at = end - 1; at >= 0 && !is_quote(line[at]); at--) {
		depth += depth_of(line[at]);
		if (depth == 0)
			return at;
	}
	return TD_NOWHERE;
}

int td_text_close(const char *line, int at)
{
	int depth = 0;

	for (; line[at] && !is_quote(line[at]); at++) {
		depth += depth_of(line[at]);
		if (depth == 0)
			return at + 1;
	}
	return TD_NOWHERE;
}

int td_text_primary(const char *line, int at)
{
	int end = td_text_word_end(line, at);

	if (line[at] == '(')
		return td_text_close(line, at);
	while (end > at && line[end] == ':' && line[end + 1] == ':' && td_text_is_word(line[end + 2]))
		end = td_text_word_end(line, end + 2);
	return end > at ? end : TD_NOWHERE;
}

int td_text_longer(const char *line, int end)
{
	int at = td_text_skip(line, end), word;

	if (line[at] == '[' || line[at] == '(')
		return td_text_close(line, at);
	if ((line[at] == '+' || line[at] == '-') && line[at + 1] == line[at])
		return at + 2;
	if (line[at] == '.')
		at++;
	else if (line[at] == '-' && line[at + 1] == '>')
		at += 2;
	else
		return TD_NOWHERE;
	word = td_text_skip(line, at);
	at = td_text_word_end(line, word);
	return at > word ? at : TD_NOWHERE;
}
