/* What executions are asked to do, and the places in the code that this names: what is given to the runtime
 * (wire/channel.h has the kinds, completions.h the executions). */
#ifndef TD_EXPLORE_CONSTRAINTS_H
#define TD_EXPLORE_CONSTRAINTS_H

#include "wire/channel.h"

#include <stdbool.h>

struct td_constraints {
	uint32_t count, code_count;
	struct td_constraint items[TD_MAX_CONSTRAINTS];
	struct td_code_range code[TD_MAX_CODE];
};

/* False: there is no room for more, or an occurrence is not to be used. */
bool td_constraints_add(struct td_constraints *self, enum td_constraint_kind kind, struct td_occurrence first,
			struct td_occurrence second);

/* The n-th event of a thread, or TD_ANY_THREAD, at one of these pieces of code; its places are added.  If there is no
 * room for them, or no code at all, td_constraints_add refuses the occurrence. */
struct td_occurrence td_constraints_place(struct td_constraints *self, const struct td_code_range *code, uint32_t count,
					  uint16_t thread, uint32_t number);

/* ... at the pc of an event, made relative. */
struct td_occurrence td_constraints_occurrence(struct td_constraints *self, uint64_t site, uint16_t thread,
					       uint32_t number);

/* What MUST_READ_FROM has as its first for the initial value, and kinds with one occurrence as their second. */
struct td_occurrence td_no_occurrence(void);

void td_constraints_give(const struct td_constraints *self, struct td_channel *channel);

#endif
