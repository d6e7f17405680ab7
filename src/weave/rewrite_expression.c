/* The expression that names the memory of an access, as the source has it: "q->head", "slot[i]", "*p".
 *
 * Clang gives every instruction a line and a column.  The text there is taken for the expression only if it has the
 * shape of the instruction's address: read backwards, "->head" must be the element named `head` of what a load gives,
 * that load's address must be the variable `q`, and so on up to the variable.  Before locals become registers, each
 * step of an expression is an instruction, which clang names after the member or the variable.  What a macro has put
 * there, or what is not understood, has another shape, and then there is no expression.
 *
 * Each match_ function returns where the text of something begins that ends before END, or TD_NOWHERE. */
#include "rewrite.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include <llvm-c/DebugInfo.h>

#include "rewrite_expression.h"
#include "rewrite_text.h"
#include "rewrite_type.h"

enum { MOST_STARS = 4, MOST_SUFFIXES = 8, LONGEST_EXPRESSION = 80 };

struct matcher {
	struct weaver *weaver;
	const char *line;
	int is_cxx;
	int loads_pointer; /* the instruction */
};

struct word {
	const char *text;
	int length;
};

static int match_object(const struct matcher *self, LLVMValueRef pointer, int end);
static int match_starred(const struct matcher *self, LLVMValueRef pointer, int end);

/* Names. */

/* LLVM makes the names of a function's values different by numbers behind them. */
static int is_called(LLVMValueRef value, struct word word)
{
	size_t length;
	const char *name = LLVMGetValueName2(value, &length);

	if (strncmp(name, word.text, (size_t)word.length) != 0)
		return 0;
	name += word.length;
	name += strncmp(name, ".addr", 5) ? 0 : 5;
	return name[strspn(name, "0123456789")] == 0;
}

static int is_named_for(LLVMValueRef value, const char *name)
{
	return is_called(value, (struct word){name, (int)strlen(name)});
}

/* "12shared_count" in a mangled name. */
static int is_mangled_from(const char *name, struct word word)
{
	char part[128];
	int length = snprintf(part, sizeof part, "%d%.*s", word.length, word.length, word.text);

	return length < (int)sizeof part && strstr(name, part) != NULL;
}

static int is_static_of_function(const char *name, struct word word)
{
	const char *dot = strchr(name, '.');

	if (!dot || strncmp(dot + 1, word.text, (size_t)word.length) != 0)
		return 0;
	dot += 1 + word.length;
	return !*dot || (*dot == '.' && dot[1 + strspn(dot + 1, "0123456789")] == 0);
}

static int is_global_called(LLVMValueRef global, struct word word)
{
	size_t length;
	const char *name = LLVMGetValueName2(global, &length);

	if (!strncmp(name, "_Z", 2))
		return is_mangled_from(name, word);
	return (length == (size_t)word.length && !memcmp(name, word.text, length)) || is_static_of_function(name, word);
}

/* Steps of an address. */

static int is_cast(LLVMValueRef value)
{
	return LLVMIsABitCastInst(value) || (LLVMIsAConstantExpr(value) && LLVMGetConstOpcode(value) == LLVMBitCast);
}

static int is_call_of(LLVMValueRef value, const char *part)
{
	size_t length;
	LLVMValueRef callee = LLVMIsACallInst(value) || LLVMIsAInvokeInst(value) ? LLVMGetCalledValue(value) : NULL;

	return callee && LLVMIsAFunction(callee) && strstr(LLVMGetValueName2(callee, &length), part);
}

static LLVMValueRef strip(LLVMValueRef value)
{
	while (is_cast(value) || is_call_of(value, "llvm.threadlocal.address"))
		value = LLVMGetOperand(value, 0);
	return value;
}

static int is_step(LLVMValueRef value)
{
	return LLVMIsAGetElementPtrInst(value) != NULL;
}

/* Base classes and unions without a name are steps that no source has. */
static LLVMValueRef skip_unnamed(LLVMValueRef value)
{
	size_t length;

	for (value = strip(value); is_step(value); value = strip(LLVMGetOperand(value, 0)))
		if (LLVMGetValueName2(value, &length), length > 0)
			break;
	return value;
}

/* What POINTER is the member of that is called so; NULL if it is none.  A member of a union is a cast. */
static LLVMValueRef member_base(LLVMValueRef pointer, struct word word)
{
	for (; is_step(pointer) || is_cast(pointer); pointer = LLVMGetOperand(pointer, 0)) {
		if (is_called(pointer, word))
			return skip_unnamed(LLVMGetOperand(pointer, 0));
		if (is_step(pointer))
			return NULL;
	}
	return NULL;
}

static int is_this(LLVMValueRef value)
{
	return LLVMIsALoadInst(value) && is_named_for(LLVMGetOperand(value, 0), "this");
}

/* A lambda's capture by reference: a pointer in an element without a name. */
static int is_capture(LLVMValueRef pointer)
{
	size_t length;

	return is_step(pointer) && (LLVMGetValueName2(pointer, &length), length == 0) &&
	       is_this(LLVMGetOperand(pointer, 0));
}

/* Matching. */

/* "scope::name": the scopes belong to the name. */
static int with_scopes(const struct matcher *self, int begin)
{
	while (td_text_ends_with(self->line, begin, "::")) {
		int scope = td_text_word_begin(self->line, begin - 2);

		if (scope == begin - 2)
			break;
		begin = scope;
	}
	return begin;
}

static int match_variable(const struct matcher *self, LLVMValueRef pointer, struct word word, int begin)
{
	LLVMValueRef base;

	if ((LLVMIsAAllocaInst(strip(pointer)) || LLVMIsAArgument(strip(pointer))) && is_called(strip(pointer), word))
		return begin;
	base = member_base(pointer, word);
	return base && is_this(base) ? with_scopes(self, begin) : TD_NOWHERE;
}

static int over_part(const struct matcher *self, int end)
{
	int begin = td_text_word_begin(self->line, end), before = td_text_back(self->line, begin);

	if (td_text_ends_with(self->line, end, "]"))
		begin = td_text_open(self->line, end);
	else
		begin = begin < end && td_text_ends_with(self->line, before, ".") ? before - 1 : TD_NOWHERE;
	return begin == TD_NOWHERE ? TD_NOWHERE : td_text_back(self->line, begin);
}

/* Enters the parts that the text names, one after the other. */
static int enter_parts(const struct matcher *self, struct td_weave_part *part, int at, int end)
{
	while (at < end) {
		int is_member = self->line[at] == '.', first = td_text_skip(self->line, at + 1);
		char *rest;
		long long number = strtoll(self->line + first, &rest, 0);

		at = is_member ? td_text_word_end(self->line, first) : td_text_close(self->line, at);
		if (is_member && !td_weave_enter_member(self->weaver, part, self->line + first, at - first))
			return 0;
		if (!is_member && !td_weave_enter_element(self->weaver, part, *rest == ']' ? number : TD_ANY_ELEMENT))
			return 0;
		at = td_text_skip(self->line, at);
	}
	return !part->subscripts;
}

/* A global, or a part of it at a fixed place, which is one constant: the text's parts must lead there. */
static int match_part(const struct matcher *self, LLVMValueRef pointer, int end, struct td_weave_part *part)
{
	LLVMValueRef global = td_weave_base(pointer);
	int root = td_text_back(self->line, end), begin, before;

	*part = td_weave_part_of(self->weaver, pointer);
	if (!LLVMIsAGlobalVariable(global))
		return TD_NOWHERE;
	end = root;
	for (int next = over_part(self, root); next != TD_NOWHERE; next = over_part(self, root))
		root = next;
	begin = td_text_word_begin(self->line, root);
	before = td_text_back(self->line, begin);
	if (begin == root || td_text_ends_with(self->line, before, "->") ||
	    !is_global_called(global, (struct word){self->line + begin, root - begin}))
		return TD_NOWHERE;
	if (part->type ? !enter_parts(self, part, td_text_skip(self->line, root), end) || part->offset : root != end)
		return TD_NOWHERE;
	return with_scopes(self, begin);
}

static int match_constant(const struct matcher *self, LLVMValueRef pointer, int end)
{
	struct td_weave_part part;

	return match_part(self, pointer, end, &part);
}

/* "f(x)": the function must be the one that is called. */
static int match_call(const struct matcher *self, LLVMValueRef call, int end)
{
	LLVMValueRef callee = LLVMGetCalledValue(call);
	int open = td_text_ends_with(self->line, end, ")") ? td_text_open(self->line, end) : TD_NOWHERE, begin, before;

	if (open == TD_NOWHERE || !LLVMIsAFunction(callee))
		return TD_NOWHERE;
	end = td_text_back(self->line, open);
	begin = td_text_word_begin(self->line, end);
	before = td_text_back(self->line, begin);
	if (begin == end || td_text_ends_with(self->line, before, ".") || td_text_ends_with(self->line, before, "->"))
		return TD_NOWHERE;
	return is_global_called(callee, (struct word){self->line + begin, end - begin}) ? with_scopes(self, begin)
											: TD_NOWHERE;
}

/* What stands in parentheses that are those of no call; a cast may come first. */
static int match_parenthesised(const struct matcher *self, LLVMValueRef pointer, int end)
{
	int open = td_text_open(self->line, end), before, inner;

	if (open == TD_NOWHERE)
		return TD_NOWHERE;
	before = td_text_back(self->line, open);
	inner = match_starred(self, pointer, end - 1);
	if (inner == TD_NOWHERE || td_text_word_begin(self->line, before) < before)
		return TD_NOWHERE;
	inner = td_text_back(self->line, inner);
	if (td_text_ends_with(self->line, inner, ")"))
		inner = td_text_back(self->line, td_text_open(self->line, inner));
	return inner == open + 1 ? open : TD_NOWHERE;
}

static int is_increment(const struct matcher *self, int end)
{
	return td_text_ends_with(self->line, end, "++") || td_text_ends_with(self->line, end, "--");
}

/* Text whose value is VALUE: of a variable, that of the load. */
static int match_value(const struct matcher *self, LLVMValueRef value, int end)
{
	value = strip(value);
	end = td_text_back(self->line, end);
	if (self->is_cxx && is_call_of(value, "ptEv")) /* operator-> */
		return match_object(self, LLVMGetOperand(value, 0), end);
	if (LLVMIsACallInst(value))
		return match_call(self, value, end);
	if (is_step(value) && is_named_for(value, "arraydecay"))
		return match_object(self, LLVMGetOperand(value, 0), end);
	if (!LLVMIsALoadInst(value))
		return TD_NOWHERE;
	if (is_increment(self, end))
		end -= 2;
	return match_object(self, LLVMGetOperand(value, 0), end);
}

static int match_element(const struct matcher *self, LLVMValueRef pointer, int end)
{
	int open = td_text_open(self->line, end);

	if (open == TD_NOWHERE)
		return TD_NOWHERE;
	if (self->is_cxx && is_call_of(pointer, "ixE")) /* operator[] */
		return match_object(self, LLVMGetOperand(pointer, 0), open);
	if (!is_step(pointer) || !is_named_for(pointer, "arrayidx"))
		return TD_NOWHERE;
	if (LLVMGetNumOperands(pointer) > 2)
		return match_object(self, LLVMGetOperand(pointer, 0), open);
	return match_value(self, LLVMGetOperand(pointer, 0), open);
}

static int match_word(const struct matcher *self, LLVMValueRef pointer, int end)
{
	int begin = td_text_word_begin(self->line, end), before = td_text_back(self->line, begin);
	struct word word = {self->line + begin, end - begin};
	int is_arrow = td_text_ends_with(self->line, before, "->");
	LLVMValueRef base;

	if (begin == end)
		return TD_NOWHERE;
	if (!is_arrow && !td_text_ends_with(self->line, before, "."))
		return match_variable(self, pointer, word, begin);
	base = member_base(pointer, word);
	if (!base)
		return TD_NOWHERE;
	return is_arrow ? match_value(self, base, before - 2) : match_object(self, base, before - 1);
}

/* A reference is a pointer that C++ follows without saying so. */
static int match_reference(const struct matcher *self, LLVMValueRef pointer, int end)
{
	int begin = td_text_word_begin(self->line, end), before = td_text_back(self->line, begin);

	if (!self->is_cxx || !LLVMIsALoadInst(pointer) || begin == end)
		return TD_NOWHERE;
	pointer = LLVMGetOperand(pointer, 0);
	if (LLVMIsAConstant(pointer))
		return match_constant(self, pointer, end);
	if (is_capture(pointer) && !td_text_ends_with(self->line, before, ".") &&
	    !td_text_ends_with(self->line, before, "->"))
		return begin;
	return match_word(self, pointer, end);
}

/* Text for the object at POINTER that is not a dereference: those begin further to the left. */
static int match_object(const struct matcher *self, LLVMValueRef pointer, int end)
{
	LLVMValueRef stripped = strip(pointer);
	int begin;

	end = td_text_back(self->line, end);
	if (LLVMIsAConstant(stripped))
		return match_constant(self, stripped, end);
	if (td_text_ends_with(self->line, end, "]"))
		return match_element(self, stripped, end);
	if (td_text_ends_with(self->line, end, ")"))
		return match_parenthesised(self, pointer, end);
	begin = match_word(self, pointer, end);
	return begin == TD_NOWHERE ? match_reference(self, stripped, end) : begin;
}

/* Steps back over this many stars, which must be all there are, and casts behind them: "*(int *)p". */
static int over_stars(const struct matcher *self, int begin, int stars)
{
	for (int i = 0; i < stars; i++) {
		int before = td_text_back(self->line, begin);

		if (td_text_ends_with(self->line, before, ")"))
			before = td_text_back(self->line, td_text_open(self->line, before));
		if (!td_text_ends_with(self->line, before, "*"))
			return TD_NOWHERE;
		begin = before - 1;
	}
	return td_text_ends_with(self->line, td_text_back(self->line, begin), "*") ? TD_NOWHERE : begin;
}

/* Text that becomes the object at POINTER by so many stars: of "*p", the text `p`. */
static int match_operand(const struct matcher *self, LLVMValueRef pointer, int stars, int end)
{
	end = td_text_back(self->line, end);
	if (stars && is_increment(self, end))
		end -= 2;
	for (; stars; stars--) {
		pointer = strip(pointer);
		if (!LLVMIsALoadInst(pointer))
			return TD_NOWHERE;
		pointer = LLVMGetOperand(pointer, 0);
	}
	return match_object(self, pointer, end);
}

/* Text for the object at POINTER: "x", or "*p", where the pointer is what a load of `p` gives. */
static int match_starred(const struct matcher *self, LLVMValueRef pointer, int end)
{
	for (int stars = 0; stars < MOST_STARS; stars++) {
		int begin = match_operand(self, pointer, stars, end);

		begin = begin == TD_NOWHERE ? TD_NOWHERE : over_stars(self, begin, stars);
		if (begin != TD_NOWHERE)
			return begin;
	}
	return TD_NOWHERE;
}

/* Where to look. */

struct span {
	int begin, end;
};

static const struct span no_span = {TD_NOWHERE, TD_NOWHERE};

typedef int match(const struct matcher *self, LLVMValueRef value, int end);

static int begins_operand(const char *line, int at)
{
	return td_text_is_word(line[at]) || line[at] == '(' || (line[at] == '*' && line[at + 1] != '=');
}

static int over_casts(const char *line, int at)
{
	for (;;) {
		int end = line[at] == '(' ? td_text_close(line, at) : TD_NOWHERE;
		int next = end == TD_NOWHERE ? at : td_text_skip(line, end);

		if (next == at || !(td_text_is_word(line[next]) || line[next] == '('))
			return at;
		at = next;
	}
}

/* Whether a part of the object that ends here follows: then the object is not what is accessed.  The elements that
 * follow a pointer are no parts of it, but an array may begin with a pointer. */
static int has_part(const struct matcher *self, LLVMValueRef value, int end)
{
	char next = self->line[td_text_skip(self->line, end)];
	struct td_weave_part part;

	if (next != '[' || !self->loads_pointer)
		return next == '.' || next == '[';
	return LLVMIsAConstant(strip(value)) && match_part(self, strip(value), end, &part) != TD_NOWHERE &&
	       (!part.type || td_weave_has_parts(self->weaver, &part));
}

/* "*p", "*(int *)p": the shortest that begins at AT and matches. */
static struct span find_starred(const struct matcher *self, LLVMValueRef pointer, int at)
{
	int first = at, stars = 0, end;

	for (; self->line[first] == '*'; stars++)
		first = td_text_skip(self->line, first + 1);
	first = over_casts(self->line, first);
	end = td_text_primary(self->line, first);
	for (int i = 0; i < MOST_SUFFIXES && end != TD_NOWHERE; i++) {
		if (match_operand(self, pointer, stars, end) == first)
			return (struct span){at, end};
		end = td_text_longer(self->line, end);
	}
	return no_span;
}

/* An expression that begins at AT or has a member's name there: the shortest that matches. */
static struct span find_at(const struct matcher *self, LLVMValueRef value, int at, match *matches)
{
	int end = td_text_primary(self->line, at);

	if (self->line[at] == '*')
		return find_starred(self, value, at);
	for (int i = 0; i < MOST_SUFFIXES && end != TD_NOWHERE; i++) {
		int begin = matches(self, value, end);

		if (begin != TD_NOWHERE && begin <= at && !has_part(self, value, end))
			return (struct span){begin, end};
		end = td_text_longer(self->line, end);
	}
	return no_span;
}

/* The operand before an assignment, or on either side of "++". */
static struct span find_around(const struct matcher *self, LLVMValueRef pointer, int at)
{
	int end = td_text_back(self->line, at), begin = match_starred(self, pointer, end);
	char c = self->line[at];

	if (begin != TD_NOWHERE)
		return (struct span){begin, end};
	if ((c == '+' || c == '-') && self->line[at + 1] == c)
		return find_at(self, pointer, td_text_skip(self->line, at + 2), match_object);
	return no_span;
}

static int is_same_text(const struct matcher *self, struct span one, struct span other)
{
	int length = one.end - one.begin;

	return length == other.end - other.begin &&
	       !memcmp(self->line + one.begin, self->line + other.begin, (size_t)length);
}

/* What a macro makes of its arguments has the place of the macro: the argument, or the part of one, that alone matches.
 * Whether `p` is a reference or the macro follows a pointer cannot be told. */
static struct span find_in_arguments(const struct matcher *self, LLVMValueRef pointer, int at)
{
	struct matcher plain = {self->weaver, self->line, 0, self->loads_pointer};
	int open = td_text_skip(self->line, td_text_word_end(self->line, at)), close;
	struct span found = no_span;

	close = self->line[open] == '(' ? td_text_close(self->line, open) : TD_NOWHERE;
	for (int i = open + 1; i < close; i++) {
		int is_inside = td_text_is_word(self->line[i - 1]) && td_text_is_word(self->line[i]);
		struct span span = is_inside || !begins_operand(self->line, i)
					   ? no_span
					   : find_at(&plain, pointer, i, match_object);

		if (span.begin != i)
			continue;
		if (found.begin != TD_NOWHERE && !is_same_text(self, found, span))
			return no_span;
		found = span;
	}
	return found;
}

static struct span find_access(const struct matcher *self, LLVMValueRef pointer, int at)
{
	struct span span;

	if (!begins_operand(self->line, at))
		return find_around(self, pointer, at);
	span = find_at(self, pointer, at, match_object);
	return span.begin == TD_NOWHERE ? find_in_arguments(self, pointer, at) : span;
}

/* A copy has the place of what is copied; where it goes to stands before the "=". */
static struct span find_target(const struct matcher *self, LLVMValueRef pointer, int at)
{
	int before = td_text_back(self->line, at);
	struct span span = find_access(self, pointer, at);

	if (span.begin == TD_NOWHERE && td_text_ends_with(self->line, before, "="))
		return find_around(self, pointer, before - 1);
	return span;
}

/* The right side of an assignment. */
static struct span find_source(const struct matcher *self, LLVMValueRef pointer, int at)
{
	if (self->line[at] == '=' && self->line[at + 1] != '=')
		at = td_text_skip(self->line, at + 1);
	return begins_operand(self->line, at) ? find_at(self, pointer, at, match_object) : no_span;
}

static char *text_of(const struct matcher *self, struct span span, const char *before)
{
	int length;

	if (span.begin != TD_NOWHERE && self->line[span.begin] == '(' &&
	    td_text_close(self->line, span.begin) == span.end)
		span = (struct span){span.begin + 1, span.end - 1};
	length = span.end - span.begin;
	if (span.begin == TD_NOWHERE || length > LONGEST_EXPRESSION)
		return NULL;
	for (int i = span.begin; i < span.end; i++)
		if (iscntrl((unsigned char)self->line[i]))
			return NULL;
	return td_format("%s%.*s", before, length, self->line + span.begin);
}

/* "f(&x)": what the argument points to is x; "f(p)": it is *p. */
static char *argument_text(const struct matcher *self, LLVMValueRef argument, int at)
{
	if (self->line[at] == '&')
		return text_of(self, find_at(self, argument, td_text_skip(self->line, at + 1), match_object), "");
	return text_of(self, find_at(self, argument, at, match_value), "*");
}

/* "x.f(...)" and "p->f(...)", where the method's name is at AT. */
static char *receiver_text(const struct matcher *self, LLVMValueRef receiver, int at)
{
	int before = td_text_back(self->line, at), is_arrow = td_text_ends_with(self->line, before, "->");
	int end = before - (is_arrow ? 2 : 1);
	int begin = is_arrow ? match_value(self, receiver, end) : match_object(self, receiver, end);

	return text_of(self, (struct span){begin, td_text_back(self->line, end)}, is_arrow ? "*" : "");
}

static char *call_text(const struct matcher *self, LLVMValueRef argument, int at)
{
	int end = td_text_primary(self->line, at), before = td_text_back(self->line, at);
	int open = end == TD_NOWHERE ? 0 : td_text_skip(self->line, end);
	int is_method = td_text_ends_with(self->line, before, ".") || td_text_ends_with(self->line, before, "->");

	if (self->is_cxx && is_method && td_text_is_word(self->line[at]))
		return receiver_text(self, argument, at);
	if (td_text_is_word(self->line[at]) && self->line[open] == '(') {
		char *text = argument_text(self, argument, td_text_skip(self->line, open + 1));

		if (text)
			return text;
	}
	return self->is_cxx ? text_of(self, find_access(self, argument, at), "") : NULL;
}

/* The call's function by its name, at AT or among the arguments of the macro there. */
static int find_callee(const struct matcher *self, LLVMValueRef callee, int at)
{
	int open = td_text_skip(self->line, td_text_word_end(self->line, at));
	int close = self->line[open] == '(' ? td_text_close(self->line, open) : TD_NOWHERE, found = TD_NOWHERE;

	for (int i = at; LLVMIsAFunction(callee) && i < close; i++) {
		struct word word = {self->line + i, td_text_word_end(self->line, i) - i};

		if ((i > at && td_text_is_word(self->line[i - 1])) || !word.length || !is_global_called(callee, word))
			continue;
		if (found != TD_NOWHERE)
			return TD_NOWHERE;
		found = i;
	}
	return found;
}

static const char *source_line(struct weaver *self, LLVMMetadataRef location)
{
	char *path = td_weave_file(LLVMDILocationGetScope(location));
	const char *line = td_sources_line(&self->sources, path, (int)LLVMDILocationGetLine(location));

	free(path);
	return line;
}

char *td_weave_expression(struct weaver *self, LLVMValueRef instruction, LLVMValueRef pointer,
			  enum td_weave_operand operand)
{
	LLVMMetadataRef location = LLVMInstructionGetDebugLoc(instruction);
	unsigned column = location ? LLVMDILocationGetColumn(location) : 0;
	const char *line = column ? source_line(self, location) : NULL;
	int is_load = LLVMIsALoadInst(instruction) != NULL;
	struct matcher matcher = {self, line, self->is_cxx,
				  is_load && LLVMGetTypeKind(LLVMTypeOf(instruction)) == LLVMPointerTypeKind};
	int at = (int)column - 1, callee;

	if (!line || column > strlen(line))
		return NULL;
	switch (operand) {
	case TD_OPERAND_CALL:
		callee = find_callee(&matcher, LLVMGetCalledValue(instruction), at);
		return call_text(&matcher, pointer, callee == TD_NOWHERE ? at : callee);
	case TD_OPERAND_BUILTIN: return call_text(&matcher, pointer, at);
	case TD_OPERAND_TARGET: return text_of(&matcher, find_target(&matcher, pointer, at), "");
	case TD_OPERAND_SOURCE: return text_of(&matcher, find_source(&matcher, pointer, at), "");
	default: return text_of(&matcher, find_access(&matcher, pointer, at), "");
	}
}
