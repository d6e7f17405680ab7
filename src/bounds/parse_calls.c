/* Calls, and what libclang has no kind for: atomic operations, implicit conversions, operators of classes. */
#include "parse.h"

#include "base/base.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static struct td_node *node_of(struct td_parsing *self, uint32_t node)
{
	return &self->unit.nodes.items[node];
}

static void parse_arguments(struct td_parsing *self, CXCursor cursor, int from)
{
	int count = clang_Cursor_getNumArguments(cursor);

	for (int i = from; i < count; i++)
		td_parse_tree(self, clang_Cursor_getArgument(cursor, (unsigned)i));
}

/* An operator of a class is an operator: `++iterator`, `live < 8`, `task = std::thread(run)`. */
static bool parse_operator(struct td_parsing *self, CXCursor cursor, const char *text)
{
	int count = clang_Cursor_getNumArguments(cursor);
	struct td_operation operation = td_operation_of_text(text);
	uint32_t node;

	if (!strcmp(text, "[]") && count == 2) {
		node = td_open_node(self, TD_N_SUBSCRIPT, cursor);
	} else if (!strcmp(text, "->") && count == 1) {
		parse_arguments(self, cursor, 0);
		return true;
	} else if (operation.op == TD_O_INC || operation.op == TD_O_DEC || (count == 1 && strchr("*!-~", *text))) {
		node = td_open_node(self, TD_N_UNARY, cursor);
		node_of(self, node)->op = (uint8_t)(*text == '*' ? TD_O_DEREF : *text == '-' && !text[1] ? TD_O_NEG : operation.op);
		count = 1; /* the postfix forms have a second one that means nothing */
	} else if (count == 2 && (operation.op || operation.assigns)) {
		node = td_open_node(self, operation.assigns ? TD_N_ASSIGN : TD_N_BINARY, cursor);
		node_of(self, node)->op = (uint8_t)operation.op;
	} else {
		return false;
	}
	for (int i = 0; i < count; i++)
		td_parse_tree(self, clang_Cursor_getArgument(cursor, (unsigned)i));
	td_close_node(self, node);
	return true;
}

static bool is_function(CXCursor meant)
{
	switch (clang_getCursorKind(meant)) {
	case CXCursor_FunctionDecl:
	case CXCursor_FunctionTemplate:
	case CXCursor_CXXMethod:
	case CXCursor_Constructor:
	case CXCursor_Destructor:
	case CXCursor_ConversionFunction:
		return true;
	default:
		return false;
	}
}

/* The object of a method: libclang gives it as a part of the method's name. */
static void parse_object(struct td_parsing *self, CXCursor callee)
{
	struct td_cursors parts = td_children(callee);

	if (parts.count)
		td_parse_tree(self, parts.items[0]);
	else
		td_none(self, callee);
	free(parts.items);
}

static void parse_callee(struct td_parsing *self, CXCursor cursor, CXCursor meant, const struct td_cursors *children)
{
	if (clang_getCursorKind(meant) == CXCursor_Constructor || !children->count)
		td_none(self, cursor);
	else if (clang_getCursorKind(children->items[0]) == CXCursor_MemberRefExpr && is_function(meant))
		parse_object(self, children->items[0]);
	else if (is_function(meant))
		td_none(self, cursor);
	else
		td_parse_tree(self, children->items[0]);
}

static enum CXChildVisitResult find_overloaded(CXCursor cursor, CXCursor parent, CXClientData data)
{
	CXCursor *found = data;

	(void)parent;
	if (clang_getCursorKind(cursor) == CXCursor_OverloadedDeclRef)
		*found = cursor;
	return CXChildVisit_Continue;
}

/* In a template it is not known yet which of several functions is meant, but what they are called is. */
static CXCursor overloaded(CXCursor callee)
{
	CXCursor found = clang_getNullCursor();

	clang_visitChildren(callee, find_overloaded, &found);
	return found;
}

static void name_call(struct td_parsing *self, uint32_t node, CXCursor cursor, CXCursor meant, const struct td_cursors *children)
{
	uint32_t name = 0, spelling = 0;
	CXString text = clang_getCursorSpelling(cursor);
	enum CXCursorKind kind = clang_getCursorKind(meant);
	uint16_t flags = kind == CXCursor_Constructor ? TD_F_CONSTRUCT : kind == CXCursor_CXXMethod ? TD_F_METHOD : 0;

	if (is_function(meant))
		td_name_of(self, meant, &name, &spelling);
	else
		spelling = td_building_string(&self->unit, clang_getCString(text));
	clang_disposeString(text);
	if (kind == CXCursor_CXXMethod && !clang_Cursor_isDynamicCall(cursor))
		flags |= TD_F_EXACT;
	node_of(self, node)->name = name;
	node_of(self, node)->spelling = spelling;
	node_of(self, node)->flags |= flags;
	node_of(self, node)->type =
	    td_parse_type(self, clang_getCursorType(is_function(meant) || !children->count ? cursor : children->items[0]));
}

static void parse_method_of_template(struct td_parsing *self, CXCursor cursor, CXCursor callee)
{
	struct td_cursors children = td_children(cursor);
	CXString name = clang_getCursorSpelling(overloaded(callee));
	uint32_t node = td_open_node(self, TD_N_CALL, cursor);

	node_of(self, node)->spelling = td_building_string(&self->unit, clang_getCString(name));
	node_of(self, node)->flags |= TD_F_METHOD;
	clang_disposeString(name);
	parse_object(self, callee);
	for (size_t i = 1; i < children.count; i++)
		td_parse_tree(self, children.items[i]);
	td_close_node(self, node);
	free(children.items);
}

/* std::thread(f), std::thread t(f) where f's type is not known yet: "std::thread::thread". */
void td_parse_construction(struct td_parsing *self, CXCursor cursor, CXType type)
{
	struct td_cursors children = td_children(cursor);
	const char *text = td_building_text(&self->unit, td_parse_type(self, type)), *last = strrchr(text, ':');
	char *name = td_format("%s::%s", text, last ? last + 1 : text);
	uint32_t node = td_open_node(self, TD_N_CALL, cursor);

	node_of(self, node)->spelling = td_building_string(&self->unit, name);
	node_of(self, node)->type = td_parse_type(self, type);
	node_of(self, node)->flags |= TD_F_CONSTRUCT;
	td_none(self, cursor);
	for (size_t i = 0; i < children.count; i++)
		td_parse_tree(self, children.items[i]);
	td_close_node(self, node);
	free(name);
	free(children.items);
}

/* Inside a template; false if it is a call like any other. */
static bool parse_dependent(struct td_parsing *self, CXCursor cursor)
{
	struct td_cursors children = td_children(cursor);
	CXType type = clang_getCanonicalType(clang_getCursorType(cursor));
	bool is_method = children.count && !clang_Cursor_isNull(overloaded(children.items[0])) &&
			 clang_getCursorKind(children.items[0]) == CXCursor_MemberRefExpr;

	if (is_method)
		parse_method_of_template(self, cursor, children.items[0]);
	else if (type.kind == CXType_Record)
		td_parse_construction(self, cursor, type);
	free(children.items);
	return is_method || type.kind == CXType_Record;
}

static void parse_plain_call(struct td_parsing *self, CXCursor cursor, CXCursor meant)
{
	struct td_cursors children = td_children(cursor);
	uint32_t node = td_open_node(self, TD_N_CALL, cursor);

	name_call(self, node, cursor, meant, &children);
	parse_callee(self, cursor, meant, &children);
	parse_arguments(self, cursor, 0);
	td_close_node(self, node);
	free(children.items);
}

/* start(...), where start is a lambda or an object with operator(). */
static void parse_object_call(struct td_parsing *self, CXCursor cursor, CXCursor meant)
{
	CXCursor object = clang_Cursor_getArgument(cursor, 0);
	uint32_t node = td_open_node(self, TD_N_CALL, cursor), lambda = td_lambda_name(self, clang_getCursorType(object)), name,
		 spelling;

	td_name_of(self, meant, &name, &spelling);
	node_of(self, node)->name = lambda ? lambda : name;
	node_of(self, node)->spelling = spelling;
	node_of(self, node)->flags |= TD_F_METHOD;
	td_parse_tree(self, object);
	parse_arguments(self, cursor, 1);
	td_close_node(self, node);
}

static void parse_memory(struct td_parsing *self, CXCursor cursor, const char *name)
{
	struct td_cursors children = td_children(cursor);
	uint32_t node = td_open_node(self, TD_N_CALL, cursor);

	node_of(self, node)->spelling = td_building_string(&self->unit, name);
	node_of(self, node)->type = td_parse_type(self, clang_getCursorType(cursor));
	td_none(self, cursor);
	for (size_t i = 0; i < children.count; i++)
		td_parse_tree(self, children.items[i]);
	if (clang_getCursorKind(cursor) == CXCursor_CXXDeleteExpr && children.count == 1)
		td_parse_destruction(self, cursor, children.items[0]);
	td_close_node(self, node);
	free(children.items);
}

/* list.end() where a const_iterator is wanted: it stands at the same place. */
static bool makes_iterator(CXCursor constructor)
{
	CXString name = clang_getCursorSpelling(constructor);
	bool makes = clang_getCString(name) && strstr(clang_getCString(name), "_iterator");

	clang_disposeString(name);
	return makes;
}

static bool is_copy(CXCursor meant)
{
	return clang_getCursorKind(meant) == CXCursor_Constructor &&
	       (clang_CXXConstructor_isCopyConstructor(meant) || clang_CXXConstructor_isMoveConstructor(meant) || makes_iterator(meant));
}

void td_parse_call(struct td_parsing *self, CXCursor cursor)
{
	CXCursor meant = clang_getCursorReferenced(cursor);
	CXString name = clang_getCursorSpelling(meant);
	const char *text = clang_getCString(name);
	bool is_operator = text && !strncmp(text, "operator", 8) && text[8] && text[8] != ' ' && !isalnum((unsigned char)text[8]);

	if (clang_getCursorKind(cursor) == CXCursor_CXXNewExpr)
		parse_memory(self, cursor, "operator new");
	else if (clang_getCursorKind(cursor) == CXCursor_CXXDeleteExpr)
		parse_memory(self, cursor, "operator delete");
	else if (is_copy(meant) && clang_Cursor_getNumArguments(cursor) == 1)
		parse_arguments(self, cursor, 0);
	else if (clang_getCursorKind(meant) == CXCursor_ConversionFunction) {
		struct td_cursors children = td_children(cursor);

		if (children.count)
			parse_object(self, children.items[0]);
		else
			td_none(self, cursor);
		free(children.items);
	} else if (is_operator && !strcmp(text + 8, "()") && clang_Cursor_getNumArguments(cursor) > 0)
		parse_object_call(self, cursor, meant);
	else if (!(clang_Cursor_isNull(meant) && parse_dependent(self, cursor)) &&
		 (!is_operator || !parse_operator(self, cursor, text + 8)))
		parse_plain_call(self, cursor, meant);
	clang_disposeString(name);
}

/* { .run = work } in an initialiser is an assignment to the field. */
static bool parse_designated(struct td_parsing *self, CXCursor cursor, const struct td_cursors *children)
{
	if (children->count != 2 || clang_getCursorKind(children->items[0]) != CXCursor_MemberRef)
		return false;
	td_parse_field_value(self, cursor, clang_getCursorReferenced(children->items[0]), children->items[1]);
	return true;
}

/* atomic_fetch_add(&n, 1) has no kind of its own, nor a name: the name is read where it is spelt.  Its parts are the object,
 * the memory order, the value and, of compare and exchange, another order and the new value. */
static bool parse_atomic(struct td_parsing *self, CXCursor cursor, const struct td_cursors *children)
{
	const char *begin, *end, *at = td_spelt_at(self, clang_getCursorLocation(cursor), &begin, &end);
	char name[64];
	size_t length = 0;
	uint32_t node;

	if (!at || children->count < 1)
		return false;
	while (at + length < end && length + 1 < sizeof name && (isalnum((unsigned char)at[length]) || at[length] == '_'))
		name[length] = at[length], length++;
	name[length] = '\0';
	if (strncmp(name, "__c11_atomic_", 13) && strncmp(name, "__atomic_", 9) && strncmp(name, "atomic_", 7))
		return false;
	node = td_open_node(self, TD_N_CALL, cursor);
	node_of(self, node)->spelling = td_building_string(&self->unit, strstr(name, "atomic_"));
	td_none(self, cursor);
	td_parse_tree(self, children->items[0]);
	for (size_t i = 2; i < children->count; i += 2)
		td_parse_tree(self, children->items[i]);
	td_close_node(self, node);
	return true;
}

static bool is_called_here(struct td_parsing *self, CXCursor cursor)
{
	const char *begin, *end, *at = td_spelt_at(self, clang_getCursorLocation(cursor), &begin, &end);

	while (at && at < end && (isalnum((unsigned char)*at) || *at == '_' || *at == ' '))
		at++;
	return at && at < end && *at == '(';
}

/* A call whose arguments do not fit the one function of that name is an error, and a call all the same. */
static bool parse_unfitting(struct td_parsing *self, CXCursor cursor, const struct td_cursors *children)
{
	CXCursor named = children->count ? overloaded(children->items[0]) : clang_getNullCursor(), meant;
	uint32_t node, name, spelling;

	if (clang_Cursor_isNull(named) || clang_getNumOverloadedDecls(named) != 1 || !is_called_here(self, cursor))
		return false;
	meant = clang_getOverloadedDecl(named, 0);
	if (!is_function(meant))
		return false;
	node = td_open_node(self, TD_N_CALL, cursor);
	td_name_of(self, meant, &name, &spelling);
	node_of(self, node)->name = name;
	node_of(self, node)->spelling = spelling;
	td_none(self, cursor);
	for (size_t i = 1; i < children->count; i++)
		td_parse_tree(self, children->items[i]);
	td_close_node(self, node);
	return true;
}

void td_parse_unexposed(struct td_parsing *self, CXCursor cursor)
{
	struct td_cursors children = td_children(cursor);
	uint32_t node;

	if (children.count == 1) {
		td_parse_tree(self, children.items[0]);
	} else if (!parse_designated(self, cursor, &children) && !parse_atomic(self, cursor, &children) &&
		   !parse_unfitting(self, cursor, &children)) {
		node = td_open_node(self, TD_N_OTHER, cursor);
		for (size_t i = 0; i < children.count; i++)
			td_parse_tree(self, children.items[i]);
		td_close_node(self, node);
	}
	free(children.items);
}
