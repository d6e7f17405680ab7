#include "dispatch.h"

#include <string.h>

/* The class that `new` has made an object of; NULL if the value is nothing of the kind. */
static const char *class_made(const struct td_program *program, uint32_t value)
{
	const struct td_node *at = td_node(program, value);

	return at->kind == TD_N_CALL && !strcmp(td_text(program, at->spelling), "operator new") ? td_text(program, at->type) : NULL;
}

static bool is_nothing(const struct td_program *program, uint32_t value)
{
	return td_node(program, value)->kind == TD_N_LITERAL && !td_node(program, value)->value;
}

/* "jack::driver *" and "jack::driver::start". */
static bool is_method_of(const char *method, const char *type)
{
	size_t length = strcspn(type, " *");

	return !strncmp(method, type, length) && !strncmp(method + length, "::", 2) && !strstr(method + length + 2, "::");
}

static bool has_own(const struct td_program *program, const char *type, const char *method)
{
	for (uint32_t i = 1; i < program->all.functions.count; i++) {
		const char *spelling = td_text(program, program->all.functions.items[i].spelling);

		if (is_method_of(spelling, type) && !strcmp(td_short_name(spelling), method))
			return true;
	}
	return false;
}

/* All classes that objects of the variable have define the method themselves, and none of them is the function's. */
bool td_may_be_called(const struct td_program *program, uint32_t call, uint32_t function)
{
	const char *method = td_text(program, program->all.functions.items[function].spelling);
	bool through;
	uint32_t object = td_node(program, call)->flags & TD_F_METHOD ? td_target(program, call + 1, &through) : 0;
	size_t count;
	const struct td_write *writes = td_writes_of(program, object, &count);
	bool is_known = false;

	for (size_t i = 0; i < count; i++) {
		const char *type = writes[i].value ? class_made(program, writes[i].value) : NULL;

		if (writes[i].change != TD_CHANGE_SET || !writes[i].value || (!type && !is_nothing(program, writes[i].value)) ||
		    (type && (is_method_of(method, type) || !has_own(program, type, td_short_name(method)))))
			return true;
		is_known |= type != NULL;
	}
	return !is_known;
}
