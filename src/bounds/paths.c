#include "paths.h"

#include "creators.h"
#include "graph.h"

enum { MOST_LABELS = 16 };

/* How a statement may end: with the one behind it, by a jump, out of all that is looked at, or in a way that is not
 * known; and whether what is looked for may have been done on the way. */
enum { NEXT = 1, BREAK = 2, CONTINUE = 4, OUT = 8, LOST = 16, MET = 32 };

struct paths {
	const struct td_program *program;
	uint32_t root;                 /* the loop or function that is looked at */
	uint32_t target;               /* what is looked for, or 0 */
	uint32_t labels[MOST_LABELS];  /* that are jumped to */
	size_t label_count;
	const struct td_foresight *foresight; /* or NULL */
	bool doubts_loops;             /* an endless one may have an end that is not seen */
};

static unsigned run(struct paths *self, uint32_t node);

static bool has_target(const struct paths *self, uint32_t node)
{
	return self->target && td_is_inside(self->program, self->target, node);
}

static bool is_constant(const struct td_program *program, uint32_t node, bool is_true)
{
	const struct td_node *at = td_node(program, node);

	return at->kind == TD_N_LITERAL && !(at->flags & TD_F_UNKNOWN) && (at->value != 0) == is_true;
}

static bool is_loop(enum td_node_kind kind)
{
	return kind == TD_N_WHILE || kind == TD_N_DO || kind == TD_N_FOR || kind == TD_N_RANGE;
}

static uint32_t body_of(const struct td_program *program, uint32_t loop)
{
	static const unsigned places[] = { [TD_N_WHILE] = 1, [TD_N_DO] = 0, [TD_N_FOR] = 3, [TD_N_RANGE] = 2 };

	return td_child(program, loop, places[td_node(program, loop)->kind]);
}

static uint32_t condition_of(const struct td_program *program, uint32_t loop)
{
	enum td_node_kind kind = td_node(program, loop)->kind;

	return kind == TD_N_RANGE ? 0 : td_child(program, loop, kind == TD_N_WHILE ? 0 : 1);
}

static bool is_endless(const struct td_program *program, uint32_t loop)
{
	uint32_t condition = condition_of(program, loop);

	return condition && (td_node(program, condition)->kind == TD_N_NONE || is_constant(program, condition, true));
}

/* do { ... } while (0) */
static bool is_done_once(const struct td_program *program, uint32_t loop)
{
	return td_node(program, loop)->kind == TD_N_DO && is_constant(program, condition_of(program, loop), false);
}

static enum td_foreseen foreseen(const struct paths *self, uint32_t node)
{
	return self->foresight ? self->foresight->of(self->foresight->data, node) : TD_EITHER_WAY;
}

static bool may_turn_out(const struct paths *self, uint32_t node, bool is_true)
{
	return foreseen(self, node) != (is_true ? TD_IS_NOT_SO : TD_IS_SO) && !is_constant(self->program, node + 1, !is_true);
}

static unsigned run_if(struct paths *self, uint32_t node)
{
	uint32_t then = td_child(self->program, node, 1), other = td_child(self->program, node, 2);
	unsigned ends = 0;

	if (may_turn_out(self, node, true))
		ends |= run(self, then);
	if (may_turn_out(self, node, false))
		ends |= other ? run(self, other) : NEXT;
	return ends;
}

static unsigned run_loop(struct paths *self, uint32_t node)
{
	unsigned inner = run(self, body_of(self->program, node)), ends = inner & ~(NEXT | BREAK | CONTINUE);
	bool asks = td_node(self->program, node)->kind != TD_N_DO || inner & (NEXT | CONTINUE);
	bool may_end = self->doubts_loops || !is_endless(self->program, node);

	return ends | ((asks && may_end) || inner & BREAK ? NEXT : 0);
}

static unsigned run_all(struct paths *self, uint32_t first, uint32_t end)
{
	unsigned ends = NEXT;

	for (uint32_t at = first; at < end && ends & NEXT; at = td_node(self->program, at)->end)
		ends = (ends & ~NEXT) | run(self, at);
	return ends;
}

/* It begins at any of its labels. */
static unsigned run_switch(struct paths *self, uint32_t node)
{
	const struct td_program *program = self->program;
	uint32_t body = td_child(program, node, 1);
	unsigned ends = NEXT;

	for (uint32_t at = body + 1; at < td_node(program, body)->end; at = td_node(program, at)->end)
		if (td_node(program, at)->kind == TD_N_CASE || td_node(program, at)->kind == TD_N_DEFAULT)
			ends |= run_all(self, at, td_node(program, body)->end);
	return ends & ~BREAK;
}

/* The label is a beginning of its own. */
static unsigned run_jump(struct paths *self, uint32_t node)
{
	uint32_t label = td_label_of(self->program, node);

	if (!label)
		return LOST;
	if (!td_is_inside(self->program, label, self->root))
		return OUT;
	for (size_t i = 0; i < self->label_count; i++)
		if (self->labels[i] == label)
			return 0;
	if (self->label_count == MOST_LABELS)
		return LOST;
	self->labels[self->label_count++] = label;
	return 0;
}

/* Whatever is called in a try may throw, and any handler may be the one. */
static unsigned run_handlers(struct paths *self, uint32_t node)
{
	unsigned ends = 0;

	for (unsigned i = 1; td_child(self->program, node, i); i++)
		ends |= run(self, td_child(self->program, node, i));
	return ends;
}

/* log("it failed"), throw error */
static bool throws(const struct td_program *program, uint32_t node)
{
	while (td_node(program, node)->kind == TD_N_BINARY && td_node(program, node)->op == TD_O_COMMA)
		node = td_child(program, node, 1);
	return td_node(program, node)->kind == TD_N_THROW;
}

static unsigned run_statement(struct paths *self, uint32_t node)
{
	const struct td_program *program = self->program;
	enum td_node_kind kind = td_node(program, node)->kind;

	if (is_loop(kind))
		return run_loop(self, node);
	switch (kind) {
	case TD_N_BLOCK:
		return run_all(self, node + 1, td_node(program, node)->end);
	case TD_N_IF:
		return run_if(self, node);
	case TD_N_SWITCH:
		return run_switch(self, node);
	case TD_N_CASE:
		return run(self, td_child(program, node, 1));
	case TD_N_DEFAULT:
	case TD_N_LABEL:
		return run(self, node + 1);
	case TD_N_BREAK:
		return BREAK;
	case TD_N_CONTINUE:
		return CONTINUE;
	case TD_N_GOTO:
		return run_jump(self, node);
	case TD_N_RETURN:
		return OUT;
	case TD_N_TRY:
		return run(self, node + 1) | run_handlers(self, node);
	case TD_N_CATCH:
		return run_all(self, node + 1, td_node(program, node)->end);
	case TD_N_THROW:
		return OUT; /* or to a handler, which the try around it comes to */
	default:
		return td_never_returns(program, node) ? 0 : throws(program, node) ? OUT : NEXT;
	}
}

/* The parts of a statement that are statements say themselves whether they come to the target. */
static bool is_made_of_statements(enum td_node_kind kind)
{
	return kind == TD_N_BLOCK || kind == TD_N_IF || kind == TD_N_SWITCH || kind == TD_N_CASE || kind == TD_N_DEFAULT ||
	       kind == TD_N_LABEL || kind == TD_N_TRY || kind == TD_N_CATCH || is_loop(kind);
}

static bool is_met_at_once(const struct paths *self, uint32_t node)
{
	const struct td_program *program = self->program;
	enum td_node_kind kind = td_node(program, node)->kind;
	uint32_t first = kind == TD_N_IF ? td_child(program, node, 1) : kind == TD_N_SWITCH ? td_child(program, node, 1) : 0;

	if (!has_target(self, node))
		return false;
	if (is_loop(kind))
		return !td_is_inside(program, self->target, body_of(program, node));
	return !is_made_of_statements(kind) || (first && self->target < first);
}

static unsigned run(struct paths *self, uint32_t node)
{
	if (foreseen(self, node) == TD_NO_FURTHER)
		return 0;
	return run_statement(self, node) | (is_met_at_once(self, node) ? MET : 0);
}

/* The part of a loop ends like this: what the loop comes to. */
static unsigned leave_part_of_loop(struct paths *self, uint32_t loop, unsigned ends)
{
	unsigned outer = ends & ~(NEXT | BREAK | CONTINUE);
	bool again = ends & (NEXT | CONTINUE);

	if (ends & BREAK)
		outer |= NEXT;
	if (again && is_done_once(self->program, loop))
		outer |= NEXT;
	else if (again)
		outer |= run(self, loop) | (is_endless(self->program, loop) ? 0 : NEXT);
	return outer;
}

/* `part` of `outer` ends like this: what `outer` comes to. */
static unsigned leave_part(struct paths *self, uint32_t outer, uint32_t part, unsigned ends)
{
	const struct td_program *program = self->program;
	const struct td_node *at = td_node(program, outer);
	unsigned kept = ends & ~NEXT;

	if (is_loop(at->kind))
		return leave_part_of_loop(self, outer, ends);
	if (at->kind == TD_N_BLOCK)
		return ends & NEXT ? kept | run_all(self, td_node(program, part)->end, at->end) : kept;
	if (at->kind == TD_N_IF)
		return part == outer + 1 && ends & NEXT ? kept | run_if(self, outer) : ends;
	if (at->kind == TD_N_SWITCH)
		return part == outer + 1 ? kept | run_switch(self, outer)
					 : (ends & ~BREAK) | (ends & BREAK ? NEXT : 0);
	if (at->kind == TD_N_RETURN)
		ends = kept | OUT;
	if (at->kind == TD_N_TRY && part == outer + 1)
		ends |= run_handlers(self, outer);
	return ends | (!is_made_of_statements(at->kind) && has_target(self, outer) && self->target != part ? MET : 0);
}

static unsigned go_out(struct paths *self, uint32_t node, unsigned ends)
{
	const struct td_program *program = self->program;
	uint32_t outer;

	for (; (outer = td_parent(program, node)) != self->root; node = outer)
		ends = leave_part(self, outer, node, ends);
	return ends;
}

/* All that may come after the node, as seen from the root. */
static unsigned after(struct paths *self, uint32_t node)
{
	unsigned ends = go_out(self, node, NEXT);

	for (size_t i = 0; i < self->label_count; i++)
		ends |= go_out(self, self->labels[i], run(self, self->labels[i]));
	return ends;
}

bool td_leaves_after(const struct td_program *program, uint32_t node, uint32_t loop)
{
	struct paths self = { .program = program, .root = loop };

	return node != loop && td_is_inside(program, node, loop) && !(after(&self, node) & (NEXT | CONTINUE | LOST));
}

bool td_leaves_knowing(const struct td_program *program, uint32_t node, uint32_t loop, const struct td_foresight *foresight)
{
	struct paths self = { .program = program, .root = loop, .foresight = foresight };

	return !(after(&self, node) & (NEXT | CONTINUE | LOST));
}

bool td_is_settled_after(const struct td_program *program, uint32_t node, uint32_t root, bool may_leave,
			 const struct td_foresight *foresight)
{
	struct paths self = { .program = program, .root = root, .foresight = foresight };

	return !(after(&self, node) & (may_leave ? NEXT | CONTINUE | LOST : ~(unsigned)MET));
}

bool td_is_settled_by(const struct td_program *program, uint32_t function, const struct td_foresight *foresight)
{
	const struct td_function *in = &program->all.functions.items[function];
	struct paths self = { .program = program, .root = in->first, .foresight = foresight };
	unsigned ends = run_all(&self, in->first + 1, in->first + in->count);

	for (size_t i = 0; i < self.label_count; i++)
		ends |= go_out(&self, self.labels[i], run(&self, self.labels[i]));
	return !(ends & ~(unsigned)MET);
}

bool td_reaches_under(const struct td_program *program, uint32_t from, uint32_t to, const struct td_foresight *foresight)
{
	struct paths self = { .program = program, .root = td_function_of(program, from)->first, .target = to, .foresight = foresight };

	return td_node(program, from)->function != td_node(program, to)->function || after(&self, from) & (MET | LOST);
}

bool td_reaches(const struct td_program *program, uint32_t from, uint32_t to)
{
	return td_reaches_under(program, from, to, NULL);
}

bool td_is_reached_under(const struct td_program *program, uint32_t node, const struct td_foresight *foresight)
{
	const struct td_function *in = td_function_of(program, node);
	struct paths self = { .program = program, .root = in->first, .target = node, .foresight = foresight };
	unsigned ends = run_all(&self, in->first + 1, in->first + in->count);

	for (size_t i = 0; i < self.label_count; i++)
		ends |= go_out(&self, self.labels[i], run(&self, self.labels[i]));
	return ends & (MET | LOST);
}

bool td_reaches_within(const struct td_program *program, uint32_t from, uint32_t to, uint32_t root,
			const struct td_foresight *foresight)
{
	struct paths self = { .program = program, .root = root, .target = to, .foresight = foresight };

	return after(&self, from) & (MET | LOST);
}

bool td_may_do(const struct td_program *program, uint32_t statement, uint32_t node)
{
	struct paths self = { .program = program, .root = td_function_of(program, statement)->first, .target = node };

	for (uint32_t i = statement; i < node; i++)
		if (td_node(program, i)->kind == TD_N_LABEL)
			return true;
	return statement == node || run(&self, statement) & (MET | LOST);
}

bool td_comes_back(const struct td_program *program, const struct td_function *function)
{
	struct paths self = { .program = program, .root = function->first, .doubts_loops = true };
	unsigned ends = run_all(&self, function->first + 1, function->first + function->count);

	for (size_t i = 0; i < self.label_count; i++)
		ends |= go_out(&self, self.labels[i], run(&self, self.labels[i]));
	return ends;
}

bool td_handlers_go_on(const struct td_program *program, uint32_t node)
{
	struct paths self = { .program = program, .root = td_function_of(program, node)->first };

	return run_handlers(&self, node) & ~(unsigned)OUT || self.label_count;
}
