/* What `delete x` runs: the destructor of x's class, then those of its bases.
 *
 * libclang has no cursors for the latter, so they stand as calls at the end of a destructor's own code, as if they were
 * written there.  A class that has no destructor of its own is as good as its bases: their destructors are called where
 * it is deleted.  Those of members, and of variables at the end of their block, are not known here.  Where destructors
 * are virtual, the call may mean those that override it (graph.c), like that of any method; where they are not, just
 * the one of the type that the pointer has.
 */
#include "parse.h"

#include "base/base.h"

#include <stdlib.h>

enum { MOST_LEVELS = 8 };

/* What the calls are made for: an expression, or the object that the destructor is run for if there is none. */
struct object {
	CXCursor place;
	CXCursor expression;
	bool has_expression;
};

static enum CXChildVisitResult find_destructor(CXCursor cursor, CXCursor parent, CXClientData data)
{
	CXCursor *found = data;

	(void)parent;
	if (clang_getCursorKind(cursor) != CXCursor_Destructor)
		return CXChildVisit_Continue;
	*found = cursor;
	return CXChildVisit_Break;
}

/* The class, as far as it is of the program: what a library's destructors do is not known. */
static CXCursor class_of(CXType type)
{
	CXCursor class = clang_getCursorDefinition(clang_getTypeDeclaration(clang_getCanonicalType(type)));
	enum CXCursorKind kind = clang_getCursorKind(class);

	if ((kind == CXCursor_ClassDecl || kind == CXCursor_StructDecl) &&
	    !clang_Location_isInSystemHeader(clang_getCursorLocation(class)))
		return class;
	return clang_getNullCursor();
}

static void call_destructors(struct td_parsing *self, CXCursor class, const struct object *object, unsigned levels);

static void parse_object(struct td_parsing *self, const struct object *object)
{
	if (object->has_expression)
		td_parse_tree(self, object->expression);
	else
		td_none(self, object->place);
}

static void call_destructor(struct td_parsing *self, CXCursor destructor, const struct object *object)
{
	uint32_t node = td_open_node(self, TD_N_CALL, object->place), name, spelling;
	bool is_virtual = clang_CXXMethod_isVirtual(destructor) && object->has_expression;

	td_name_of(self, destructor, &name, &spelling);
	self->unit.nodes.items[node].name = name;
	self->unit.nodes.items[node].spelling = spelling;
	self->unit.nodes.items[node].flags |= is_virtual ? TD_F_METHOD : TD_F_METHOD | TD_F_EXACT;
	parse_object(self, object);
	td_close_node(self, node);
}

static enum CXChildVisitResult collect_base(CXCursor cursor, CXCursor parent, CXClientData data)
{
	struct td_cursors *bases = data;

	(void)parent;
	if (clang_getCursorKind(cursor) == CXCursor_CXXBaseSpecifier)
		TD_PUSH(bases, cursor);
	return CXChildVisit_Continue;
}

static void call_destructors_of_bases(struct td_parsing *self, CXCursor class, const struct object *object, unsigned levels)
{
	struct td_cursors bases = { 0 };

	clang_visitChildren(class, collect_base, &bases);
	for (size_t i = bases.count; levels && i--;)
		call_destructors(self, class_of(clang_getCursorType(bases.items[i])), object, levels - 1);
	free(bases.items);
}

/* Its own destructor, or else those of its bases. */
static void call_destructors(struct td_parsing *self, CXCursor class, const struct object *object, unsigned levels)
{
	CXCursor destructor = clang_getNullCursor();

	if (clang_Cursor_isNull(class))
		return;
	clang_visitChildren(class, find_destructor, &destructor);
	if (clang_Cursor_isNull(destructor) || clang_CXXMethod_isDefaulted(destructor))
		call_destructors_of_bases(self, class, object, levels);
	else
		call_destructor(self, destructor, object);
}

void td_parse_destruction(struct td_parsing *self, CXCursor cursor, CXCursor deleted)
{
	const struct object object = { .place = cursor, .expression = deleted, .has_expression = true };

	call_destructors(self, class_of(clang_getPointeeType(clang_getCanonicalType(clang_getCursorType(deleted)))), &object, MOST_LEVELS);
}

void td_parse_end_of_destructor(struct td_parsing *self, CXCursor destructor)
{
	const struct object object = { .place = destructor };

	if (clang_getCursorKind(destructor) == CXCursor_Destructor)
		call_destructors_of_bases(self, clang_getCursorSemanticParent(destructor), &object, MOST_LEVELS);
}
