#include "stop_for.h"

#include "base/base.h"
#include "trace/trace.h"

#include <stdlib.h>
#include <string.h>

static _Noreturn void refuse(const char *word, size_t length)
{
	char *kinds = td_strdup("");

	for (int kind = TD_END_ASSERT; kind <= TD_END_LAST_FINDING; kind++) {
		char *longer = td_format("%s%s%s", kinds, *kinds ? ", " : "", td_end_word((enum td_end)kind));

		free(kinds);
		kinds = longer;
	}
	usage("--stop-for takes %s, with commas between them, not '%.*s'", kinds, (int)length, word);
}

static uint32_t bit_of(const char *word, size_t length)
{
	for (int kind = TD_END_ASSERT; kind <= TD_END_LAST_FINDING; kind++) {
		const char *name = td_end_word((enum td_end)kind);

		if (strlen(name) == length && !strncmp(name, word, length))
			return 1u << kind;
	}
	refuse(word, length);
}

uint32_t td_stop_for_parse(const char *list)
{
	uint32_t kinds = 0;

	for (const char *word = list;; word++) {
		size_t length = strcspn(word, ",");

		kinds |= bit_of(word, length);
		word += length;
		if (!*word)
			return kinds;
	}
}
