/* Which of the methods that override one another a call means, where that is known by what the object was made as: a variable or field
 * that only ever gets `new implementation(...)` means the methods of that class, and not those of others.
 *
 * A class that inherits the method does not have one of its own to be recognised by; its callers are taken for callers of all.
 */
#ifndef TD_BOUNDS_DISPATCH_H
#define TD_BOUNDS_DISPATCH_H

#include "program.h"

/* Whether the call, which is one of a method that may be overridden, may come to this function. */
bool td_may_be_called(const struct td_program *program, uint32_t call, uint32_t function);

#endif
