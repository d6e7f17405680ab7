#include "rounds.h"

struct td_value td_known_new(struct td_known *self)
{
	return (struct td_value){ .kind = TD_V_UNKNOWN, .a = ++self->unknowns };
}

void td_known_set(struct td_known *self, uint32_t base, uint32_t field, struct td_value value)
{
	for (size_t i = 0; i < self->bound_count;) {
		/* a field of another object may be the same one */
		bool may_be_same = self->bound[i].field == field && (base || self->bound[i].base == base);

		if (may_be_same)
			self->bound[i] = self->bound[--self->bound_count];
		else
			i++;
	}
	if (self->bound_count < TD_MOST_BOUND)
		self->bound[self->bound_count++] = (struct td_binding){ base, field, value };
}

struct td_value td_known_get(struct td_known *self, uint32_t base, uint32_t field)
{
	struct td_value value;

	for (size_t i = 0; i < self->bound_count; i++)
		if (self->bound[i].base == base && self->bound[i].field == field)
			return self->bound[i].value;
	value = td_known_new(self);
	if (self->bound_count < TD_MOST_BOUND)
		self->bound[self->bound_count++] = (struct td_binding){ base, field, value };
	return value;
}

static void forget(struct td_known *self, uint32_t name, bool is_any_field)
{
	for (size_t i = 0; i < self->bound_count;) {
		const struct td_binding *at = &self->bound[i];

		if (is_any_field ? at->base != 0 : at->field == name || at->base == name)
			self->bound[i] = self->bound[--self->bound_count];
		else
			i++;
	}
}

void td_known_forget(struct td_known *self, uint32_t name)
{
	forget(self, name, false);
}

void td_known_forget_fields(struct td_known *self)
{
	forget(self, 0, true);
}

static unsigned may_be(enum td_operator op)
{
	switch (op) {
	case TD_O_LT:
		return TD_MAY_BE_LESS;
	case TD_O_LE:
		return TD_MAY_BE_LESS | TD_MAY_BE_EQUAL;
	case TD_O_GT:
		return TD_MAY_BE_MORE;
	case TD_O_GE:
		return TD_MAY_BE_MORE | TD_MAY_BE_EQUAL;
	case TD_O_EQ:
		return TD_MAY_BE_EQUAL;
	default:
		return TD_MAY_BE_LESS | TD_MAY_BE_MORE;
	}
}

static unsigned turned(unsigned may)
{
	return (may & TD_MAY_BE_EQUAL) | (may & TD_MAY_BE_LESS ? TD_MAY_BE_MORE : 0) | (may & TD_MAY_BE_MORE ? TD_MAY_BE_LESS : 0);
}

static bool are_same(struct td_value a, struct td_value b)
{
	if (a.kind != b.kind)
		return false;
	return a.kind == TD_V_NUMBER ? a.number == b.number : a.a == b.a && a.b == b.b;
}

/* Two numbers that the same unknown is equal to. */
static bool contradicts(const struct td_fact *fact, struct td_value left, struct td_value right, unsigned may)
{
	return may == TD_MAY_BE_EQUAL && fact->may == TD_MAY_BE_EQUAL && right.kind == TD_V_NUMBER && fact->right.kind == TD_V_NUMBER &&
	       are_same(fact->left, left) && fact->right.number != right.number;
}

static bool add_fact(struct td_known *self, struct td_value left, struct td_value right, unsigned may)
{
	for (size_t i = 0; i < self->fact_count; i++) {
		struct td_fact *fact = &self->facts[i];

		if (contradicts(fact, left, right, may))
			return false;
		if (are_same(fact->left, left) && are_same(fact->right, right))
			return (fact->may &= may) != 0;
		if (are_same(fact->left, right) && are_same(fact->right, left))
			return (fact->may &= turned(may)) != 0;
	}
	if (self->fact_count < TD_MOST_FACTS)
		self->facts[self->fact_count++] = (struct td_fact){ left, right, may };
	return true;
}

bool td_known_assume(struct td_known *self, struct td_value left, enum td_operator op, struct td_value right)
{
	unsigned may = may_be(op);

	if (left.kind == TD_V_NUMBER && right.kind != TD_V_NUMBER) {
		struct td_value other = left;

		left = right;
		right = other;
		may = turned(may);
	}
	if (left.kind == TD_V_NUMBER)
		return may & (left.number < right.number ? TD_MAY_BE_LESS : left.number == right.number ? TD_MAY_BE_EQUAL : TD_MAY_BE_MORE);
	if (are_same(left, right))
		return may & TD_MAY_BE_EQUAL;
	/* a - b is 0 if they are equal; whether it is more or less than 0 is another matter, if it has no sign */
	if (left.kind == TD_V_DIFFERENCE && right.kind == TD_V_NUMBER && !right.number && (op == TD_O_EQ || op == TD_O_NE))
		return add_fact(self, (struct td_value){ .kind = TD_V_UNKNOWN, .a = left.a },
				(struct td_value){ .kind = TD_V_UNKNOWN, .a = left.b }, may);
	return add_fact(self, left, right, may);
}
