/* How expressions change from round to round. */
#include "check.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_STEPS = 24 };

int td_parameter_number(const struct td_program *program, uint32_t function, uint32_t name)
{
	const struct td_function *in = &program->all.functions.items[function];
	int number = 0;

	for (uint32_t i = in->first + 1; i < in->first + in->count; i = td_node(program, i)->end) {
		if (td_node(program, i)->kind != TD_N_PARAMETER)
			continue;
		if (td_node(program, i)->name == name)
			return number;
		number++;
	}
	return -1;
}

struct td_givers td_givers_of(const struct td_program *program, uint32_t function, uint32_t name)
{
	uint32_t called = program->all.functions.items[function].name;
	struct td_givers self = { .number = td_parameter_number(program, function, name) };
	size_t pointed;

	self.calls = td_uses_of(&program->calls, called, &self.count);
	td_uses_of(&program->pointed, called, &pointed);
	if (pointed)
		self.number = -1;
	return self;
}

/* Where a thread is started, the arguments of its function come after the function. */
uint32_t td_argument(const struct td_program *program, uint32_t call, unsigned parameter)
{
	unsigned skip = 1;

	if (td_node(program, call)->kind != TD_N_CALL)
		return 0;
	if (td_starts_thread(program, call)) {
		for (uint32_t child; (child = td_child(program, call, skip)); skip++)
			if (td_node(program, child)->kind == TD_N_LAMBDA || td_node(program, child)->flags & TD_F_FUNCTION ||
			    (td_child(program, child, 0) && td_node(program, child + 1)->flags & TD_F_FUNCTION))
				break;
		skip++;
	}
	return td_child(program, call, parameter + skip);
}

struct td_scope *td_enter_function(struct td_check *self, uint32_t function, uint32_t call, const struct td_scope *scope)
{
	struct td_scope *made;

	if (self->depth > TD_DEEPEST)
		return NULL;
	for (const struct td_scope *at = scope; at; at = at->caller)
		if (at->function == function)
			return NULL;
	made = td_alloc(sizeof *made);
	*made = (struct td_scope){ function, call, scope, self->entered };
	self->entered = made;
	return made;
}

struct td_scope *td_enter(struct td_check *self, uint32_t call, const struct td_scope *scope)
{
	size_t count;
	const struct td_use *functions = td_uses_of(&self->program->functions, td_node(self->program, call)->name, &count);

	return count ? td_enter_function(self, functions[0].node, call, scope) : NULL;
}

static uint32_t only_returned(const struct td_program *program, uint32_t function)
{
	const struct td_function *in = &program->all.functions.items[function];
	uint32_t found = 0;

	for (uint32_t i = in->first; i < in->first + in->count; i++) {
		if (td_node(program, i)->kind != TD_N_RETURN)
			continue;
		if (found)
			return 0;
		found = i + 1;
	}
	return found;
}

static bool mentions(const struct td_program *program, uint32_t expression, uint32_t name)
{
	for (uint32_t i = expression; i < td_node(program, expression)->end; i++)
		if (td_node(program, i)->name == name)
			return true;
	return false;
}

bool td_is_skipped(const struct td_check *self, uint32_t write, uint32_t use)
{
	const struct td_program *program = self->program;
	enum td_node_kind kind = td_node(program, self->loop.node)->kind;
	uint32_t condition = td_child(program, self->loop.node, kind == TD_N_WHILE ? 0 : 1);

	if (self->loop.kind != TD_LOOP_STATEMENT || (use > write && !td_is_inside(program, use, condition)))
		return false;
	for (uint32_t i = self->loop.first; i < write; i++)
		if (td_node(program, i)->kind == TD_N_CONTINUE && td_jump_target(program, i) == self->loop.node)
			return true;
	return false;
}

/* Whenever the use is reached in a round, the write has been made in this round or the last. */
static bool is_always_made(const struct td_check *self, uint32_t write, uint32_t use)
{
	const struct td_program *program = self->program;

	if (td_is_skipped(self, write, use))
		return false;
	for (uint32_t at = td_function_of(program, write)->first; at != write;) {
		enum td_node_kind kind = td_node(program, at)->kind;
		uint32_t inner = td_child_with(program, at, write);
		bool branches = kind == TD_N_IF || kind == TD_N_SWITCH || kind == TD_N_CONDITIONAL || kind == TD_N_CATCH ||
				kind == TD_N_WHILE || kind == TD_N_FOR;

		if (at > self->loop.node && branches && inner != at + 1 && !td_is_inside(program, use, inner))
			return false;
		at = inner;
	}
	return true;
}

/* atomic_load(&n), n.load(): n. */
static uint32_t loaded(const struct td_program *program, uint32_t node)
{
	static const char *const functions[] = { "atomic_load",	      "atomic_load_explicit", "atomic_load_n",
						 "g_atomic_int_get",  "__atomic_load_n",      "c11_atomic_load",
						 "__c11_atomic_load", "std::atomic_load",     NULL };
	const char *name = td_text(program, td_node(program, node)->spelling);

	if (td_is_one_of(name, functions) && td_child(program, node, 1))
		return td_without_address(program, td_child(program, node, 1));
	if (td_node(program, node)->flags & TD_F_METHOD && !strcmp(td_short_name(name), "load"))
		return td_child(program, node, 0);
	return 0;
}

/* Both are the value of the same variable. */
static bool are_copies(const struct td_program *program, uint32_t a, uint32_t b)
{
	uint32_t from_a = td_node(program, a)->kind == TD_N_CALL ? loaded(program, a) : a;
	uint32_t from_b = td_node(program, b)->kind == TD_N_CALL ? loaded(program, b) : b;
	bool through;
	uint32_t name = from_a ? td_target(program, from_a, &through) : 0;

	return name && from_b && td_target(program, from_b, &through) == name;
}

bool td_is_pointed_to(const struct td_program *program, uint32_t name)
{
	size_t count;
	const struct td_use *refs = td_uses_of(&program->refs, name, &count);

	for (size_t i = 0; i < count; i++) {
		uint32_t address = td_parent(program, refs[i].node);
		enum td_node_kind kind = td_node(program, td_parent(program, address))->kind;

		if (td_node(program, address)->kind == TD_N_UNARY && td_node(program, address)->op == TD_O_ADDRESS &&
		    (kind == TD_N_DECLARE || kind == TD_N_ASSIGN))
			return true;
	}
	return false;
}

/* The one value that a local variable is given, in the loop or in a function that the loop calls; 0 if there is not just one. */
static uint32_t only_value(const struct td_check *self, uint32_t use, const struct td_scope *scope)
{
	const struct td_program *program = self->program;
	uint32_t name = td_node(program, use)->name;
	bool in_loop = scope == &self->scopes[self->level];
	uint32_t value = 0;
	size_t count;
	const struct td_write *writes = td_writes_of(program, name, &count);

	for (size_t i = 0; i < count; i++) {
		if (in_loop && !(writes[i].node >= self->loop.first && writes[i].node < self->loop.last))
			continue;
		if (writes[i].through)
			continue;
		if (writes[i].change != TD_CHANGE_SET || !writes[i].value ||
		    (in_loop && !is_always_made(self, writes[i].node, use)) ||
		    (value && !are_copies(program, value, writes[i].value)))
			return 0;
		value = writes[i].value;
	}
	if (strchr(td_text(program, td_node(program, use)->type), '['))
		return 0; /* an array is a place, not what it begins with */
	return value && !mentions(program, value, name) && !td_is_pointed_to(program, name) ? value : 0;
}

static bool is_written(const struct td_program *program, uint32_t name)
{
	size_t count;
	const struct td_write *writes = td_writes_of(program, name, &count);

	for (size_t i = 0; i < count; i++)
		if (!writes[i].through)
			return true;
	return false;
}

/* What a lambda has captured belongs to the function around it. */
const struct td_scope *td_home_of(const struct td_check *self, uint32_t node, const struct td_scope *scope)
{
	const struct td_program *program = self->program;

	while (scope->caller && program->all.functions.items[scope->function].flags & TD_FUNCTION_LAMBDA) {
		const struct td_function *lambda = &program->all.functions.items[scope->function];

		for (uint32_t i = lambda->first; i < lambda->first + lambda->count; i++)
			if ((td_node(program, i)->kind == TD_N_DECLARE || td_node(program, i)->kind == TD_N_PARAMETER) &&
			    td_node(program, i)->name == td_node(program, node)->name)
				return scope;
		scope = scope->caller;
	}
	return scope;
}

static uint32_t resolve_variable(struct td_check *self, uint32_t node, const struct td_scope **scope)
{
	const struct td_program *program = self->program;
	const struct td_node *at = td_node(program, node);
	int number;

	if (!(at->flags & TD_F_LOCAL))
		return 0;
	*scope = td_home_of(self, node, *scope);
	if (!(at->flags & TD_F_PARAMETER))
		return only_value(self, node, *scope);
	number = td_parameter_number(program, (*scope)->function, at->name);
	if (!(*scope)->caller || number < 0 || is_written(program, at->name))
		return 0;
	node = td_argument(program, (*scope)->call, (unsigned)number);
	if (node)
		*scope = (*scope)->caller;
	return node;
}

static uint32_t resolve_call(struct td_check *self, uint32_t node, const struct td_scope **scope)
{
	uint32_t value = loaded(self->program, node);
	const struct td_scope *inner;

	if (value)
		return value;
	inner = td_enter(self, node, *scope);
	value = inner ? only_returned(self->program, inner->function) : 0;
	if (!value || td_node(self->program, value)->kind == TD_N_NONE)
		return 0;
	*scope = inner;
	return value;
}

static uint32_t resolve_pointer(struct td_check *self, uint32_t node, const struct td_scope **scope)
{
	const struct td_scope *inner = *scope;
	uint32_t pointer, target;

	self->depth++;
	pointer = self->depth > TD_DEEPEST ? node : td_resolve(self, node + 1, &inner);
	self->depth--;
	target = td_without_address(self->program, pointer);
	if (target == pointer)
		return 0;
	*scope = inner;
	return target;
}

uint32_t td_resolve(struct td_check *self, uint32_t node, const struct td_scope **scope)
{
	for (int step = 0; step < MOST_STEPS; step++) {
		const struct td_node *at = td_node(self->program, node);
		uint32_t next = 0;

		if (at->kind == TD_N_REF)
			next = resolve_variable(self, node, scope);
		else if (at->kind == TD_N_CALL)
			next = resolve_call(self, node, scope);
		else if (at->kind == TD_N_UNARY && at->op == TD_O_DEREF)
			next = resolve_pointer(self, node, scope);
		if (!next)
			break;
		node = next;
	}
	return node;
}

bool td_is_configuration(const char *name)
{
	static const char *const functions[] = { "atoi",
						 "atol",
						 "atoll",
						 "strtol",
						 "strtoul",
						 "strtoll",
						 "strtoull",
						 "getenv",
						 "secure_getenv",
						 "sysconf",
						 "get_nprocs",
						 "get_nprocs_conf",
						 "getpagesize",
						 "getdtablesize",
						 "std::stoi",
						 "std::stol",
						 "std::stoul",
						 "std::getenv",
						 "std::atoi",
						 "std::thread::hardware_concurrency",
						 "json_integer_value",
						 "json_object_get",
						 "g_key_file_get_integer",
						 "iniparser_getint",
						 "config_lookup_int",
						 "g_get_num_processors",
						 NULL };
	static const char *const words[] = { "conf",	"cfg",	    "config",	"option",     "options",   "opt",
					     "setting", "settings", "property", "properties", "parameter", "ini",
					     "env",	"Config",   "Property", "Option",     "Setting",   NULL };
	const char *own = td_short_name(name);

	if (td_is_one_of(name, functions))
		return true;
	for (const char *const *word = words; *word; word++) {
		const char *at = strstr(own, *word);
		size_t length = strlen(*word);

		if (at && (at == own || at[-1] == '_' || isupper((unsigned char)**word)) &&
		    (!at[length] || at[length] == '_' || isupper((unsigned char)at[length])) && !strstr(own, "init"))
			return true;
	}
	return false;
}

static bool is_pure(const char *name)
{
	static const char *const functions[] = { "strlen",	  "abs",      "labs",	    "min",	"max",
						 "MIN",		  "MAX",      "std::min",   "std::max", "std::size",
						 "std::abs",	  "ntohs",    "ntohl",	    "htons",	"htonl",
						 "std::distance", "std::end", "std::begin", NULL };

	return td_is_one_of(name, functions) || !strncmp(name, "__builtin_", 10);
}

/* Where a walk begins and ends, as opposed to how many elements there are. */
static bool is_end(const char *name)
{
	static const char *const methods[] = { "end", "begin", "cend", "cbegin", "rend", "rbegin", NULL };

	return td_is_one_of(td_short_name(name), methods);
}

bool td_is_end_of_list(const struct td_program *program, uint32_t node)
{
	return node && td_node(program, node)->kind == TD_N_CALL && td_node(program, node)->flags & TD_F_METHOD &&
	       is_end(td_text(program, td_node(program, node)->spelling));
}

static enum td_trend of_container(struct td_check *self, uint32_t call, const struct td_scope *scope, char **why)
{
	struct td_container container = td_container_of(self, call + 1, scope);
	bool is_place = is_end(td_text(self->program, td_node(self->program, call)->spelling));

	if (!container.named)
		return TD_OTHER;
	if (container.shared && (container.grows || (!is_place && (container.added || container.removed)))) {
		*why = td_strdup("other threads use the container as well");
		return TD_OTHER;
	}
	if (container.added && container.removed)
		*why = td_strdup("elements are added and removed in the loop");
	return container.added && container.removed ? TD_OTHER
	       : container.added		    ? TD_RISING
	       : container.removed		    ? TD_FALLING
						    : TD_CONSTANT;
}

static bool is_size(const char *name)
{
	static const char *const methods[] = { "size", "length", "count", NULL };

	return is_end(name) || td_is_one_of(td_short_name(name), methods);
}

static enum td_trend of_arguments(struct td_check *self, uint32_t call, const struct td_scope *scope)
{
	uint32_t argument;

	for (unsigned i = 1; (argument = td_child(self->program, call, i)); i++) {
		char *why = NULL;
		enum td_trend trend = td_trend_of(self, argument, scope, &why);

		free(why);
		if (trend != TD_CONSTANT)
			return TD_OTHER;
	}
	return TD_CONSTANT;
}

static bool is_constant(struct td_check *self, uint32_t node, const struct td_scope *scope)
{
	char *why = NULL;
	enum td_trend trend = td_trend_of(self, node, scope, &why);

	free(why);
	return trend == TD_CONSTANT;
}

/* A function all of whose results are constant, and which of them it gives does not change either. */
static bool returns_constant(struct td_check *self, const struct td_scope *scope)
{
	const struct td_function *in = &self->program->all.functions.items[scope->function];
	bool any = false;

	for (uint32_t i = in->first; i < in->first + in->count; i++) {
		enum td_node_kind kind = td_node(self->program, i)->kind;
		uint32_t part = kind == TD_N_SWITCH || kind == TD_N_IF || kind == TD_N_WHILE || kind == TD_N_RETURN ? i + 1
			      : kind == TD_N_FOR ? td_child(self->program, i, 1) : 0;

		if (part && !is_constant(self, part, scope))
			return false;
		any |= kind == TD_N_RETURN;
	}
	return any;
}

static enum td_trend of_call(struct td_check *self, uint32_t node, const struct td_scope *scope, char **why)
{
	const char *name = td_text(self->program, td_node(self->program, node)->spelling);
	const struct td_scope *inner;
	bool through;

	if (td_is_configuration(name)) {
		*why = td_strdup("is read from configuration");
		return TD_CONSTANT;
	}
	if (td_node(self->program, node)->flags & TD_F_METHOD && is_size(name))
		return of_container(self, node, scope, why);
	if (is_pure(name))
		return of_arguments(self, node, scope);
	/* atomic_fetch_add(&n, 1) has the trend of n */
	for (unsigned i = 0; i < 2; i++) {
		uint32_t object = td_child(self->program, node, i), target = object ? td_without_address(self->program, object) : 0;

		if (target && (target != object || (!i && td_node(self->program, node)->flags & TD_F_METHOD)) &&
		    strstr(name, "fetch") && td_target(self->program, target, &through))
			return td_trend_of_variable(self, target, scope, why);
	}
	inner = td_enter(self, node, scope);
	if (inner && returns_constant(self, inner))
		return TD_CONSTANT;
	*why = td_format("%s may return anything", td_short_name(name));
	return TD_OTHER;
}

static enum td_trend reversed(enum td_trend trend)
{
	static const enum td_trend trends[] = { TD_OTHER, TD_CONSTANT, TD_FALLING, TD_RISING, TD_FALLING_ALIVE, TD_RISING_ALIVE };

	return trends[trend];
}

static enum td_trend sum(enum td_trend a, enum td_trend b)
{
	if (a == TD_CONSTANT || a == b)
		return b;
	return b == TD_CONSTANT ? a : TD_OTHER;
}

/* total - busy: a program that keeps two such numbers changes both somewhere, even where it is not seen. */
static bool takes_variable(struct td_check *self, uint32_t node, const struct td_scope *scope)
{
	uint32_t right = td_resolve(self, td_child(self->program, node, 1), &scope);
	const struct td_node *at = td_node(self->program, right);

	return at->kind == TD_N_FIELD || (at->kind == TD_N_REF && at->flags & TD_F_GLOBAL && !(at->flags & TD_F_CONST));
}

static enum td_trend of_arithmetic(struct td_check *self, uint32_t node, const struct td_scope *scope, char **why)
{
	char *left_why = NULL, *right_why = NULL;
	enum td_trend left = td_trend_of(self, td_child(self->program, node, 0), scope, &left_why);
	enum td_trend right = td_trend_of(self, td_child(self->program, node, 1), scope, &right_why), result = TD_OTHER;

	switch (td_node(self->program, node)->op) {
	case TD_O_ADD:
		result = sum(left, right);
		break;
	case TD_O_SUB:
		result = takes_variable(self, node, scope) && left != TD_CONSTANT ? TD_OTHER : sum(left, reversed(right));
		break;
	case TD_O_MUL:
		result = left == TD_CONSTANT ? right : right == TD_CONSTANT ? left : TD_OTHER;
		break;
	case TD_O_DIV:
	case TD_O_SHR:
	case TD_O_SHL:
		result = right == TD_CONSTANT ? left : TD_OTHER;
		break;
	default:
		result = left == TD_CONSTANT && right == TD_CONSTANT ? TD_CONSTANT : TD_OTHER;
	}
	if (result == TD_OTHER)
		*why = left_why	   ? td_strdup(left_why)
		       : right_why ? td_strdup(right_why)
				   : td_strdup("is computed in a way that may go up and down");
	free(left_why);
	free(right_why);
	return result;
}

static enum td_trend of_resolved(struct td_check *self, uint32_t node, const struct td_scope *scope, char **why)
{
	const struct td_node *at = td_node(self->program, node);

	switch (at->kind) {
	case TD_N_LITERAL:
	case TD_N_SIZEOF:
	case TD_N_STRING:
		return TD_CONSTANT;
	case TD_N_CALL:
		return of_call(self, node, scope, why);
	case TD_N_BINARY:
		return of_arithmetic(self, node, scope, why);
	case TD_N_CONDITIONAL:
		return td_trend_of(self, td_child(self->program, node, 1), scope, why) == TD_CONSTANT &&
		       td_trend_of(self, td_child(self->program, node, 2), scope, why) == TD_CONSTANT ? TD_CONSTANT : TD_OTHER;
	case TD_N_ASSIGN:
		return td_trend_of_variable(self, td_child(self->program, node, 0), scope, why);
	case TD_N_UNARY:
		if (at->op == TD_O_INC || at->op == TD_O_DEC)
			return td_trend_of_variable(self, node + 1, scope, why);
		if (at->op == TD_O_NEG)
			return reversed(td_trend_of(self, node + 1, scope, why));
		if (at->op == TD_O_ADDRESS)
			return TD_CONSTANT;
		if (at->op != TD_O_DEREF)
			return td_trend_of(self, node + 1, scope, why) == TD_CONSTANT ? TD_CONSTANT : TD_OTHER;
		return td_trend_of_variable(self, node, scope, why);
	case TD_N_REF:
	case TD_N_FIELD:
	case TD_N_SUBSCRIPT:
		return td_trend_of_variable(self, node, scope, why);
	default:
		return TD_OTHER;
	}
}

enum td_trend td_trend_of(struct td_check *self, uint32_t node, const struct td_scope *scope, char **why)
{
	enum td_trend trend;

	if (!node)
		return TD_CONSTANT;
	if (self->depth > TD_DEEPEST || self->trends++ > TD_MOST_TRENDS)
		return TD_OTHER;
	self->depth++;
	node = td_resolve(self, node, &scope);
	trend = of_resolved(self, node, scope, why);
	self->depth--;
	return trend;
}
