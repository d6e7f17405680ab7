/* Uses and definitions with their names in the source. */
#ifndef TD_FUTURES_NAMED_H
#define TD_FUTURES_NAMED_H

#include "enumerate.h"

/* All to be freed with td_named_clear. */
struct td_named {
	char *place; /* "queue.c:44", "queue.c:44#2" where a thread writes there more than once, "beginning" */
	char *function;
	char *thread; /* its label; "several threads" */
	char *object; /* what is read; NULL: not known */
	char *value;  /* what was read; NULL: not known */
};

/* Makes the execution of a schedule again, with names; NULL: the user has interrupted. */
struct td_trace *td_named_trace(struct td_guide *guide, const struct td_schedule *schedule);

/* The event of an instance in a trace; NULL: it is not there. */
const struct td_trace_event *td_instance_in(const struct td_trace *trace, const struct td_instance *instance);

struct td_named td_named_use(struct td_guide *guide, const struct td_use *use);
struct td_named td_named_definition(struct td_guide *guide, const struct td_use *use,
				    const struct td_definition *definition);
void td_named_clear(struct td_named *self);

/* "a.c:4 <- b.c:7", as a pick has it; to be freed. */
char *td_pick_text(const struct td_named *use, const struct td_named *definition);

#endif
