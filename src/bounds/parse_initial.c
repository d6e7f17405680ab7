/* Tables of functions: { "get", get } in an initialiser is an assignment to the field that stands at that place.
 *
 * Only fields that point to functions are told: it is the functions' addresses that are followed (pointers.h).  Where the places
 * cannot be counted (braces that are left out, something designated, a base class), the rest is as loose as any other expression.
 */
#include "parse.h"

#include "base/base.h"

#include <stdlib.h>

static struct td_node *node_of(struct td_parsing *self, uint32_t node)
{
	return &self->unit.nodes.items[node];
}

static enum CXVisitorResult add_field(CXCursor cursor, CXClientData data)
{
	struct td_cursors *fields = data;

	TD_PUSH(fields, cursor);
	return CXVisit_Continue;
}

static enum CXChildVisitResult find_base(CXCursor cursor, CXCursor parent, CXClientData data)
{
	bool *has_base = data;

	(void)parent;
	*has_base |= clang_getCursorKind(cursor) == CXCursor_CXXBaseSpecifier;
	return CXChildVisit_Continue;
}

/* The fields of a struct in their order; none if there is more to it. */
static struct td_cursors fields_of(CXType type)
{
	struct td_cursors fields = { 0 };
	CXCursor declaration = clang_getTypeDeclaration(type);
	bool has_base = clang_getCursorKind(declaration) == CXCursor_UnionDecl;

	clang_visitChildren(declaration, find_base, &has_base);
	if (!has_base)
		clang_Type_visitFields(type, add_field, &fields);
	return fields;
}

static bool is_list(CXCursor cursor)
{
	return clang_getCursorKind(cursor) == CXCursor_InitListExpr;
}

static bool points_to_function(CXType type)
{
	enum CXTypeKind kind;

	type = clang_getCanonicalType(type);
	kind = type.kind == CXType_Pointer ? clang_getCanonicalType(clang_getPointeeType(type)).kind : CXType_Invalid;
	return kind == CXType_FunctionProto || kind == CXType_FunctionNoProto;
}

void td_parse_field_value(struct td_parsing *self, CXCursor cursor, CXCursor field, CXCursor value)
{
	uint32_t node = td_open_node(self, TD_N_ASSIGN, cursor), to = td_open_node(self, TD_N_FIELD, cursor), name, spelling;

	td_name_of(self, field, &name, &spelling);
	node_of(self, to)->name = name;
	node_of(self, to)->spelling = spelling;
	td_none(self, cursor);
	td_close_node(self, to);
	td_parse_initial(self, value, clang_getCursorType(field));
	td_close_node(self, node);
}

/* A field with parts of its own needs a list of its own, or the places are not those of the fields. */
static bool has_place(CXType type, CXCursor value)
{
	enum CXTypeKind kind = clang_getCanonicalType(type).kind;
	bool has_parts = kind == CXType_Record || kind == CXType_ConstantArray || kind == CXType_IncompleteArray;

	return !has_parts || is_list(value) || clang_getCursorKind(value) == CXCursor_StringLiteral;
}

static bool is_designated(CXCursor value)
{
	struct td_cursors children = td_children(value);
	bool is = children.count == 2 && clang_getCursorKind(children.items[0]) == CXCursor_MemberRef;

	free(children.items);
	return is;
}

static void parse_struct(struct td_parsing *self, const struct td_cursors *values, CXType type)
{
	struct td_cursors fields = fields_of(type);
	bool is_counted = true;

	for (size_t i = 0; i < values->count; i++) {
		CXCursor value = values->items[i], field;

		is_counted = is_counted && i < fields.count && !is_designated(value);
		field = is_counted ? fields.items[i] : clang_getNullCursor();
		is_counted = is_counted && has_place(clang_getCursorType(field), value);
		if (is_counted && points_to_function(clang_getCursorType(field)))
			td_parse_field_value(self, value, field, value);
		else
			td_parse_initial(self, value, is_counted ? clang_getCursorType(field) : clang_getCursorType(value));
	}
	free(fields.items);
}

/* [SECOND] = { ... } */
static void parse_element(struct td_parsing *self, CXCursor cursor, CXType type)
{
	struct td_cursors children = td_children(cursor);
	uint32_t node;

	if (clang_getCursorKind(cursor) == CXCursor_UnexposedExpr && children.count == 2 && is_list(children.items[1])) {
		node = td_open_node(self, TD_N_OTHER, cursor);
		td_parse_tree(self, children.items[0]);
		td_parse_initial(self, children.items[1], type);
		td_close_node(self, node);
	} else {
		td_parse_initial(self, cursor, type);
	}
	free(children.items);
}

void td_parse_initial(struct td_parsing *self, CXCursor cursor, CXType type)
{
	CXType shape = clang_getCanonicalType(type);
	bool is_array = shape.kind == CXType_ConstantArray || shape.kind == CXType_IncompleteArray;
	struct td_cursors values;
	uint32_t node;

	if (!is_list(cursor) || (!is_array && shape.kind != CXType_Record)) {
		td_parse_tree(self, cursor);
		return;
	}
	values = td_children(cursor);
	node = td_open_node(self, TD_N_OTHER, cursor);
	for (size_t i = 0; is_array && i < values.count; i++)
		parse_element(self, values.items[i], clang_getArrayElementType(shape));
	if (!is_array)
		parse_struct(self, &values, shape);
	td_close_node(self, node);
	free(values.items);
}
