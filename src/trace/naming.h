/* What a programmer would call an address, at a given moment of an execution.
 *
 * Globals, statics and thread-local variables have one name for ever.  A heap block is what was allocated there last, and a
 * place on a stack belongs to the frames its thread has at that moment; so the naming is walked through the execution, event
 * by event (td_naming_step), and asked on the way. */
#ifndef TD_TRACE_NAMING_H
#define TD_TRACE_NAMING_H

#include "symbols.h"
#include "types.h"

struct td_name {
	char *root;              /* the variable: "queue", "node#2", "counter" */
	char *path;              /* the part of it: ".head", "" */
	char *scope;             /* "of worker", "in consume": needed where another thing has the same root; may be NULL */
	bool scope_always;       /* ... and said in any case */
	uint64_t place;          /* where the root lies: two of the same name differ in it */
	enum td_form form;
	Dwarf_Die type;          /* of the part, if form says that it is known */
};

struct td_naming;

/* LABELS are the threads' names.  Everything given must outlive it. */
struct td_naming *td_naming_open(struct td_symbols *symbols, const struct td_channel *channel, char *const *labels);
void td_naming_close(struct td_naming *naming);

/* Take notice of event number I; call it before naming what that event acts upon. */
void td_naming_step(struct td_naming *naming, uint32_t i);

/* The name of the data at ADDRESS of which SIZE bytes are accessed (0: a primitive, whose size is not known).  False if it
 * lies nowhere that has names. */
bool td_naming_data(struct td_naming *naming, uint64_t address, uint64_t size, struct td_name *name);

/* What a pointer to something of SIZE bytes (0: not known) points to, a function, a string constant (in quotes), or the thread
 * whose pthread_t it is. */
bool td_naming_pointee(struct td_naming *naming, uint64_t address, uint64_t size, struct td_name *name);
bool td_naming_string(struct td_naming *naming, uint64_t address, struct td_name *name);
bool td_naming_code(struct td_naming *naming, uint64_t address, struct td_name *name);
bool td_naming_thread(struct td_naming *naming, uint64_t handle, struct td_name *name);

/* td_type_part(), which remembers. */
struct td_part td_naming_part(struct td_naming *naming, Dwarf_Die *type, uint64_t offset, uint64_t size, enum td_look look);

void td_name_clear(struct td_name *name);

#endif
