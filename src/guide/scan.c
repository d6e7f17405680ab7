#include "scan.h"

#include "base/base.h"

#include <regex.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_PATTERNS = 64 };

/* Patterns are literals, so their addresses tell them apart. */
struct compiled {
	const char *pattern;
	int flags;
	regex_t regex;
};
static struct compiled known[MOST_PATTERNS];
static int known_count;

static const regex_t *compile(const char *pattern, int flags)
{
	struct compiled *now;

	for (int i = 0; i < known_count; i++)
		if (known[i].pattern == pattern && known[i].flags == flags)
			return &known[i].regex;
	if (known_count == MOST_PATTERNS)
		BUG("too many patterns");
	now = &known[known_count++];
	*now = (struct compiled){.pattern = pattern, .flags = flags};
	if (regcomp(&now->regex, pattern, REG_EXTENDED | flags))
		BUG("a wrong pattern: %s", pattern);
	return &now->regex;
}

char **td_scan_lines(const char *text)
{
	struct td_strings lines = {0};

	while (*text) {
		size_t length = strcspn(text, "\n");
		size_t kept = length && text[length - 1] == '\r' ? length - 1 : length;

		TD_PUSH(&lines, td_format("%.*s", (int)kept, text));
		text += length + (text[length] == '\n');
	}
	TD_PUSH(&lines, NULL);
	return lines.items;
}

void td_scan_free(char **lines)
{
	for (char **line = lines; *line; line++)
		free(*line);
	free(lines);
}

bool td_scan_match(const char *pattern, const char *text, char *parts[TD_SCAN_PARTS])
{
	regmatch_t found[TD_SCAN_PARTS];

	if (regexec(compile(pattern, 0), text, TD_SCAN_PARTS, found, 0))
		return false;
	for (int i = 0; parts && i < TD_SCAN_PARTS; i++)
		parts[i] = found[i].rm_so < 0
				   ? td_strdup("")
				   : td_format("%.*s", (int)(found[i].rm_eo - found[i].rm_so), text + found[i].rm_so);
	return true;
}

void td_scan_clear(char *parts[TD_SCAN_PARTS])
{
	for (int i = 0; i < TD_SCAN_PARTS; i++)
		free(parts[i]);
}

bool td_scan_has(const char *pattern, const char *text)
{
	return !regexec(compile(pattern, REG_ICASE | REG_NOSUB), text, 0, NULL, 0);
}
