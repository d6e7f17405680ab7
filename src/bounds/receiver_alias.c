/* Whether a method that waits is called for another object than the one that was created:
 *
 *   worker = new reader; ... delete other;      and      delete other; worker = NULL;
 *
 * Both variables are of one type, and the other one is never given the first one's value.  What comes out of a function may be it.
 */
#include "check.h"

#include <string.h>

static bool mentions(const struct td_program *program, uint32_t expression, uint32_t name)
{
	for (uint32_t i = expression; i < td_node(program, expression)->end; i++)
		if (td_node(program, i)->name == name)
			return true;
	return false;
}

/* What a function returns, unless it was made just now. */
static bool is_any(const struct td_program *program, uint32_t value)
{
	return td_node(program, value)->kind == TD_N_CALL && strcmp(td_text(program, td_node(program, value)->spelling), "operator new");
}

static bool may_be_given(const struct td_program *program, uint32_t other, uint32_t name)
{
	size_t count;
	const struct td_write *writes = td_writes_of(program, other, &count);

	for (size_t i = 0; i < count; i++)
		if (writes[i].change != TD_CHANGE_SET || !writes[i].value || mentions(program, writes[i].value, name) ||
		    is_any(program, writes[i].value))
			return true;
	return false;
}

bool td_is_for_other(const struct td_program *program, uint32_t call, uint32_t variable)
{
	uint32_t object = call + 1, other, name;
	bool through;

	if (!(td_node(program, call)->flags & TD_F_METHOD) || td_node(program, call)->kind != TD_N_CALL ||
	    td_node(program, object)->type != td_node(program, variable)->type)
		return false;
	other = td_target(program, object, &through);
	name = td_target(program, variable, &through);
	return other && name && other != name && !may_be_given(program, other, name);
}

uint32_t td_kept_by(const struct td_program *program, uint32_t site)
{
	for (uint32_t at = td_parent(program, site); at; at = td_parent(program, at)) {
		enum td_node_kind kind = td_node(program, at)->kind;

		if (kind == TD_N_DECLARE || kind == TD_N_ASSIGN)
			return kind == TD_N_DECLARE ? at : at + 1;
		if (kind != TD_N_OTHER && kind != TD_N_CALL)
			return 0;
	}
	return 0;
}
