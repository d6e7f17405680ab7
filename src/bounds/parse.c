/* treadle-parse: reads which files to parse, writes a unit for each (node.h).
 *
 * The tool starts one for each core and gives it a file at a time, so a file on which libclang comes to grief takes one process
 * with it and not the others' work.  A request is its size and then words, each ending with a zero byte: the directory, the
 * file, the flags. */
#include "parse.h"

#include "base/base.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct request {
	char *bytes;
	const char **words;
	int count;
};

static bool read_request(struct request *self, FILE *in)
{
	uint32_t size;

	if (fread(&size, sizeof size, 1, in) != 1)
		return false;
	self->bytes = td_alloc(size);
	if (fread(self->bytes, 1, size, in) != size)
		return false;
	self->count = 0;
	for (uint32_t i = 0; i < size; i++)
		self->count += !self->bytes[i];
	self->words = td_alloc((size_t)self->count * sizeof *self->words);
	for (uint32_t i = 0, at = 0; at < (uint32_t)self->count; i += (uint32_t)strlen(self->bytes + i) + 1)
		self->words[at++] = self->bytes + i;
	return true;
}

static bool is_code(enum CXCursorKind kind)
{
	return kind == CXCursor_FunctionDecl || kind == CXCursor_CXXMethod || kind == CXCursor_Constructor ||
	       kind == CXCursor_Destructor || kind == CXCursor_FunctionTemplate || kind == CXCursor_ConversionFunction;
}

static struct td_function begin_function(struct td_parsing *self, CXCursor cursor)
{
	struct td_function function = { .first = (uint32_t)self->unit.nodes.count };
	uint32_t root = td_open_node(self, TD_N_FUNCTION, cursor);
	unsigned line;

	clang_getExpansionLocation(clang_getCursorLocation(cursor), NULL, &line, NULL, NULL);
	function.file = self->unit.nodes.items[root].file;
	function.line = line;
	function.type = td_parse_type(self, clang_getCursorType(cursor));
	return function;
}

static void end_function(struct td_parsing *self, struct td_function *function)
{
	td_close_node(self, function->first);
	function->count = (uint32_t)self->unit.nodes.count - function->first;
	for (uint32_t i = function->first; i < self->unit.nodes.count; i++)
		self->unit.nodes.items[i].end -= function->first; /* numbers inside a function begin with it */
	TD_PUSH(&self->unit.functions, *function);
}

static void add_named(struct td_parsing *self, enum td_node_kind kind, CXCursor cursor)
{
	uint32_t node = td_open_node(self, kind, cursor), name, spelling;
	uint16_t flags = td_flags_of(cursor);

	td_name_of(self, cursor, &name, &spelling);
	self->unit.nodes.items[node].name = name;
	self->unit.nodes.items[node].spelling = spelling;
	self->unit.nodes.items[node].flags |= flags;
	self->unit.nodes.items[node].type = td_parse_type(self, clang_getCursorType(cursor));
	td_close_node(self, node);
}

/* The methods that it overrides, and those that they override in turn: a call of one of them may mean it. */
static void add_overridden(struct td_parsing *self, CXCursor cursor)
{
	CXCursor *overridden = NULL;
	unsigned count = 0;

	clang_getOverriddenCursors(cursor, &overridden, &count);
	for (unsigned i = 0; i < count; i++)
		add_named(self, TD_N_OVERRIDES, overridden[i]);
	for (unsigned i = 0; i < count; i++)
		add_overridden(self, overridden[i]);
	clang_disposeOverriddenCursors(overridden);
}

static void parse_parts(struct td_parsing *self, CXCursor cursor)
{
	struct td_cursors children = td_children(cursor);

	for (size_t i = 0; i < children.count; i++)
		if (clang_getCursorKind(children.items[i]) == CXCursor_ParmDecl)
			add_named(self, TD_N_PARAMETER, children.items[i]);
	for (size_t i = 0; i < children.count; i++) {
		enum CXCursorKind kind = clang_getCursorKind(children.items[i]);

		if (kind != CXCursor_ParmDecl && (clang_isStatement(kind) || clang_isExpression(kind)))
			td_parse_tree(self, children.items[i]);
	}
	free(children.items);
}

static void parse_lambda(struct td_parsing *self, CXCursor cursor)
{
	struct td_function function = begin_function(self, cursor);

	function.name = td_lambda_name(self, clang_getCursorType(cursor));
	function.spelling = td_building_string(&self->unit, "lambda");
	function.flags = TD_FUNCTION_LAMBDA;
	parse_parts(self, cursor);
	end_function(self, &function);
}

static void parse_lambdas(struct td_parsing *self)
{
	while (self->lambdas.count)
		parse_lambda(self, self->lambdas.items[--self->lambdas.count]);
}

static void parse_function(struct td_parsing *self, CXCursor cursor)
{
	struct td_function function = begin_function(self, cursor);

	td_name_of(self, cursor, &function.name, &function.spelling);
	add_overridden(self, cursor);
	parse_parts(self, cursor);
	td_parse_end_of_destructor(self, cursor);
	end_function(self, &function);
	parse_lambdas(self);
}

static enum CXChildVisitResult visit_base(CXCursor cursor, CXCursor parent, CXClientData data)
{
	struct td_parsing *self = data;
	uint32_t node;

	(void)parent;
	if (clang_getCursorKind(cursor) != CXCursor_CXXBaseSpecifier)
		return CXChildVisit_Continue;
	node = td_open_node(self, TD_N_BASE, cursor);
	self->unit.nodes.items[node].spelling = td_class_name(self, clang_getTypeDeclaration(clang_getCanonicalType(clang_getCursorType(cursor))));
	td_close_node(self, node);
	return CXChildVisit_Continue;
}

static void parse_class(struct td_parsing *self, CXCursor cursor)
{
	struct td_function function = begin_function(self, cursor);
	char *name = td_format("class %s", td_building_text(&self->unit, td_class_name(self, cursor)));

	function.name = td_building_string(&self->unit, name);
	function.flags = TD_FUNCTION_INITIAL | TD_FUNCTION_CLASS;
	free(name);
	clang_visitChildren(cursor, visit_base, self);
	end_function(self, &function);
}

/* Tables of functions, and threads that begin with the program. */
static void parse_variable(struct td_parsing *self, CXCursor cursor)
{
	struct td_function function;

	if (clang_Cursor_isNull(clang_Cursor_getVarDeclInitializer(cursor)))
		return;
	function = begin_function(self, cursor);
	td_name_of(self, cursor, &function.name, &function.spelling);
	function.flags = TD_FUNCTION_INITIAL;
	td_parse_tree(self, cursor);
	end_function(self, &function);
	parse_lambdas(self);
}

static enum CXChildVisitResult visit(CXCursor cursor, CXCursor parent, CXClientData data)
{
	struct td_parsing *self = data;
	enum CXCursorKind kind = clang_getCursorKind(cursor);

	(void)parent;
	if (clang_Location_isInSystemHeader(clang_getCursorLocation(cursor)))
		return CXChildVisit_Continue;
	if (is_code(kind) && clang_isCursorDefinition(cursor)) {
		parse_function(self, cursor);
		return CXChildVisit_Continue;
	}
	if (kind == CXCursor_VarDecl)
		parse_variable(self, cursor);
	if ((kind == CXCursor_ClassDecl || kind == CXCursor_StructDecl || kind == CXCursor_ClassTemplate) && clang_isCursorDefinition(cursor) &&
	    clang_getCursorLanguage(cursor) == CXLanguage_CPlusPlus)
		parse_class(self, cursor);
	return kind == CXCursor_Namespace || kind == CXCursor_ClassDecl || kind == CXCursor_StructDecl ||
	       kind == CXCursor_ClassTemplate || kind == CXCursor_LinkageSpec || kind == CXCursor_UnexposedDecl
	       ? CXChildVisit_Recurse : CXChildVisit_Continue;
}

static void note_error(struct td_parsing *self, CXDiagnostic diagnostic)
{
	CXString text = clang_getDiagnosticSpelling(diagnostic), name;
	CXFile file = NULL;
	unsigned line = 0;
	char *full;

	clang_getExpansionLocation(clang_getDiagnosticLocation(diagnostic), &file, &line, NULL, NULL);
	name = clang_getFileName(file);
	full = file ? td_format("%s:%u: %s", clang_getCString(name), line, clang_getCString(text))
		    : td_strdup(clang_getCString(text));
	self->unit.error = td_building_string(&self->unit, full);
	free(full);
	clang_disposeString(name);
	clang_disposeString(text);
}

static void note_first_error(struct td_parsing *self)
{
	unsigned count = clang_getNumDiagnostics(self->clang);

	for (unsigned i = 0; i < count && !self->unit.error; i++) {
		CXDiagnostic diagnostic = clang_getDiagnostic(self->clang, i);

		if (clang_getDiagnosticSeverity(diagnostic) >= CXDiagnostic_Error)
			note_error(self, diagnostic);
		clang_disposeDiagnostic(diagnostic);
	}
}

static const char *reason(enum CXErrorCode code)
{
	return code == CXError_Crashed ? "the parser crashed" : code == CXError_InvalidArguments ? "its flags make no sense"
	     : "it could not be read as C or C++";
}

static int parse_file(const struct request *request, CXIndex index)
{
	struct td_parsing self = { 0 };
	enum CXErrorCode code = CXError_Failure;
	int bad;

	td_building_begin(&self.unit);
	if (chdir(request->words[0]) == 0)
		code = clang_parseTranslationUnit2(index, request->words[1], request->words + 2, request->count - 2, NULL, 0,
						   CXTranslationUnit_KeepGoing, &self.clang);
	if (code == CXError_Success) {
		note_first_error(&self);
		clang_visitChildren(clang_getTranslationUnitCursor(self.clang), visit, &self);
		clang_disposeTranslationUnit(self.clang);
	} else {
		self.unit.flags = TD_UNIT_FAILED;
		self.unit.error = td_building_string(&self.unit, reason(code));
	}
	bad = td_building_send(&self.unit, stdout);
	td_known_free(&self.files);
	td_known_free(&self.types);
	td_known_free(&self.records);
	td_known_free(&self.names);
	free(self.lambdas.items);
	td_building_free(&self.unit);
	return bad;
}

int main(void)
{
	CXIndex index = clang_createIndex(0, 0);
	struct request request;

	while (read_request(&request, stdin)) {
		if (request.count < 2 || parse_file(&request, index) < 0)
			return TD_EXIT_COULD_NOT;
		free(request.words);
		free(request.bytes);
	}
	clang_disposeIndex(index);
	return TD_EXIT_CLEAN;
}
