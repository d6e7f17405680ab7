#include "bases.h"

#include <string.h>

enum { MOST_LEVELS = 12 };

static const struct td_function *next_class(const struct td_program *program, const char *name, uint32_t *at)
{
	while (++*at < program->all.functions.count) {
		const struct td_function *function = &program->all.functions.items[*at];

		if (function->flags & TD_FUNCTION_CLASS && !strcmp(td_text(program, function->name) + strlen("class "), name))
			return function;
	}
	return NULL;
}

static bool is_known(const struct td_program *program, const char *name)
{
	uint32_t at = 0;

	return next_class(program, name, &at) != NULL;
}

/* Several programs of a tree may have a class of the same name: each base of any of them counts. */
static bool has_base(const struct td_program *program, const char *of, const char *class, unsigned levels)
{
	const struct td_function *function;

	if (!strcmp(of, class) || !levels)
		return true;
	for (uint32_t at = 0; (function = next_class(program, of, &at));)
		for (uint32_t i = function->first + 1; i < function->first + function->count; i++)
			if (has_base(program, td_text(program, td_node(program, i)->spelling), class, levels - 1))
				return true;
	return false;
}

bool td_may_be_used_as(const struct td_program *program, const char *of, const char *class)
{
	return !is_known(program, of) || !is_known(program, class) || has_base(program, of, class, MOST_LEVELS);
}
