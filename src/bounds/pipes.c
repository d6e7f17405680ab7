/* Pipes by which a thread that was created is waited for: what it does before it writes or closes is done when the reader goes on.
 *
 *   pipe(ends);                               copy() { state = RUNNING; ... write(job.out, ...); ... close(job.out); state = AT_END; }
 *   in = ends[0], job.out = ends[1];
 *   create(copy, &job);
 *   read(in, ...);                            until the thread has written or closed
 *
 * The function that creates makes a pipe for each creation and reads from it behind that, itself or in a function which it calls,
 * there on every way.  The end may have been copied, or opened as a stream, in between.  The other end is only known to the thread.
 */
#include "check.h"

#include "paths.h"

#include <string.h>

enum { MOST_COPIES = 4 };

/* An end of a pipe: an element of the array, or what is in the variable.  Copies are made in one function, in one part of it. */
struct end {
	struct td_check *check;
	uint32_t array, variable;
	int64_t which;
	uint32_t function, from, until;
};

static const char *called(const struct td_program *program, uint32_t call)
{
	return td_node(program, call)->kind == TD_N_CALL ? td_text(program, td_node(program, call)->spelling) : "";
}

static bool is_end(const struct end *end, uint32_t node)
{
	const struct td_program *program = end->check->program;
	uint32_t index = td_node(program, node)->kind == TD_N_SUBSCRIPT ? td_child(program, node, 1) : 0;

	if (end->variable)
		return td_node(program, node)->name == end->variable;
	return index && td_node(program, node + 1)->kind == TD_N_REF && td_node(program, node + 1)->name == end->array &&
	       td_node(program, index)->kind == TD_N_LITERAL && td_node(program, index)->value == end->which;
}

/* What the if `outer` asks is asked around the reader as well, and has the same answer. */
static bool is_asked_around(const struct td_program *program, uint32_t outer, bool is_true, uint32_t reader)
{
	for (uint32_t at = td_function_of(program, reader)->first; at != reader; at = td_child_with(program, at, reader)) {
		uint32_t inner = td_child_with(program, at, reader);

		if (td_node(program, at)->kind == TD_N_IF && inner != at + 1 && (inner == td_child(program, at, 1)) == is_true &&
		    td_asks_same(program, at + 1, outer + 1))
			return true;
	}
	return false;
}

/* Every path to the reader, by way of `until`, has passed the node before. */
static bool is_done_for(const struct td_program *program, uint32_t node, uint32_t until, uint32_t reader)
{
	for (uint32_t at = td_function_of(program, node)->first; at != node; at = td_child_with(program, at, node)) {
		enum td_node_kind kind = td_node(program, at)->kind;
		uint32_t inner = td_child_with(program, at, node);

		if (inner == at + 1 || kind == TD_N_FUNCTION || kind == TD_N_BLOCK || kind == TD_N_ASSIGN || kind == TD_N_DECLARE)
			continue;
		if (kind != TD_N_IF || td_is_written_between(program, at + 1, at, until) ||
		    !is_asked_around(program, at, inner == td_child(program, at, 1), reader))
			return false;
	}
	return true;
}

static bool is_from(const struct end *end, uint32_t node, uint32_t reader, unsigned copies);

/* All that the variable is given there are copies, one of them before it is read, and it is given nothing elsewhere
 * meanwhile. */
static bool is_copy(const struct end *end, uint32_t name, uint32_t reader, unsigned copies)
{
	const struct td_program *program = end->check->program;
	bool any = false;
	size_t count;
	const struct td_write *writes = td_writes_of(program, name, &count);

	for (size_t i = 0; i < count; i++) {
		uint32_t node = writes[i].node;
		bool is_here = td_node(program, node)->function == end->function;

		if (writes[i].through || (!is_here && !td_is_in_loop(end->check, node)))
			continue;
		if (!is_here || node < end->from || node >= end->until || writes[i].change != TD_CHANGE_SET ||
		    !is_from(end, writes[i].value, reader, copies - 1))
			return false;
		any |= is_done_for(program, node, end->until, reader);
	}
	return any;
}

static bool is_from(const struct end *end, uint32_t node, uint32_t reader, unsigned copies)
{
	const struct td_program *program = end->check->program;
	const struct td_node *at = td_node(program, node);

	if (!node || !copies)
		return false;
	if (at->kind == TD_N_CALL) /* fdopen and its relatives */
		return strstr(called(program, node), "dopen") && is_from(end, td_child(program, node, 1), reader, copies);
	return is_end(end, node) ||
	       ((at->kind == TD_N_REF || at->kind == TD_N_FIELD) && at->name && is_copy(end, at->name, reader, copies));
}

/* The call waits until there is something to be read. */
static bool waits(const struct end *end, uint32_t call)
{
	static const struct { const char *name; unsigned argument; } readers[] = {
		{ "read", 1 },	 { "recv", 1 },	  { "fread", 4 },  { "fgets", 3 },  { "fgetc", 1 },    { "getc", 1 },
		{ "fscanf", 1 }, { "gzread", 1 }, { "gzgets", 1 }, { "gzgetc", 1 }, { "BZ2_bzread", 1 }
	};
	const struct td_program *program = end->check->program;

	for (size_t i = 0; i < sizeof readers / sizeof *readers; i++)
		if (!strcmp(called(program, call), readers[i].name))
			return is_from(end, td_child(program, call, readers[i].argument), call, MOST_COPIES);
	return false;
}

static bool may_jump(const struct td_program *program, uint32_t first, uint32_t last, bool or_return)
{
	for (uint32_t i = first; i < last; i++) {
		enum td_node_kind kind = td_node(program, i)->kind;

		if (kind == TD_N_GOTO || kind == TD_N_BREAK || kind == TD_N_LABEL || (or_return && kind == TD_N_RETURN))
			return true;
	}
	return false;
}

static bool always_waits(const struct end *end, uint32_t node);

/* Parts are done one after the other. */
static bool waits_in_part(const struct end *end, uint32_t node)
{
	const struct td_program *program = end->check->program;

	for (uint32_t at = node + 1; at < td_node(program, node)->end; at = td_node(program, at)->end) {
		if (always_waits(end, at))
			return true;
		if (may_jump(program, at, td_node(program, at)->end, true))
			return false;
	}
	return false;
}

/* On each way through the node something is waited for, or the function is left by an exception. */
static bool always_waits(const struct end *end, uint32_t node)
{
	const struct td_program *program = end->check->program;
	enum td_node_kind kind = td_node(program, node)->kind;
	enum td_operator op = td_node(program, node)->op;

	if (kind == TD_N_THROW || waits(end, node))
		return true;
	if (kind == TD_N_IF && always_waits(end, td_child(program, node, 1)) && td_child(program, node, 2) &&
	    always_waits(end, td_child(program, node, 2)))
		return true;
	if (kind == TD_N_TRY && td_handlers_go_on(program, node))
		return false;
	if (kind == TD_N_IF || kind == TD_N_WHILE || kind == TD_N_SWITCH || kind == TD_N_CONDITIONAL || kind == TD_N_TRY ||
	    (kind == TD_N_BINARY && (op == TD_O_ALL || op == TD_O_ANY)))
		return always_waits(end, node + 1);
	return kind != TD_N_DO && kind != TD_N_FOR && kind != TD_N_RANGE && kind != TD_N_LAMBDA && waits_in_part(end, node);
}

static bool waits_inside(const struct end *end, uint32_t call)
{
	const struct td_program *program = end->check->program;
	size_t count;
	const struct td_use *functions = td_uses_of(&program->functions, td_node(program, call)->name, &count);

	return count == 1 && always_waits(end, program->all.functions.items[functions[0].node].first);
}

/* fcntl(ends[0], F_SETFL, O_NONBLOCK) */
static bool is_changed(const struct end *end)
{
	const struct td_program *program = end->check->program;
	const struct td_function *function = &program->all.functions.items[end->function];

	for (uint32_t i = function->first; i < function->first + function->count; i++)
		if ((!strcmp(called(program, i), "fcntl") || !strcmp(called(program, i), "ioctl")) &&
		    is_from(end, td_child(program, i, 1), i, MOST_COPIES))
			return true;
	return false;
}

/* Nothing leaves between the creation and the call, but by an exception that leaves the loop as well. */
static bool is_always_reached(struct td_check *self, uint32_t call)
{
	const struct td_program *program = self->program;

	if (may_jump(program, self->sites[0], call, false))
		return false;
	for (size_t level = 0; level <= self->level; level++)
		for (uint32_t at = self->sites[level]; (at = td_parent(program, at)) > td_region_begin(self, level);)
			if (td_node(program, at)->kind == TD_N_TRY && td_handlers_go_on(program, at))
				return false;
	return td_accompanies(self, call);
}

/* The end to read from: `from` is where the pipe is made, `until` what waits. */
static bool find_end(struct td_check *self, struct end *end)
{
	const struct td_program *program = self->program;
	const struct td_function *function = td_function_of(program, self->sites[0]);
	uint32_t last = self->level ? function->first + function->count : self->loop.last;

	for (end->from = td_region_begin(self, 0); end->from < self->sites[0]; end->from++) {
		uint32_t array = strcmp(called(program, end->from), "pipe") ? 0 : td_child(program, end->from, 1);

		if (!array || !(td_node(program, array)->flags & TD_F_LOCAL) ||
		    !is_done_for(program, end->from, self->sites[0], self->sites[0]))
			continue;
		end->array = td_node(program, array)->name;
		for (end->until = td_node(program, self->sites[0])->end; end->until < last; end->until++)
			if (td_node(program, end->until)->kind == TD_N_CALL &&
			    (waits(end, end->until) || waits_inside(end, end->until)) && is_always_reached(self, end->until))
				return !is_changed(end);
	}
	return false;
}

/* The one variable, known to others, that the end to write to is put into, and into nothing else; 0: there is none. */
static uint32_t given_to(const struct end *end)
{
	const struct td_program *program = end->check->program;
	const struct td_function *function = &program->all.functions.items[end->function];
	uint32_t given = 0;

	for (uint32_t i = function->first; i < function->first + function->count; i++) {
		if (!is_end(end, i))
			continue;
		if (given || td_node(program, td_parent(program, i))->kind != TD_N_ASSIGN || i > end->check->sites[0])
			return 0;
		given = td_parent(program, i) + 1;
	}
	return given && (td_node(program, given)->kind == TD_N_FIELD || td_node(program, given)->flags & TD_F_GLOBAL) ? given : 0;
}

/* Of all that run here, only the function that the thread begins with uses the variable. */
static bool is_kept_to(struct td_check *self, uint32_t given, uint32_t root)
{
	const struct td_program *program = self->program;
	size_t count;
	const struct td_use *refs = td_uses_of(&program->refs, td_node(program, given)->name, &count);

	for (size_t i = 0; i < count; i++) {
		uint32_t function = td_node(program, refs[i].node)->function;

		if (refs[i].node != given && function != root &&
		    (td_is_in_loop(self, refs[i].node) || td_set_has(&self->created, function)))
			return false;
	}
	return true;
}

/* All functions that the end is handed to are called after the node. */
static bool comes_before_all(const struct end *end, uint32_t node)
{
	const struct td_program *program = end->check->program;
	bool any = false;

	for (uint32_t i = end->from; i < end->until; i++)
		for (unsigned j = 1; td_node(program, i)->kind == TD_N_CALL && td_child(program, i, j); j++) {
			if (!is_from(end, td_child(program, i, j), i, MOST_COPIES))
				continue;
			if (!td_comes_before(program, node, i))
				return false;
			any = true;
		}
	return any;
}

bool td_is_waited_for_by_pipe(struct td_check *self, uint32_t node, uint32_t root)
{
	const struct td_function *function = &self->program->all.functions.items[root];
	struct end end = { .check = self, .function = self->scopes[0].function };
	uint32_t given;

	if (td_node(self->program, node)->function != root || !find_end(self, &end))
		return false;
	end.which = 1;
	given = given_to(&end);
	if (!given || !is_kept_to(self, given, root))
		return false;
	end = (struct end){ .check = self, .variable = td_node(self->program, given)->name, .function = root,
			    .from = function->first, .until = function->first + function->count };
	return comes_before_all(&end, node);
}
