/* What a variable begins with where clang has given up on it, because a header is missing: function = fetch(library,
 * name) has no initial value then, and it would seem that nothing is ever put into the variable.  The text still says
 * that something is put there, and mostly that it is what a call returns. */
#include "parse.h"

#include "base/base.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST_NAME = 128 };

static const char *skip_spaces(const char *at, const char *end)
{
	while (at < end && isspace((unsigned char)*at))
		at++;
	return at;
}

/* (void *)(...), where a value is wanted: it is converted. */
static const char *skip_casts(const char *at, const char *end)
{
	while (at < end && *at == '(') {
		int depth = 0;

		do
			depth += *at == '(' ? 1 : *at == ')' ? -1 : 0;
		while (++at < end && depth && *at != ';');
		at = skip_spaces(at, end);
	}
	return at;
}

/* The name that is called there, or an empty one. */
static void called_name(const char *at, const char *end, char name[LONGEST_NAME])
{
	size_t length = 0;

	at = skip_casts(at, end);
	while (at + length < end && length + 1 < LONGEST_NAME && (isalnum((unsigned char)at[length]) || at[length] == '_'))
		name[length] = at[length], length++;
	at = skip_spaces(at + length, end);
	if (at >= end || *at != '(' || isdigit((unsigned char)*name))
		length = 0;
	name[length] = '\0';
}

struct search {
	const char *name;
	CXCursor found;
};

static enum CXChildVisitResult find_function(CXCursor cursor, CXCursor parent, CXClientData data)
{
	struct search *search = data;
	CXString name;
	bool is_it;

	(void)parent;
	if (clang_getCursorKind(cursor) != CXCursor_FunctionDecl)
		return CXChildVisit_Continue;
	name = clang_getCursorSpelling(cursor);
	is_it = !strcmp(clang_getCString(name), search->name);
	clang_disposeString(name);
	if (is_it)
		search->found = cursor;
	return is_it ? CXChildVisit_Break : CXChildVisit_Continue;
}

/* It is the arguments that clang does not understand, if the function is known. */
static void parse_lost_call(struct td_parsing *self, CXCursor cursor, const char *called)
{
	uint32_t node = td_open_node(self, TD_N_CALL, cursor), name = 0, spelling = td_building_string(&self->unit, called);
	struct search search = { called, clang_getNullCursor() };

	clang_visitChildren(clang_getTranslationUnitCursor(self->clang), find_function, &search);
	if (!clang_Cursor_isNull(search.found))
		td_name_of(self, search.found, &name, &spelling);
	self->unit.nodes.items[node].name = name;
	self->unit.nodes.items[node].spelling = spelling;
	td_none(self, cursor);
	td_close_node(self, node);
}

void td_parse_lost_initial(struct td_parsing *self, CXCursor cursor)
{
	const char *begin, *end, *at = td_spelt_at(self, clang_getRangeEnd(clang_getCursorExtent(cursor)), &begin, &end);
	char name[LONGEST_NAME];

	at = at ? skip_spaces(at, end) : NULL;
	if (!at || end - at < 2 || at[0] != '=' || at[1] == '=') {
		td_none(self, cursor);
		return;
	}
	called_name(skip_spaces(at + 1, end), end, name);
	if (*name)
		parse_lost_call(self, cursor, name);
	else
		td_close_node(self, td_open_node(self, TD_N_OTHER, cursor));
}
