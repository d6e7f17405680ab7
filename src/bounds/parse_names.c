#include "parse.h"

#include "base/base.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

void td_known_free(struct td_known *self)
{
	free(self->keys);
	free(self->values);
	*self = (struct td_known){ 0 };
}

static size_t slot_of(const struct td_known *self, const void *key)
{
	size_t i = td_hash_bytes(&key, sizeof key, 0) % self->size;

	while (self->keys[i] && self->keys[i] != key)
		i = (i + 1) % self->size;
	return i;
}

static void grow(struct td_known *self)
{
	struct td_known old = *self;

	self->size = old.size ? old.size * 4 : 1024;
	self->keys = td_alloc(self->size * sizeof *self->keys);
	self->values = td_alloc(self->size * sizeof *self->values);
	for (size_t i = 0; i < old.size; i++) {
		if (!old.keys[i])
			continue;
		size_t slot = slot_of(self, old.keys[i]);

		self->keys[slot] = old.keys[i];
		memcpy(self->values[slot], old.values[i], sizeof *old.values);
	}
	free(old.keys);
	free(old.values);
}

uint32_t *td_known_find(struct td_known *self, const void *key, bool *is_new)
{
	size_t slot;

	if (2 * self->used >= self->size)
		grow(self);
	slot = slot_of(self, key);
	*is_new = !self->keys[slot];
	self->used += *is_new;
	self->keys[slot] = key;
	return self->values[slot];
}

static uint32_t take(struct td_parsing *self, CXString string)
{
	uint32_t kept = td_building_string(&self->unit, clang_getCString(string));

	clang_disposeString(string);
	return kept;
}

uint32_t td_parse_type(struct td_parsing *self, CXType type)
{
	bool is_new;
	uint32_t *known;

	type = clang_getCanonicalType(type);
	if (type.kind == CXType_Invalid)
		return 0;
	known = td_known_find(&self->types, type.data[0], &is_new);
	if (is_new) {
		uint32_t text = take(self, clang_getTypeSpelling(type));

		*(known = td_known_find(&self->types, type.data[0], &is_new)) = text;
	}
	return *known;
}

uint32_t td_file_of(struct td_parsing *self, CXFile file)
{
	bool is_new;
	uint32_t *known;
	char real[PATH_MAX];

	if (!file)
		return 0;
	known = td_known_find(&self->files, file, &is_new);
	if (is_new) {
		CXString name = clang_getFileName(file);
		const char *text = clang_getCString(name);

		*known = td_building_string(&self->unit, text && realpath(text, real) ? real : text);
		clang_disposeString(name);
	}
	return *known;
}

void td_place_of(struct td_parsing *self, CXCursor cursor, struct td_node *node)
{
	CXSourceRange range = clang_getCursorExtent(cursor);
	unsigned line = 0, offset = 0, end = 0, spelt = 0;
	CXFile file = NULL, other = NULL;

	clang_getExpansionLocation(clang_getRangeStart(range), &file, &line, NULL, &offset);
	clang_getExpansionLocation(clang_getRangeEnd(range), NULL, NULL, NULL, &end);
	clang_getSpellingLocation(clang_getRangeStart(range), &other, NULL, NULL, &spelt);
	node->file = td_file_of(self, file);
	node->line = line;
	node->offset = offset;
	node->size = end > offset ? end - offset : 0;
	if (other != file || spelt != offset)
		node->flags |= TD_F_MACRO;
}

const char *td_spelt_at(struct td_parsing *self, CXSourceLocation place, const char **begin, const char **end)
{
	CXFile file = NULL;
	unsigned offset = 0;
	size_t size = 0;

	clang_getSpellingLocation(place, &file, NULL, NULL, &offset);
	*begin = file ? clang_getFileContents(self->clang, file, &size) : NULL;
	if (!*begin || offset >= size)
		return NULL;
	*end = *begin + size;
	return *begin + offset;
}

/* Namespaces that only say which version of the library this is are not spelt. */
static char *spelt_in_full(CXCursor declaration)
{
	CXCursor parent = clang_getCursorSemanticParent(declaration);
	enum CXCursorKind kind = clang_getCursorKind(parent);
	CXString own = clang_getCursorSpelling(declaration), above;
	char *text = td_strdup(clang_getCString(own) ? clang_getCString(own) : ""), *outer, *full;

	clang_disposeString(own);
	if (kind != CXCursor_Namespace && kind != CXCursor_ClassDecl && kind != CXCursor_StructDecl &&
	    kind != CXCursor_ClassTemplate)
		return text;
	above = clang_getCursorSpelling(parent);
	outer = spelt_in_full(parent);
	full = clang_Cursor_isInlineNamespace(parent) || !clang_getCString(above)[0] ? td_strdup(text)
										     : td_format("%s::%s", outer, text);
	clang_disposeString(above);
	free(outer);
	free(text);
	return full;
}

uint32_t td_class_name(struct td_parsing *self, CXCursor class)
{
	char *text = spelt_in_full(class);
	uint32_t name = td_building_string(&self->unit, text);

	free(text);
	return name;
}

/* Two files may both have a static function init: what is not known outside a file gets the file's name. */
static bool is_of_file(CXCursor declaration)
{
	enum CXLinkageKind linkage = clang_getCursorLinkage(declaration);

	return linkage == CXLinkage_Internal || linkage == CXLinkage_NoLinkage || linkage == CXLinkage_UniqueExternal;
}

static uint32_t unique_name(struct td_parsing *self, CXCursor declaration)
{
	CXCursor first = clang_getCanonicalCursor(declaration);
	CXString usr = clang_getCursorUSR(declaration);
	CXFile file = NULL;
	uint32_t name;
	char *text;

	clang_getExpansionLocation(clang_getCursorLocation(first), &file, NULL, NULL, NULL);
	if (clang_getCursorKind(declaration) == CXCursor_FieldDecl)
		name = td_record_of(self, declaration);
	else if (is_of_file(declaration) && file)
		name = td_file_of(self, file);
	else
		return take(self, usr);
	text = td_format("%s%c%s", clang_getCString(usr), clang_getCursorKind(declaration) == CXCursor_FieldDecl ? '\n' : ' ',
			 td_building_text(&self->unit, name));
	name = td_building_string(&self->unit, text);
	free(text);
	clang_disposeString(usr);
	return name;
}

void td_name_of(struct td_parsing *self, CXCursor declaration, uint32_t *name, uint32_t *spelling)
{
	CXCursor template = clang_getSpecializedCursorTemplate(declaration);
	uint32_t *known, own[2];
	bool is_new;
	char *text;

	known = td_known_find(&self->names, declaration.data[0], &is_new);
	if (is_new) {
		own[0] = unique_name(self, clang_Cursor_isNull(template) ? declaration : template);
		text = spelt_in_full(declaration);
		own[1] = td_building_string(&self->unit, text);
		free(text);
		known = td_known_find(&self->names, declaration.data[0], &is_new);
		memcpy(known, own, sizeof own);
	}
	*name = known[0];
	*spelling = known[1];
}

/* The type of a lambda says where it stands; who calls it knows the type. */
uint32_t td_lambda_name(struct td_parsing *self, CXType type)
{
	const char *text = td_building_text(&self->unit, td_parse_type(self, type)), *from = strstr(text, "(lambda at ");
	CXString main_file = clang_getTranslationUnitSpelling(self->clang);
	uint32_t name = 0;
	char *full;

	if (from) {
		full = td_format("%s in %s", from, clang_getCString(main_file));
		name = td_building_string(&self->unit, full);
		free(full);
	}
	clang_disposeString(main_file);
	return name;
}

static uint16_t variable_flags(CXCursor declaration)
{
	if (clang_getCursorLinkage(declaration) != CXLinkage_NoLinkage)
		return TD_F_GLOBAL;
	return clang_Cursor_getStorageClass(declaration) == CX_SC_Static ? TD_F_GLOBAL | TD_F_STATIC : TD_F_LOCAL;
}

uint16_t td_flags_of(CXCursor declaration)
{
	CXType type = clang_getCanonicalType(clang_getCursorType(declaration));
	uint16_t flags = clang_isConstQualifiedType(type) ? TD_F_CONST : 0;

	if (type.kind == CXType_Pointer)
		flags |= TD_F_POINTER;
	if (type.kind == CXType_LValueReference || type.kind == CXType_RValueReference)
		flags |= TD_F_REFERENCE;
	switch (clang_getCursorKind(declaration)) {
	case CXCursor_ParmDecl:
		return flags | TD_F_LOCAL | TD_F_PARAMETER;
	case CXCursor_VarDecl:
		return flags | variable_flags(declaration);
	case CXCursor_FunctionDecl:
	case CXCursor_CXXMethod:
	case CXCursor_FunctionTemplate:
		return TD_F_FUNCTION;
	default:
		return flags;
	}
}
