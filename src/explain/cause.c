#include "cause.h"

#include <stdlib.h>
#include <string.h>

#include "wire/ops.h"

enum { LEAST_AGREEMENT = 300 };

/* What speaks for one of two sets that are sufficient; the first difference counts. */
struct worth {
	uint32_t covered; /* failing executions that have it */
	uint32_t can_turn;
	uint32_t is_attempt; /* it is about what the failing thread did when it failed */
	uint32_t telling;    /* accesses to memory tell most, locks least */
	uint32_t is_one_object, is_small;
	uint32_t nearness; /* of its objects to what the failing thread touched last */
	uint32_t writes;   /* of the other thread within the stretch */
	uint32_t shortness;
};

struct chooser {
	const struct td_orderings *orderings;
	uint32_t limit;           /* the first so many of them */
	const uint32_t *nearness; /* of each object to what the failing thread touched last */
	struct td_cause best;
	struct worth worth;
};

static const struct td_ordering *ordering(const struct chooser *self, uint32_t i)
{
	return &self->orderings->items[i];
}

/* How late the failing thread touched each object for the last time: what an assertion looks at is what it has just
 * read. */
static uint32_t *find_nearness(const struct td_steps *steps)
{
	uint32_t failing = steps->trace->ended.thread,
		 *nearness = td_alloc((steps->object_count + 1) * sizeof *nearness);

	for (uint32_t i = 0; i < steps->count; i++)
		for (uint32_t k = 0; steps->items[i].thread == failing && k < steps->items[i].touch_count; k++)
			nearness[steps->touches[steps->items[i].touch + k].object] = i + 1;
	return nearness;
}

static uint32_t nearness_of(const struct chooser *self, uint32_t object)
{
	return object == UINT32_MAX ? 0 : self->nearness[object];
}

static uint32_t telling_of(const struct chooser *self, td_watched what)
{
	uint8_t kind = td_watched_event(self->orderings->seen, what).kind;

	return td_op_is(kind, TD_OP_LOCKS | TD_OP_UNLOCKS) ? 0 : 1;
}

static uint32_t least(uint32_t a, uint32_t b)
{
	return a < b ? a : b;
}

static uint32_t how_telling(const struct chooser *self, const struct td_ordering *one)
{
	return one->is_memory ? 2 : least(telling_of(self, one->first), telling_of(self, one->second));
}

static bool is_of_attempt(const struct chooser *self, const struct td_ordering *one)
{
	const struct td_observations *seen = self->orderings->seen;

	return td_watched_event(seen, one->first).is_attempt || td_watched_event(seen, one->second).is_attempt;
}

static struct worth worth_of(const struct chooser *self, const uint32_t *set, uint32_t count, uint32_t covered)
{
	const struct td_ordering *in = ordering(self, set[0]), *out = ordering(self, set[count - 1]);
	uint32_t from = in->first_at, to = out->second_at, nearest_in = nearness_of(self, in->object),
		 nearest_out = nearness_of(self, out->object);

	return (struct worth){.covered = covered,
			      .can_turn = in->can_turn && out->can_turn,
			      .is_attempt = is_of_attempt(self, in) || is_of_attempt(self, out),
			      .telling = least(how_telling(self, in), how_telling(self, out)),
			      .is_small = count == 1,
			      .is_one_object = in->object == out->object,
			      .nearness = nearest_in < nearest_out ? nearest_in : nearest_out,
			      .writes = in->second_writes + out->first_writes,
			      .shortness = UINT32_MAX - (to > from ? to - from : from - to)};
}

static int compare(uint32_t a, uint32_t b)
{
	return a > b ? 1 : a < b ? -1 : 0;
}

static bool is_better(const struct worth *a, const struct worth *b)
{
	int order[] = {compare(a->covered, b->covered),       compare(a->can_turn, b->can_turn),
		       compare(a->is_attempt, b->is_attempt), compare(a->telling, b->telling),
		       compare(a->is_small, b->is_small),     compare(a->is_one_object, b->is_one_object),
		       compare(a->nearness, b->nearness),     compare(a->writes, b->writes),
		       compare(a->shortness, b->shortness)};

	for (size_t i = 0; i < sizeof order / sizeof *order; i++)
		if (order[i])
			return order[i] > 0;
	return false;
}

static void consider(struct chooser *self, enum td_cause_kind kind, const uint32_t *set, uint32_t count,
		     struct td_support support)
{
	struct worth worth = worth_of(self, set, count, support.same);

	if (self->best.kind && !is_better(&worth, &self->worth))
		return;
	self->worth = worth;
	self->best.kind = kind;
	memcpy(self->best.set, set, count * sizeof *set);
	self->best.count = count;
	self->best.support = support;
	self->best.is_memory = worth.telling == 2;
	self->best.into = set[0];
	self->best.out_of = set[count - 1];
}

static bool is_sufficient(struct td_support support)
{
	return support.same && !support.passed;
}

static void try_singles(struct chooser *self, bool *is_enough)
{
	for (uint32_t i = 0; i < self->limit; i++) {
		struct td_support support = td_support_of(self->orderings, &i, 1);

		is_enough[i] = is_sufficient(support);
		if (is_enough[i])
			consider(self,
				 ordering(self, i)->first == ordering(self, i)->second ? TD_CAUSE_OUTCOME
										       : TD_CAUSE_ORDER,
				 &i, 1, support);
	}
}

/* Into a stretch of one thread and out of it again. */
static bool is_stretch(const struct td_ordering *in, const struct td_ordering *out)
{
	return in->first != in->second && out->first != out->second && in->first_at < out->second_at &&
	       in->first_thread == out->second_thread && in->second_at <= out->first_at;
}

static void try_pairs(struct chooser *self, const bool *is_enough)
{
	for (uint32_t i = 0; i < self->limit; i++)
		for (uint32_t k = 0; k < self->limit; k++) {
			uint32_t set[] = {i, k};

			if (i == k || is_enough[i] || is_enough[k] || !is_stretch(ordering(self, i), ordering(self, k)))
				continue;

			struct td_support support = td_support_of(self->orderings, set, 2);

			if (is_sufficient(support))
				consider(self, TD_CAUSE_BETWEEN, set, 2, support);
		}
}

/* How well having a set goes with failing: the harmonic mean of precision and recall, in thousandths.  0: most failures
 * are without it. */
static uint32_t agreement(const struct chooser *self, const uint32_t *set, uint32_t count)
{
	struct td_support support = td_support_of(self->orderings, set, count);
	uint64_t same = self->orderings->seen->same;

	return !support.same || 3ull * support.same < same
		       ? 0
		       : (uint32_t)(2000ull * support.same / (same + support.same + support.passed));
}

/* Where the failing thread came back to, before it failed; 0: another thread did. */
static uint32_t lateness(const struct chooser *self, const struct td_ordering *out)
{
	return out->second_thread == self->orderings->steps->trace->ended.thread ? out->second_at + 1 : 0;
}

/* Of stretches that are not sufficient, one into which the failing thread's last look at something falls: it has found
 * there what it did not expect.  Of several, the one that goes best with failing. */
static bool most_suspicious_stretch(const struct chooser *self, uint32_t *best)
{
	uint32_t latest = 0, highest = 0;

	for (uint32_t i = 0; i < self->limit; i++)
		for (uint32_t k = 0; k < self->limit; k++) {
			const struct td_ordering *in = ordering(self, i), *out = ordering(self, k);
			uint32_t set[] = {i, k}, late = lateness(self, out), agrees;

			if (!in->is_memory || !out->is_memory || in->object != out->object || !is_stretch(in, out) ||
			    late < latest)
				continue;
			agrees = agreement(self, set, 2);
			if (!agrees || (late == latest && agrees <= highest))
				continue;
			latest = late;
			highest = agrees;
			memcpy(best, set, sizeof set);
		}
	return highest > 0;
}

static bool most_suspicious_order(const struct chooser *self, uint32_t *best)
{
	uint32_t highest = LEAST_AGREEMENT;

	for (uint32_t i = 0; i < self->limit; i++) {
		bool is_told = ordering(self, i)->is_memory && ordering(self, i)->can_turn;
		uint32_t agrees = is_told ? agreement(self, &i, 1) : 0;

		if (agrees <= highest)
			continue;
		highest = agrees;
		*best = i;
	}
	return highest > LEAST_AGREEMENT;
}

/* The stretch that an ordering leads out of: its thread had touched the same before. */
static bool find_into(const struct chooser *self, uint32_t out, uint32_t *into)
{
	bool is_found = false;

	for (uint32_t i = 0; i < self->limit; i++) {
		const struct td_ordering *in = ordering(self, i);

		if (!in->is_memory || in->object != ordering(self, out)->object || !is_stretch(in, ordering(self, out)))
			continue;
		if (is_found && in->first_at < ordering(self, *into)->first_at)
			continue;
		*into = i;
		is_found = true;
	}
	return is_found;
}

/* One of several orderings may be the end of a stretch whose beginning the others imply. */
static bool find_stretch(const struct chooser *self, struct td_cause *cause)
{
	uint32_t latest = 0;
	bool is_found = false;

	for (uint32_t i = 0; i < cause->count; i++) {
		const struct td_ordering *out = ordering(self, cause->set[i]);
		uint32_t late = lateness(self, out), into = 0;

		if (!out->is_memory || (is_found && late <= latest) || !find_into(self, cause->set[i], &into))
			continue;
		cause->into = into;
		cause->out_of = cause->set[i];
		latest = late;
		is_found = true;
	}
	return is_found;
}

static void try_more(struct chooser *self)
{
	struct td_cause cause = {0};
	uint32_t first = most_suspicious_stretch(self, cause.set) ? 2 : most_suspicious_order(self, cause.set) ? 1 : 0;

	cause.into = cause.set[0];
	cause.out_of = cause.set[1];
	cause.count = td_orderings_minimal(self->orderings, self->limit, cause.set, first);
	if (!cause.count)
		return;
	cause.kind = first == 2 || find_stretch(self, &cause) ? TD_CAUSE_BETWEEN
		     : first == 1 && cause.count <= 2         ? TD_CAUSE_ORDER
							      : TD_CAUSE_SEVERAL;
	cause.support = td_support_of(self->orderings, cause.set, cause.count);
	cause.is_memory = true;
	for (uint32_t i = 0; i < cause.count && cause.kind != TD_CAUSE_BETWEEN; i++)
		cause.is_memory &= ordering(self, cause.set[i])->is_memory;
	if (!self->best.kind || cause.kind != TD_CAUSE_SEVERAL)
		self->best = cause;
}

static struct chooser choose(const struct td_orderings *orderings, const uint32_t *nearness, uint32_t limit)
{
	struct chooser self = {.orderings = orderings, .limit = limit, .nearness = nearness};
	bool is_enough[TD_MOST_IN_CAUSE] = {false};

	try_singles(&self, is_enough);
	try_pairs(&self, is_enough);
	if (!self.best.kind || (!self.worth.telling && !self.worth.is_attempt && self.best.kind != TD_CAUSE_OUTCOME))
		try_more(&self);
	return self;
}

static bool is_minimal(const struct td_orderings *orderings, const struct td_cause *cause)
{
	uint32_t others[TD_MOST_IN_CAUSE];

	for (uint32_t left_out = 0; left_out < cause->count; left_out++) {
		uint32_t count = 0;

		for (uint32_t i = 0; i < cause->count; i++)
			if (i != left_out)
				others[count++] = cause->set[i];
		if (!td_support_of(orderings, others, count).passed)
			return false;
	}
	return cause->count > 0;
}

/* What happened in the execution itself says more than what did not. */
static struct td_cause best_of(const struct td_orderings *orderings, const uint32_t *nearness)
{
	struct chooser own = choose(orderings, nearness, orderings->own), all;

	if (own.best.kind && own.best.kind != TD_CAUSE_SEVERAL &&
	    (own.best.kind == TD_CAUSE_OUTCOME || own.best.is_memory))
		return own.best;
	all = choose(orderings, nearness, (uint32_t)orderings->count);
	return all.best.kind && (all.best.kind != TD_CAUSE_SEVERAL || !own.best.kind) ? all.best : own.best;
}

struct td_cause td_cause_find(const struct td_orderings *orderings)
{
	uint32_t *nearness = find_nearness(orderings->steps);
	struct td_cause cause = best_of(orderings, nearness);

	free(nearness);
	cause.is_minimal = is_minimal(orderings, &cause);
	return cause;
}
