#include "demangle.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"

/* A name with its length before it, appended to NAME; NULL if it is none. */
static const char *take_part(const char *at, char **name)
{
	size_t length = isdigit((unsigned char)*at) ? strtoul(at, (char **)&at, 10) : 0;
	char *longer;

	if (!length || strnlen(at, length) < length)
		return NULL;
	longer = td_format("%s%s%.*s", *name, **name ? "::" : "", (int)length, at);
	free(*name);
	*name = longer;
	return at + length;
}

static char *nested_name(const char *at)
{
	char *name = td_strdup("");
	bool many = *at == 'N';

	at += many;
	at += many && *at == 'K';
	if (!strncmp(at, "St", 2)) {
		free(name);
		name = td_strdup("std");
		at += 2;
	}
	do
		at = take_part(at, &name);
	while (at && many && *at != 'E');
	if (at)
		return name;
	free(name);
	return NULL;
}

char *td_demangle(const char *symbol)
{
	static const char *const operators[][2] = { { "_Znw", "operator new" }, { "_Zna", "operator new[]" },
						    { "_Zdl", "operator delete" }, { "_Zda", "operator delete[]" } };
	char *name;

	if (!strncmp(symbol, "_ZTV", 4))
		return td_strdup("vtable");
	for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
		if (!strncmp(symbol, operators[i][0], strlen(operators[i][0])))
			return td_strdup(operators[i][1]);
	name = strncmp(symbol, "_Z", 2) ? NULL : nested_name(symbol + 2);
	return name ? name : td_strdup(symbol);
}
