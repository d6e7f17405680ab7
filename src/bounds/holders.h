/* Which of several lists, tables or objects a function was put into.
 *
 *   register(&begins, open_all);  register(&ends, close_all);      both are kept in entry->run
 *   for (entry = begins->first; entry; entry = entry->next)
 *           entry->run();                                          but only open_all is meant here
 *
 * A function's address is followed to the field that it is kept in, then the object with that field to whatever keeps
 * the object, and so on (holders.c): the names of all variables and fields that lead to it.  Which call has handed over
 * both the function and the list is remembered (frames.h).  A call through a pointer is followed the other way, from
 * what is called to the variable, or the outermost field, that it was fetched from (fetches.c).  If that is none of the
 * function's names, the function is not meant.
 *
 * Where either cannot be followed to its end, any function that came to the field may be meant.
 */
#ifndef TD_BOUNDS_HOLDERS_H
#define TD_BOUNDS_HOLDERS_H

#include "frames.h"

struct td_holders;

struct td_holders *td_holders_make(const struct td_program *program);
void td_holders_free(struct td_holders *self);

/* Whether the function that the reference names may be in what is called; both were asked by type and field already. */
bool td_may_be_fetched(const struct td_program *program, uint32_t call, uint32_t reference);
/* All that keeps the function is known, so that it is called where the program calls it and nowhere else. */
bool td_is_held_here(const struct td_program *program, uint32_t reference);

/* holders.c: all names under which the function is kept. */
void td_holders_of(const struct td_program *program, uint32_t reference, struct td_names *names);
/* What the variable of the whole program points to may come to the local variable or parameter, by calls that all
 * count.  Where other code keeps it too, it may come anywhere. */
bool td_value_comes_to(const struct td_program *program, uint32_t variable, uint32_t local, bool (*counts)(const void *data, uint32_t call),
		 const void *data);
/* fetches.c: the outermost names that a value was fetched from. */
void td_fetched_from(const struct td_program *program, uint32_t value, struct td_names *names);
/* The innermost name, call or choice that &x, *x, x[i], x + i stand for a part or the place of. */
uint32_t td_object_in(const struct td_program *program, uint32_t node);
/* The parameter that an argument is for, in one of the functions of that name; 0: it has none. */
uint32_t td_parameter_for(const struct td_program *program, uint32_t function, unsigned number);
/* A call that makes a new object. */
bool td_makes_object(const struct td_program *program, uint32_t call);

/* owners.c: what is written to the field of an object that the variable `owner` points to belongs to that object, or to what that
 * belongs to. */
bool td_is_own(const struct td_program *program, uint32_t owner, uint32_t value, uint32_t field);
/* The one pointer that an expression fetches from: list in list->first, realloc(list->first, n), list.  0: none, or several. */
uint32_t td_only_pointer(const struct td_program *program, uint32_t node, bool *several);
/* The variable that a field, or a field of a field, is fetched from; 0: it is something else. */
uint32_t td_base_variable(const struct td_program *program, uint32_t node);

#endif
