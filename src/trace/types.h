/* What DWARF says about types: from an offset inside a variable to the words a programmer would write for it. */
#ifndef TD_TRACE_TYPES_H
#define TD_TRACE_TYPES_H

#include <elfutils/libdw.h>
#include <stdbool.h>

#include "base/base.h"

/* How a value is to be written. */
enum td_form {
	TD_FORM_UNKNOWN, TD_FORM_SIGNED, TD_FORM_UNSIGNED, TD_FORM_BOOL, TD_FORM_CHAR, TD_FORM_FLOAT, TD_FORM_ENUM,
	TD_FORM_POINTER, TD_FORM_OTHER
};

/* A part of a variable: ".head", "[3].next", "" for all of it. */
struct td_part {
	char *path;              /* the caller frees it */
	enum td_form form;
	Dwarf_Die type;          /* of the part, with typedefs taken off; valid if known */
	bool known;
};

/* The type of a variable, member or pointer; false for void and where there is none. */
bool td_type_of(Dwarf_Die *die, Dwarf_Die *type);

/* Bytes; 0 if it cannot be told. */
uint64_t td_type_size(Dwarf_Die *type);

/* A struct with one member is as large as that: an access is to the member, a pointer to the struct.  INSIDE: the part
 * of what is a whole thing otherwise. */
enum td_look { TD_LOOK_PART, TD_LOOK_WHOLE, TD_LOOK_INSIDE };

/* The part that an access of SIZE bytes at OFFSET touches.  Primitives of the C library and everything in namespace std
 * are whole things: no reader wants "m.__data.__lock".  Pointers are not followed. */
struct td_part td_type_part(Dwarf_Die *type, uint64_t offset, uint64_t size, enum td_look look);

/* What a node of a container in the C++ library, or the block of std::make_shared, is there for: its type, and where in
 * TYPE it lies.  False for all other types. */
bool td_type_content(Dwarf_Die *type, Dwarf_Die *content, uint64_t *offset);

/* "struct node" is called "node", a typedef by its own name, an unnamed struct "struct", a long int
 * "long": always one word in C; templates of the C++ library are called without their arguments.  The caller frees it.
 */
char *td_type_name(Dwarf_Die *type);

/* The enumerator with this value, NULL if there is none. */
const char *td_type_enumerator(Dwarf_Die *type, uint64_t value);

/* A variable's or function's name with its namespaces and classes; NULL if it has none.  The caller frees it. */
char *td_die_name(Dwarf_Die *die);

#endif
