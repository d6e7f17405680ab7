/* Statements and expressions, one cursor at a time. */
#include "parse.h"

#include "base/base.h"

#include <stdlib.h>
#include <string.h>

uint32_t td_open_node(struct td_parsing *self, enum td_node_kind kind, CXCursor cursor)
{
	struct td_node node = { .kind = (uint8_t)kind };

	td_place_of(self, cursor, &node);
	return td_building_node(&self->unit, node);
}

void td_close_node(struct td_parsing *self, uint32_t node)
{
	self->unit.nodes.items[node].end = (uint32_t)self->unit.nodes.count;
}

void td_none(struct td_parsing *self, CXCursor cursor)
{
	td_close_node(self, td_open_node(self, TD_N_NONE, cursor));
}

static struct td_node *node_of(struct td_parsing *self, uint32_t node)
{
	return &self->unit.nodes.items[node];
}

static bool is_mere_name(enum CXCursorKind kind)
{
	return kind == CXCursor_TypeRef || kind == CXCursor_NamespaceRef || kind == CXCursor_TemplateRef ||
	       kind == CXCursor_OverloadedDeclRef || (kind >= CXCursor_FirstAttr && kind <= CXCursor_LastAttr);
}

static enum CXChildVisitResult collect(CXCursor cursor, CXCursor parent, CXClientData data)
{
	struct td_cursors *children = data;

	(void)parent;
	if (!is_mere_name(clang_getCursorKind(cursor)))
		TD_PUSH(children, cursor);
	return CXChildVisit_Continue;
}

struct td_cursors td_children(CXCursor cursor)
{
	struct td_cursors children = { 0 };

	clang_visitChildren(cursor, collect, &children);
	return children;
}

static void parse_all(struct td_parsing *self, const struct td_cursors *children, size_t from)
{
	for (size_t i = from; i < children->count; i++)
		td_parse_tree(self, children->items[i]);
}

static void parse_plain(struct td_parsing *self, enum td_node_kind kind, CXCursor cursor, const struct td_cursors *children)
{
	uint32_t node = td_open_node(self, kind, cursor);

	parse_all(self, children, 0);
	td_close_node(self, node);
}

static bool is_declaration(CXCursor cursor)
{
	enum CXCursorKind kind = clang_getCursorKind(cursor);

	return kind == CXCursor_VarDecl || kind == CXCursor_DeclStmt;
}

/* `if (int n = f())` has a declaration before its condition: both are one condition, joined by a comma. */
static size_t parse_condition(struct td_parsing *self, const struct td_cursors *children, size_t at, size_t after)
{
	uint32_t node;

	if (at + after + 1 >= children->count || !is_declaration(children->items[at])) {
		td_parse_tree(self, children->items[at]);
		return at + 1;
	}
	node = td_open_node(self, TD_N_BINARY, children->items[at]);
	node_of(self, node)->op = TD_O_COMMA;
	td_parse_tree(self, children->items[at]);
	at = parse_condition(self, children, at + 1, after);
	td_close_node(self, node);
	return at;
}

static void parse_if(struct td_parsing *self, CXCursor cursor, const struct td_cursors *children)
{
	uint32_t node = td_open_node(self, TD_N_IF, cursor);
	size_t at = parse_condition(self, children, 0, 1);

	parse_all(self, children, at);
	if (children->count - at < 2)
		td_none(self, cursor);
	td_close_node(self, node);
}

static void parse_while(struct td_parsing *self, enum td_node_kind kind, CXCursor cursor, const struct td_cursors *children)
{
	uint32_t node = td_open_node(self, kind, cursor);

	parse_all(self, children, parse_condition(self, children, 0, 1));
	td_close_node(self, node);
}

static CXCursor unwrapped(CXCursor cursor)
{
	struct td_cursors children = td_children(cursor);

	if (clang_getCursorKind(cursor) == CXCursor_UnexposedExpr && children.count == 1)
		cursor = unwrapped(children.items[0]);
	free(children.items);
	return cursor;
}

static bool is_assignment(struct td_parsing *self, CXCursor cursor)
{
	struct td_cursors children;
	bool assigns = false;

	cursor = unwrapped(cursor);
	if (clang_getCursorKind(cursor) == CXCursor_DeclStmt)
		return true;
	children = td_children(cursor);
	if (clang_getCursorKind(cursor) == CXCursor_BinaryOperator && children.count == 2) {
		struct td_operation operation = td_binary_operation(self, cursor, children.items[0], children.items[1]);

		assigns = (operation.assigns && operation.op == TD_O_NONE) ||
			  (operation.op == TD_O_COMMA && is_assignment(self, children.items[0]));
	}
	free(children.items);
	return assigns;
}

static bool is_step(struct td_parsing *self, CXCursor cursor)
{
	enum CXCursorKind kind = clang_getCursorKind(unwrapped(cursor));
	struct td_cursors children = td_children(unwrapped(cursor));
	bool steps = is_assignment(self, cursor) || kind == CXCursor_CompoundAssignOperator;

	if (kind == CXCursor_UnaryOperator && children.count == 1) {
		enum td_operator op = td_unary_operation(self, unwrapped(cursor), children.items[0]).op;

		steps = op == TD_O_INC || op == TD_O_DEC;
	}
	free(children.items);
	return steps;
}

/* libclang leaves out what the head of a for does not have, without saying which of the three it was: it is guessed from what
 * they look like. */
static void parse_for(struct td_parsing *self, CXCursor cursor, const struct td_cursors *children)
{
	uint32_t node = td_open_node(self, TD_N_FOR, cursor);
	size_t head = children->count ? children->count - 1 : 0, at = 0;
	bool has_step, has_begin;

	has_begin = head == 3 || (head >= 1 && is_assignment(self, children->items[0]));
	has_step = head == 3 || (head > (size_t)has_begin && is_step(self, children->items[head - 1]));
	if (has_begin)
		td_parse_tree(self, children->items[at++]);
	else
		td_none(self, cursor);
	if (at + has_step < head)
		parse_condition(self, children, at, 1), at = head - has_step;
	else
		td_none(self, cursor);
	if (has_step)
		td_parse_tree(self, children->items[at++]);
	else
		td_none(self, cursor);
	parse_all(self, children, head);
	td_close_node(self, node);
}

static void parse_range(struct td_parsing *self, CXCursor cursor, const struct td_cursors *children)
{
	uint32_t node = td_open_node(self, TD_N_RANGE, cursor);
	size_t range = children->count >= 3 ? children->count - 2 : 0;
	uint32_t variable = td_open_node(self, TD_N_DECLARE, cursor);
	uint32_t name = 0, spelling = 0;

	for (size_t i = 0; i < range; i++)
		if (clang_getCursorKind(children->items[i]) == CXCursor_VarDecl)
			td_name_of(self, children->items[i], &name, &spelling);
	node_of(self, variable)->name = name;
	node_of(self, variable)->spelling = spelling;
	node_of(self, variable)->flags |= TD_F_LOCAL;
	td_none(self, cursor);
	td_close_node(self, variable);
	parse_all(self, children, range);
	td_close_node(self, node);
}

static void parse_declaration(struct td_parsing *self, CXCursor cursor, const struct td_cursors *children)
{
	uint32_t node = td_open_node(self, TD_N_DECLARE, cursor), name, spelling;
	CXCursor initial = clang_Cursor_getVarDeclInitializer(cursor);
	CXType type = clang_getCursorType(cursor);

	(void)children;
	td_name_of(self, cursor, &name, &spelling);
	node_of(self, node)->name = name;
	node_of(self, node)->spelling = spelling;
	node_of(self, node)->type = td_parse_type(self, type);
	node_of(self, node)->flags |= td_flags_of(cursor);
	if (clang_Cursor_isNull(initial))
		td_parse_lost_initial(self, cursor);
	else if (clang_getCursorType(initial).kind == CXType_Invalid && clang_getCanonicalType(type).kind == CXType_Record)
		td_parse_construction(self, initial, type);
	else
		td_parse_initial(self, initial, type);
	td_close_node(self, node);
}

static void parse_reference(struct td_parsing *self, CXCursor cursor)
{
	CXCursor meant = clang_getCursorReferenced(cursor);
	uint32_t node, name = 0, spelling = 0;

	if (clang_getCursorKind(meant) == CXCursor_EnumConstantDecl) {
		node = td_open_node(self, TD_N_LITERAL, cursor);
		node_of(self, node)->value = clang_getEnumConstantDeclValue(meant);
		td_name_of(self, meant, &name, &spelling);
		node_of(self, node)->spelling = spelling;
		td_close_node(self, node);
		return;
	}
	node = td_open_node(self, TD_N_REF, cursor);
	if (!clang_Cursor_isNull(meant))
		td_name_of(self, meant, &name, &spelling);
	node_of(self, node)->name = name;
	node_of(self, node)->spelling = spelling;
	node_of(self, node)->type = td_parse_type(self, clang_getCursorType(cursor));
	node_of(self, node)->flags |= clang_Cursor_isNull(meant) ? 0 : td_flags_of(meant);
	td_close_node(self, node);
}

static void parse_field(struct td_parsing *self, CXCursor cursor, const struct td_cursors *children)
{
	CXCursor meant = clang_getCursorReferenced(cursor);
	uint32_t node, name = 0, spelling = 0;
	uint16_t flags = clang_Cursor_isNull(meant) ? 0 : td_flags_of(meant);

	if (flags & TD_F_GLOBAL || flags & TD_F_FUNCTION || clang_getCursorKind(meant) == CXCursor_EnumConstantDecl) {
		parse_reference(self, cursor); /* a static member */
		return;
	}
	node = td_open_node(self, TD_N_FIELD, cursor);
	if (!clang_Cursor_isNull(meant))
		td_name_of(self, meant, &name, &spelling);
	node_of(self, node)->name = name;
	node_of(self, node)->spelling = spelling;
	node_of(self, node)->type = td_parse_type(self, clang_getCursorType(cursor));
	node_of(self, node)->flags |= flags;
	if (children->count)
		td_parse_tree(self, children->items[0]);
	else
		td_none(self, cursor);
	td_close_node(self, node);
}

static void parse_binary(struct td_parsing *self, CXCursor cursor, const struct td_cursors *children)
{
	struct td_operation operation;
	uint32_t node;

	if (children->count != 2) {
		parse_plain(self, TD_N_OTHER, cursor, children);
		return;
	}
	operation = td_binary_operation(self, cursor, children->items[0], children->items[1]);
	node = td_open_node(self, operation.assigns ? TD_N_ASSIGN : TD_N_BINARY, cursor);
	node_of(self, node)->op = (uint8_t)operation.op;
	parse_all(self, children, 0);
	td_close_node(self, node);
}

static void parse_unary(struct td_parsing *self, CXCursor cursor, const struct td_cursors *children)
{
	struct td_operation operation;
	uint32_t node;

	if (children->count != 1) {
		parse_plain(self, TD_N_OTHER, cursor, children);
		return;
	}
	operation = td_unary_operation(self, cursor, children->items[0]);
	if (operation.op == TD_O_NONE) { /* a plus, or __extension__ */
		td_parse_tree(self, children->items[0]);
		return;
	}
	node = td_open_node(self, TD_N_UNARY, cursor);
	node_of(self, node)->op = (uint8_t)operation.op;
	node_of(self, node)->flags |= operation.postfix ? TD_F_POSTFIX : 0;
	parse_all(self, children, 0);
	td_close_node(self, node);
}

/* Older versions do not say where a macro has it. */
static bool evaluate(CXCursor cursor, int64_t *value)
{
	CXEvalResult result = clang_Cursor_Evaluate(cursor);
	bool is_number = result && clang_EvalResult_getKind(result) == CXEval_Int;

	if (is_number)
		*value = clang_EvalResult_getAsLongLong(result);
	if (result)
		clang_EvalResult_dispose(result);
	return is_number;
}

static void parse_literal(struct td_parsing *self, CXCursor cursor)
{
	const char *begin, *end, *at = td_spelt_at(self, clang_getCursorLocation(cursor), &begin, &end);
	enum CXCursorKind kind = clang_getCursorKind(cursor);
	uint32_t node = td_open_node(self, TD_N_LITERAL, cursor);
	struct td_node *made = node_of(self, node);

	if (kind == CXCursor_CXXNullPtrLiteralExpr || kind == CXCursor_GNUNullExpr)
		made->value = 0;
	else if (kind == CXCursor_CXXBoolLiteralExpr && at && (*at == 't' || *at == 'f'))
		made->value = *at == 't';
	else if (kind == CXCursor_CharacterLiteral && at && *at == '\'' && at + 1 < end)
		made->value = at[1] == '\\' && at + 2 < end && at[2] == '0' ? 0 : at[1];
	else if (kind == CXCursor_IntegerLiteral && at && *at >= '0' && *at <= '9')
		made->value = (int64_t)strtoull(at, NULL, at[1] == 'b' ? 2 : 0);
	else if (kind == CXCursor_FloatingLiteral || !evaluate(cursor, &made->value))
		made->flags |= TD_F_UNKNOWN;
	td_close_node(self, node);
}

static void parse_jump(struct td_parsing *self, CXCursor cursor)
{
	uint32_t node = td_open_node(self, TD_N_GOTO, cursor);
	struct td_cursors children = td_children(cursor);
	CXString label = clang_getCursorSpelling(children.count ? children.items[0] : cursor);

	node_of(self, node)->name = td_building_string(&self->unit, clang_getCString(label));
	clang_disposeString(label);
	free(children.items);
	td_close_node(self, node);
}

static void parse_label(struct td_parsing *self, CXCursor cursor, const struct td_cursors *children)
{
	uint32_t node = td_open_node(self, TD_N_LABEL, cursor);
	CXString label = clang_getCursorSpelling(cursor);

	node_of(self, node)->name = td_building_string(&self->unit, clang_getCString(label));
	clang_disposeString(label);
	parse_all(self, children, 0);
	td_close_node(self, node);
}

static void parse_lambda(struct td_parsing *self, CXCursor cursor)
{
	uint32_t node = td_open_node(self, TD_N_LAMBDA, cursor);

	node_of(self, node)->name = td_lambda_name(self, clang_getCursorType(cursor));
	td_close_node(self, node);
	TD_PUSH(&self->lambdas, cursor);
}

/* Casts and parentheses: what they hold is their last part. */
static void parse_inside(struct td_parsing *self, CXCursor cursor, const struct td_cursors *children)
{
	if (children->count)
		td_parse_tree(self, children->items[children->count - 1]);
	else
		td_none(self, cursor);
}

static void parse_return(struct td_parsing *self, CXCursor cursor, const struct td_cursors *children)
{
	uint32_t node = td_open_node(self, TD_N_RETURN, cursor);

	if (children->count)
		td_parse_tree(self, children->items[0]);
	else
		td_none(self, cursor);
	td_close_node(self, node);
}

static void parse_expression(struct td_parsing *self, CXCursor cursor, const struct td_cursors *children)
{
	switch (clang_getCursorKind(cursor)) {
	case CXCursor_DeclRefExpr:
		parse_reference(self, cursor);
		break;
	case CXCursor_MemberRefExpr:
		parse_field(self, cursor, children);
		break;
	case CXCursor_BinaryOperator:
	case CXCursor_CompoundAssignOperator:
		parse_binary(self, cursor, children);
		break;
	case CXCursor_UnaryOperator:
		parse_unary(self, cursor, children);
		break;
	case CXCursor_CallExpr:
	case CXCursor_CXXNewExpr:
	case CXCursor_CXXDeleteExpr:
		td_parse_call(self, cursor);
		break;
	case CXCursor_ConditionalOperator:
		parse_plain(self, children->count == 3 ? TD_N_CONDITIONAL : TD_N_OTHER, cursor, children);
		break;
	case CXCursor_ArraySubscriptExpr:
		parse_plain(self, children->count == 2 ? TD_N_SUBSCRIPT : TD_N_OTHER, cursor, children);
		break;
	case CXCursor_IntegerLiteral:
	case CXCursor_FloatingLiteral:
	case CXCursor_CharacterLiteral:
	case CXCursor_CXXBoolLiteralExpr:
	case CXCursor_CXXNullPtrLiteralExpr:
	case CXCursor_GNUNullExpr:
		parse_literal(self, cursor);
		break;
	case CXCursor_StringLiteral:
		td_close_node(self, td_open_node(self, TD_N_STRING, cursor));
		break;
	case CXCursor_UnaryExpr: /* sizeof and alignof */
		td_close_node(self, td_open_node(self, TD_N_SIZEOF, cursor));
		break;
	case CXCursor_LambdaExpr:
		parse_lambda(self, cursor);
		break;
	case CXCursor_ParenExpr:
	case CXCursor_CStyleCastExpr:
	case CXCursor_CXXStaticCastExpr:
	case CXCursor_CXXReinterpretCastExpr:
	case CXCursor_CXXConstCastExpr:
	case CXCursor_CXXDynamicCastExpr:
	case CXCursor_CXXFunctionalCastExpr:
		parse_inside(self, cursor, children);
		break;
	case CXCursor_UnexposedExpr:
		td_parse_unexposed(self, cursor);
		break;
	default:
		parse_plain(self, TD_N_OTHER, cursor, children);
	}
}

static void parse_statement(struct td_parsing *self, CXCursor cursor, const struct td_cursors *children)
{
	switch (clang_getCursorKind(cursor)) {
	case CXCursor_CompoundStmt:
		parse_plain(self, TD_N_BLOCK, cursor, children);
		break;
	case CXCursor_IfStmt:
		parse_if(self, cursor, children);
		break;
	case CXCursor_WhileStmt:
		parse_while(self, TD_N_WHILE, cursor, children);
		break;
	case CXCursor_SwitchStmt:
		parse_while(self, TD_N_SWITCH, cursor, children);
		break;
	case CXCursor_DoStmt:
		parse_plain(self, TD_N_DO, cursor, children);
		break;
	case CXCursor_ForStmt:
		parse_for(self, cursor, children);
		break;
	case CXCursor_CXXForRangeStmt:
		parse_range(self, cursor, children);
		break;
	case CXCursor_CaseStmt:
		parse_plain(self, TD_N_CASE, cursor, children);
		break;
	case CXCursor_DefaultStmt:
		parse_plain(self, TD_N_DEFAULT, cursor, children);
		break;
	case CXCursor_BreakStmt:
		parse_plain(self, TD_N_BREAK, cursor, children);
		break;
	case CXCursor_ContinueStmt:
		parse_plain(self, TD_N_CONTINUE, cursor, children);
		break;
	case CXCursor_ReturnStmt:
		parse_return(self, cursor, children);
		break;
	case CXCursor_GotoStmt:
		parse_jump(self, cursor);
		break;
	case CXCursor_LabelStmt:
		parse_label(self, cursor, children);
		break;
	case CXCursor_CXXTryStmt:
		parse_plain(self, TD_N_TRY, cursor, children);
		break;
	case CXCursor_CXXCatchStmt:
		parse_plain(self, TD_N_CATCH, cursor, children);
		break;
	case CXCursor_CXXThrowExpr:
		parse_plain(self, TD_N_THROW, cursor, children);
		break;
	case CXCursor_VarDecl:
		parse_declaration(self, cursor, children);
		break;
	default:
		parse_expression(self, cursor, children);
	}
}

void td_parse_tree(struct td_parsing *self, CXCursor cursor)
{
	struct td_cursors children = td_children(cursor);

	parse_statement(self, cursor, &children);
	free(children.items);
}
