/* From libclang's cursors to nodes (node.h).  Only treadle-parse includes this: the tool itself does not know libclang. */
#ifndef TD_BOUNDS_PARSE_H
#define TD_BOUNDS_PARSE_H

#include "unit.h"

#include <clang-c/Index.h>
#include <stdbool.h>

/* What libclang's pointers were turned into already: asking it again for a name or a type costs a string each time. */
struct td_known {
	const void **keys;
	uint32_t (*values)[2];
	size_t size, used;
};

struct td_cursors {
	CXCursor *items;
	size_t count, room;
};

struct td_parsing {
	struct td_building unit;
	CXTranslationUnit clang;
	struct td_known files, types, names, records;
	struct td_cursors lambdas; /* met inside a function; each is a function of its own, made after it */
};

/* parse_names.c: what is meant by a name, and where it stands */
void td_known_free(struct td_known *self);
uint32_t *td_known_find(struct td_known *self, const void *key, bool *is_new);
uint32_t td_parse_type(struct td_parsing *self, CXType type);
uint32_t td_file_of(struct td_parsing *self, CXFile file);
/* The name of a declaration and how it is spelt, with namespaces. */
void td_name_of(struct td_parsing *self, CXCursor declaration, uint32_t *name, uint32_t *spelling);
/* A class as methods' names begin with it. */
uint32_t td_class_name(struct td_parsing *self, CXCursor class);
uint32_t td_lambda_name(struct td_parsing *self, CXType type);
uint16_t td_flags_of(CXCursor declaration);
void td_place_of(struct td_parsing *self, CXCursor cursor, struct td_node *node);
/* The text at the place where the cursor is spelt, inside a macro if it comes out of one; NULL if there is none. */
const char *td_spelt_at(struct td_parsing *self, CXSourceLocation place, const char **begin, const char **end);

/* parse_records.c: the file that defines a field's struct, and a hash of the struct's fields. */
uint32_t td_record_of(struct td_parsing *self, CXCursor field);

/* parse_operators.c */
struct td_operation {
	enum td_operator op;
	bool assigns, postfix;
};
struct td_operation td_operation_of_text(const char *text);
struct td_operation td_binary_operation(struct td_parsing *self, CXCursor cursor, CXCursor left, CXCursor right);
struct td_operation td_unary_operation(struct td_parsing *self, CXCursor cursor, CXCursor operand);

/* parse_tree.c, parse_calls.c */
uint32_t td_open_node(struct td_parsing *self, enum td_node_kind kind, CXCursor cursor);
void td_close_node(struct td_parsing *self, uint32_t node);
void td_none(struct td_parsing *self, CXCursor cursor);
void td_parse_tree(struct td_parsing *self, CXCursor cursor);
void td_parse_call(struct td_parsing *self, CXCursor cursor);
void td_parse_construction(struct td_parsing *self, CXCursor cursor, CXType type);
/* parse_destroy.c: the destructors that `delete` runs, and those that come after a destructor's own code */
void td_parse_destruction(struct td_parsing *self, CXCursor cursor, CXCursor deleted);
void td_parse_end_of_destructor(struct td_parsing *self, CXCursor destructor);
void td_parse_unexposed(struct td_parsing *self, CXCursor cursor);
/* parse_initial.c: what a variable or field of this type begins with */
void td_parse_initial(struct td_parsing *self, CXCursor cursor, CXType type);
void td_parse_field_value(struct td_parsing *self, CXCursor cursor, CXCursor field, CXCursor value);
/* parse_lost.c: the same of a declaration for which libclang has none */
void td_parse_lost_initial(struct td_parsing *self, CXCursor cursor);
/* What a cursor consists of, without the types and namespaces that are named in it.  The caller frees the items. */
struct td_cursors td_children(CXCursor cursor);

#endif
