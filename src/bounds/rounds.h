/* What is known of variables on one way through a round: a value each, and how values compare.
 *
 * A value is a number, an unknown, or the difference of two unknowns, which is 0 if they are equal.  Variables are
 * locals that no pointer points to, and fields of what a local points to (or of a parameter), until something is called
 * that may change them.
 */
#ifndef TD_BOUNDS_ROUNDS_H
#define TD_BOUNDS_ROUNDS_H

#include "program.h"

enum { TD_MOST_BOUND = 24, TD_MOST_FACTS = 32 };

struct td_value {
	enum { TD_V_NUMBER, TD_V_UNKNOWN, TD_V_DIFFERENCE } kind;
	int64_t number;
	uint32_t a, b;               /* unknowns */
};

struct td_binding {
	uint32_t base, field;        /* names; base 0: a variable of its own */
	struct td_value value;
};

struct td_fact {
	struct td_value left, right;
	unsigned may;                /* TD_MAY_BE_...: how they may compare */
};
enum { TD_MAY_BE_LESS = 1, TD_MAY_BE_EQUAL = 2, TD_MAY_BE_MORE = 4 };

struct td_known {
	struct td_binding bound[TD_MOST_BOUND];
	size_t bound_count;
	struct td_fact facts[TD_MOST_FACTS];
	size_t fact_count;
	uint32_t unknowns;           /* so many were made */
	bool created;
};

struct td_value td_known_new(struct td_known *self);
struct td_value td_known_get(struct td_known *self, uint32_t base, uint32_t field);
void td_known_set(struct td_known *self, uint32_t base, uint32_t field, struct td_value value);
/* Nothing is known of this variable any more; of any field. */
void td_known_forget(struct td_known *self, uint32_t name);
void td_known_forget_fields(struct td_known *self);
/* From here on the comparison holds; false if it cannot. */
bool td_known_assume(struct td_known *self, struct td_value left, enum td_operator op, struct td_value right);

#endif
