/* Functions of the program that never come back to their caller, like die("too many connections"): on every way through them stands
 * something that ends the process or the thread, or another function of that kind.  Endless loops do not count: in a file that libclang
 * did not understand, the way out of one may be what was not understood.  Neither does longjmp, which comes back further up. */
#include "creators.h"
#include "graph.h"
#include "paths.h"

#include <stdlib.h>

static bool is_flagged(const struct td_program *program, uint32_t function)
{
	return program->all.functions.items[function].flags & TD_FUNCTION_NORETURN;
}

/* handler(why), (*handler)(why): a variable that lives as long as the program. */
static bool calls_global(const struct td_program *program, uint32_t call)
{
	uint32_t callee = call + 1;

	while (td_node(program, callee)->kind == TD_N_UNARY && td_node(program, callee)->op == TD_O_DEREF)
		callee++;
	return td_node(program, callee)->kind == TD_N_REF && td_node(program, callee)->flags & TD_F_GLOBAL;
}

/* By its name all that have it, through a global variable all that it may mean. */
static bool calls_flagged(const struct td_program *program, uint32_t call)
{
	size_t count;
	const struct td_use *functions = td_uses_of(&program->functions, td_node(program, call)->name, &count);
	struct td_callers called;
	bool are = true;

	for (size_t i = 0; i < count; i++)
		if (!is_flagged(program, functions[i].node))
			return false;
	if (count || !calls_global(program, call))
		return count > 0;
	called = td_called_at(program, call, true);
	for (size_t i = 0; i < called.count; i++)
		are &= is_flagged(program, called.items[i].site);
	are &= called.count > 0;
	free(called.items);
	return are;
}

bool td_never_returns(const struct td_program *program, uint32_t node)
{
	return td_node(program, node)->kind == TD_N_CALL && (td_ends(program, node) || calls_flagged(program, node));
}

/* It has a call that does not come back, and none that comes back elsewhere. */
static bool may_end(const struct td_program *program, const struct td_function *function)
{
	static const char *const jumps[] = { "longjmp", "siglongjmp", "_longjmp", "__longjmp_chk", NULL };
	bool may = false;

	for (uint32_t i = function->first; i < function->first + function->count; i++) {
		if (td_node(program, i)->kind != TD_N_CALL)
			continue;
		if (td_is_one_of(td_text(program, td_node(program, i)->spelling), jumps))
			return false;
		may = may || td_never_returns(program, i);
	}
	return may;
}

void td_endings_index(struct td_program *self)
{
	bool again = true;

	while (again) {
		again = false;
		for (uint32_t i = 1; i < self->all.functions.count; i++) {
			struct td_function *function = &self->all.functions.items[i];

			if (function->flags & (TD_FUNCTION_NORETURN | TD_FUNCTION_INITIAL) || !may_end(self, function) ||
			    td_comes_back(self, function))
				continue;
			function->flags |= TD_FUNCTION_NORETURN;
			again = true;
		}
	}
}
