/* What of a statement, or of an expression, is done whenever it is come to. */
#include "check.h"
#include "paths.h"

/* What of a node is done only now and then: one side of && or ?:, and statements in an expression, as assert() has them. */
static bool is_optional(const struct td_program *program, uint32_t outer, uint32_t inner)
{
	const struct td_node *at = td_node(program, outer);

	switch (at->kind) {
	case TD_N_CALL:
	case TD_N_ASSIGN:
	case TD_N_DECLARE:
	case TD_N_RETURN:
	case TD_N_UNARY:
	case TD_N_FIELD:
	case TD_N_SUBSCRIPT:
		return false;
	case TD_N_BINARY:
		return (at->op == TD_O_ALL || at->op == TD_O_ANY) && inner != outer + 1;
	case TD_N_CONDITIONAL:
		return inner != outer + 1;
	case TD_N_OTHER:
		return td_node(program, inner)->kind == TD_N_BLOCK;
	default:
		return true;
	}
}

bool td_is_always_done(const struct td_program *program, uint32_t expression, uint32_t call)
{
	for (uint32_t at = expression; at != call; at = td_child_with(program, at, call))
		if (is_optional(program, at, td_child_with(program, at, call)))
			return false;
	return true;
}

uint32_t td_first_part(const struct td_program *program, uint32_t statement)
{
	switch (td_node(program, statement)->kind) {
	case TD_N_BLOCK:
	case TD_N_DO:
	case TD_N_CASE:
	case TD_N_DEFAULT:
	case TD_N_LABEL:
	case TD_N_TRY:
	case TD_N_CATCH:
	case TD_N_RANGE:
	case TD_N_PARAMETER:
		return 0;
	case TD_N_IF:
	case TD_N_SWITCH:
	case TD_N_WHILE:
	case TD_N_FOR:
		return statement + 1;
	default:
		return statement;
	}
}
