/* What an entry of the debug information lies in.  libdw finds that out by going through the whole compilation unit each time, which may
 * be the whole of a large program; here each unit is gone through once. */
#ifndef TD_TRACE_PARENTS_H
#define TD_TRACE_PARENTS_H

#include <elfutils/libdw.h>

/* The entry itself, the one that it lies in, and so on up to its unit: how many, in a list to be freed; as dwarf_getscopes_die. */
int td_parents(Dwarf_Die *die, Dwarf_Die **list);

void td_parents_forget(Dwarf *dwarf); /* it will be closed */

#endif
