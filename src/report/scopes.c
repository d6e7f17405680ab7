#include "scopes.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static bool is_of_word(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == '#' || c == ':' || c == '.' || c == '~';
}

/* The next place in TEXT where ROOT begins a name; NULL: there is none. */
static const char *next_use(const char *text, const char *root, const char *from)
{
	size_t length = strlen(root);

	for (const char *at = strstr(from, root); at; at = strstr(at + 1, root))
		if ((at == text || !is_of_word(at[-1])) && (!is_of_word(at[length]) || at[length] == '.'))
			return at;
	return NULL;
}

/* Where " (of main)" begins if it follows the name at USE, else NULL. */
static const char *scope_at(const char *use, const char *scope)
{
	const char *end = use + strcspn(use, " ");
	size_t length = strlen(scope);

	return !strncmp(end, " (", 2) && !strncmp(end + 2, scope, length) && end[2 + length] == ')' ? end : NULL;
}

/* The scope that NAME ends with: "of main)"; NULL if it has none. */
static const char *scope_of_name(const char *name)
{
	const char *open = strchr(name, ' ');

	return open && (!strncmp(open, " (of ", 5) || !strncmp(open, " (in ", 5)) && name[strlen(name) - 1] == ')'
		       ? open + 2
		       : NULL;
}

static void add(struct td_scopes *self, const char *name, const char *scope)
{
	struct td_scope found = {.root = td_format("%.*s", (int)strcspn(name, ".[+ "), name),
				 .scope = td_format("%.*s", (int)strlen(scope) - 1, scope)};

	for (size_t i = 0; i < self->count; i++) {
		struct td_scope *known = &self->items[i];

		if (strcmp(known->root, found.root))
			continue;
		known->is_ambiguous |= strcmp(known->scope, found.scope) != 0;
		free(found.root);
		free(found.scope);
		return;
	}
	TD_PUSH(self, found);
}

static bool is_in_rows(const struct td_rows *rows, const char *name)
{
	for (size_t i = 0; i < rows->count; i++)
		if (strstr(rows->items[i].text, name))
			return true;
	return false;
}

/* Is the name used without this scope, so that it means something else? */
static bool has_other_use(const struct td_rows *rows, const struct td_scope *scope)
{
	for (size_t i = 0; i < rows->count; i++) {
		const char *text = rows->items[i].text, *use = next_use(text, scope->root, text);

		for (; use; use = next_use(text, scope->root, use + 1))
			if (!scope_at(use, scope->scope))
				return true;
	}
	return false;
}

struct td_scopes td_scopes_make(const struct td_trace *trace, const struct td_rows *rows)
{
	struct td_scopes self = {0};

	for (uint32_t i = 0; i < trace->name_count; i++) {
		const char *scope = scope_of_name(trace->names[i]);

		if (scope && is_in_rows(rows, trace->names[i]))
			add(&self, trace->names[i] + (trace->names[i][0] == '&'), scope);
	}
	for (size_t i = 0; i < self.count; i++)
		self.items[i].is_ambiguous |= has_other_use(rows, &self.items[i]);
	return self;
}

void td_scopes_clear(struct td_scopes *self)
{
	for (size_t i = 0; i < self->count; i++) {
		free(self->items[i].root);
		free(self->items[i].scope);
	}
	free(self->items);
	*self = (struct td_scopes){0};
}

static void strip(char *text, const struct td_scope *scope)
{
	const char *use = next_use(text, scope->root, text), *found;

	for (; use; use = next_use(text, scope->root, use + 1)) {
		found = scope_at(use, scope->scope);
		if (found) {
			const char *rest = found + strlen(scope->scope) + 3;

			memmove(text + (found - text), rest, strlen(rest) + 1);
		}
	}
}

char *td_scopes_strip(const struct td_scopes *self, const char *text)
{
	char *copy = td_strdup(text);

	for (size_t i = 0; i < self->count; i++)
		if (!self->items[i].is_ambiguous)
			strip(copy, &self->items[i]);
	return copy;
}
