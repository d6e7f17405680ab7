/* Structs of one name that are different ones.
 *
 * A tree of sources often has several programs, and each may have a struct client of its own; a field is known by the names of its
 * struct and itself, so that what one program does to its clients would be done to those of the other.  treadle-parse adds the file
 * that defines the struct and a hash of its fields to a field's name.  Two definitions are one struct if they stand in the same
 * file (a macro may have changed the fields) or have the same fields (a header may be there twice); otherwise no object can be
 * of both.
 */
#ifndef TD_BOUNDS_RECORDS_H
#define TD_BOUNDS_RECORDS_H

#include "program.h"

/* Gives one name to each field of one struct; after the last unit, before the indices. */
void td_records_unite(struct td_program *self);

#endif
