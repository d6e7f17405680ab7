/* Which struct a field belongs to, where several programs of a tree have one of the same name: the file that defines it, and a
 * hash of its fields.  records.c decides which are one. */
#include "parse.h"

#include "base/base.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static uint64_t hash_string(CXString string, uint64_t seed)
{
	const char *text = clang_getCString(string);
	uint64_t hash = text ? td_hash_bytes(text, strlen(text), seed) : seed;

	clang_disposeString(string);
	return hash;
}

static enum CXVisitorResult hash_field(CXCursor field, CXClientData data)
{
	uint64_t *hash = data;

	*hash = hash_string(clang_getCursorSpelling(field), *hash);
	*hash = hash_string(clang_getTypeSpelling(clang_getCanonicalType(clang_getCursorType(field))), *hash);
	return CXVisit_Continue;
}

uint32_t td_record_of(struct td_parsing *self, CXCursor field)
{
	CXCursor record = clang_getCursorSemanticParent(field);
	CXFile file = NULL;
	uint64_t hash = 0;
	bool is_new;
	uint32_t *known = td_known_find(&self->records, record.data[0], &is_new), string;
	char *text;

	if (!is_new)
		return *known;
	clang_getExpansionLocation(clang_getCursorLocation(field), &file, NULL, NULL, NULL);
	clang_Type_visitFields(clang_getCursorType(record), hash_field, &hash);
	string = file ? td_file_of(self, file) : 0;
	text = td_format("%s\n%016" PRIx64, td_building_text(&self->unit, string), hash);
	string = td_building_string(&self->unit, text);
	free(text);
	*td_known_find(&self->records, record.data[0], &is_new) = string;
	return string;
}
