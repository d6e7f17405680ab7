#include "orderings.h"

#include <stdlib.h>
#include <string.h>

#include "check/timestamps.h"
#include "wire/ops.h"

enum { MOST_ORDERINGS = 400, MOST_READERS = 16, BITS = 64 };

static bool is_about_memory(uint8_t kind)
{
	return td_op_acts_on(kind, TD_ON_MEMORY) || kind == TD_FREE || kind == TD_LIFE_END;
}

/* Where conflicts are looked for: in the failing execution, or in the passing one.  Of those of the latter the failing
 * one may have the other order, or its first event alone. */
struct finder {
	struct td_orderings *to;
	const struct td_steps *steps;
	const struct td_timestamps *sure; /* what comes before what in every order; NULL: not known */
	bool is_foreign;
};

static bool writes(const struct td_steps *steps, uint32_t step, uint32_t object)
{
	for (uint32_t k = 0; k < steps->items[step].touch_count; k++)
		if (steps->touches[steps->items[step].touch + k].object == object)
			return steps->touches[steps->items[step].touch + k].writes;
	return false;
}

static td_watched watched_in(const struct finder *self, uint32_t step, uint32_t object)
{
	td_watched what = td_watched_of(self->steps, step, object);

	if (!self->is_foreign)
		return what;
	return what < self->steps->trace->event_count ? self->to->seen->of_passing[what] : UINT32_MAX;
}

/* The same object in the failing execution. */
static uint32_t object_in(const struct finder *self, uint32_t object)
{
	return self->is_foreign ? td_object_at(self->to->steps, self->steps->objects[object].address) : object;
}

/* One of two events that conflict. */
struct side {
	td_watched what;
	struct td_watched_event event;
	bool writes;
};

static struct side side_of(const struct finder *self, uint32_t step, uint32_t object)
{
	td_watched what = watched_in(self, step, object);

	return (struct side){what, td_watched_event(self->to->seen, what), writes(self->steps, step, object)};
}

static struct td_ordering order(const struct side *first, const struct side *second)
{
	return (struct td_ordering){
		.first = first->what,
		.second = second->what,
		.first_thread = first->event.thread,
		.second_thread = second->event.thread,
		.first_at = first->event.at,
		.second_at = second->event.at,
		.first_writes = first->writes,
		.second_writes = second->writes,
		.is_memory = is_about_memory(first->event.kind) && is_about_memory(second->event.kind),
		.apart = second->event.object - first->event.object,
	};
}

/* Does the failing execution have it?  In it, what did not happen comes behind all that did. */
static bool is_had(const struct finder *self, const struct td_ordering *ordering)
{
	return ordering->first_at < ordering->second_at && ordering->first_at < self->to->steps->trace->event_count;
}

/* Of the passing execution, the failing one may have the other order, or the first event alone. */
static void add(const struct finder *self, uint32_t early, uint32_t late, uint32_t object)
{
	struct side first, second;
	bool is_turned;
	struct td_ordering ordering;

	if (self->steps->items[early].thread == self->steps->items[late].thread ||
	    watched_in(self, early, object) == UINT32_MAX || watched_in(self, late, object) == UINT32_MAX)
		return;
	first = side_of(self, early, object);
	second = side_of(self, late, object);
	is_turned = self->is_foreign && (!first.event.happened || second.event.happened);
	if (!is_turned && self->sure && td_is_before(self->sure, early, late))
		return;
	ordering = is_turned ? order(&second, &first) : order(&first, &second);
	ordering.object = object_in(self, object);
	ordering.is_foreign = self->is_foreign;
	if (!self->is_foreign || is_had(self, &ordering))
		TD_PUSH(self->to, ordering);
}

/* Of one object: who wrote it last, and who has read it since. */
struct last {
	uint32_t write;
	uint32_t readers[MOST_READERS];
	uint32_t count;
};

static void touch(const struct finder *self, struct last *last, uint32_t step, const struct td_trace_touch *touch)
{
	bool has_reader = false;

	if (last->write != TD_NO_STEP)
		add(self, last->write, step, touch->object);
	for (uint32_t i = 0; touch->writes && i < last->count; i++)
		add(self, last->readers[i], step, touch->object);
	if (touch->writes) {
		if (step < self->steps->happened)
			*last = (struct last){.write = step};
		return;
	}
	for (uint32_t i = 0; i < last->count; i++)
		if (self->steps->items[last->readers[i]].thread == self->steps->items[step].thread) {
			has_reader = true;
			last->readers[i] = step;
		}
	if (!has_reader && last->count < MOST_READERS)
		last->readers[last->count++] = step;
}

static void find_conflicts(const struct finder *self)
{
	const struct td_steps *steps = self->steps;
	struct last *lasts = td_alloc((steps->object_count + 1) * sizeof *lasts);

	for (uint32_t i = 0; i < steps->object_count; i++)
		lasts[i].write = TD_NO_STEP;
	for (uint32_t i = 0; i < steps->count; i++)
		for (uint32_t k = 0; k < steps->items[i].touch_count; k++) {
			const struct td_trace_touch *one = &steps->touches[steps->items[i].touch + k];

			touch(self, &lasts[one->object], i, one);
		}
	free(lasts);
}

/* What is no matter of the order: a choice, which waiter a signal woke, whether a wait gave up. */
static bool has_outcome(const struct td_event *event)
{
	return event->kind == TD_CHOOSE || (event->flags & (TD_F_TIMEOUT | TD_F_SPURIOUS)) ||
	       (event->kind == TD_SIGNAL && event->value);
}

static void find_outcomes(struct td_orderings *self)
{
	const struct td_steps *steps = self->steps;

	for (uint32_t i = 0; i < steps->happened; i++) {
		td_watched what = steps->items[i].event;

		if (has_outcome(&steps->trace->events[what].raw))
			TD_PUSH(self, ((struct td_ordering){.first = what,
							    .second = what,
							    .first_thread = steps->items[i].thread,
							    .second_thread = steps->items[i].thread,
							    .first_at = what,
							    .second_at = what,
							    .object = UINT32_MAX}));
	}
}

static uint32_t latest_of(const struct td_ordering *ordering)
{
	return ordering->second_at > ordering->first_at ? ordering->second_at : ordering->first_at;
}

/* What happened first, of that outcomes, then memory, the latest first: the order in which they are kept. */
static int by_worth(const void *a, const void *b)
{
	const struct td_ordering *x = a, *y = b;
	int kind_x = x->first == x->second ? 0
		     : x->is_memory        ? 1
					   : 2,
	    kind_y = y->first == y->second ? 0
		     : y->is_memory        ? 1
					   : 2;
	uint32_t late_x = latest_of(x), late_y = latest_of(y);

	if (x->is_foreign != y->is_foreign)
		return x->is_foreign - y->is_foreign;
	if (kind_x != kind_y)
		return kind_x - kind_y;
	if (late_x != late_y)
		return late_x > late_y ? -1 : 1;
	return x->first > y->first ? -1 : x->first < y->first;
}

/* Two objects side by side may be touched together: one ordering is enough. */
static void drop_doubles(struct td_orderings *self)
{
	size_t left = 0;

	for (size_t i = 0; i < self->count; i++) {
		const struct td_ordering *one = &self->items[i], *last = left ? &self->items[left - 1] : NULL;

		if (!last || last->first != one->first || last->second != one->second)
			self->items[left++] = *one;
	}
	self->count = left < MOST_ORDERINGS ? left : MOST_ORDERINGS;
}

static bool is_there(const struct td_ordering *ordering, const struct td_observed *execution,
		     const struct td_observed *own)
{
	uint32_t first = execution->at[ordering->first], second = execution->at[ordering->second];

	if (ordering->first == ordering->second)
		return first && execution->outcome[ordering->first] == own->outcome[ordering->first];
	if (first && second && ordering->is_memory &&
	    execution->object[ordering->second] - execution->object[ordering->first] != ordering->apart)
		return false;
	return first && (!second || first < second);
}

/* The execution that is explained is the first that was looked at. */
static void find_bits(struct td_orderings *self)
{
	const struct td_observations *seen = self->seen;

	self->words = (uint32_t)(seen->count / BITS + 1);
	self->passed = td_alloc(self->words * sizeof *self->passed);
	self->same = td_alloc(self->words * sizeof *self->same);
	self->has = td_alloc((self->count + 1) * sizeof *self->has);
	for (size_t k = 0; k < seen->count; k++) {
		self->passed[k / BITS] |= (uint64_t)seen->items[k].passed << k % BITS;
		self->same[k / BITS] |= (uint64_t)seen->items[k].is_same << k % BITS;
	}
	for (size_t i = 0; i < self->count; i++) {
		self->has[i] = td_alloc(self->words * sizeof **self->has);
		for (size_t k = 0; k < seen->count; k++)
			self->has[i][k / BITS] |= (uint64_t)is_there(&self->items[i], &seen->items[k], &seen->items[0])
						  << k % BITS;
	}
}

/* What is always so explains nothing. */
static void drop_necessities(struct td_orderings *self)
{
	size_t left = 0;

	for (size_t i = 0; i < self->count; i++) {
		uint64_t *has = self->has[i];
		bool is_always = true;

		for (size_t k = 0; k < self->seen->count && is_always; k++)
			is_always = has[k / BITS] >> k % BITS & 1;
		if (is_always) {
			free(has);
			continue;
		}
		self->items[left] = self->items[i];
		self->has[left++] = has;
	}
	self->count = left;
}

static void find_in(struct td_orderings *self, const struct td_steps *steps, bool is_foreign)
{
	struct td_timestamps *sure = td_timestamps_fit(steps) ? td_timestamps_make(steps, TD_PAST_SURE) : NULL;
	struct finder finder = {self, steps, sure, is_foreign};

	find_conflicts(&finder);
	if (sure)
		td_timestamps_free(sure);
}

struct td_orderings *td_orderings_make(const struct td_steps *steps, const struct td_steps *passing,
				       const struct td_observations *seen)
{
	struct td_orderings *self = td_alloc(sizeof *self);

	self->steps = steps;
	self->seen = seen;
	find_in(self, steps, false);
	if (passing)
		find_in(self, passing, true);
	find_outcomes(self);
	if (self->count)
		qsort(self->items, self->count, sizeof *self->items, by_worth);
	drop_doubles(self);
	find_bits(self);
	drop_necessities(self);
	while (self->own < self->count && !self->items[self->own].is_foreign)
		self->own++;
	return self;
}

void td_orderings_free(struct td_orderings *self)
{
	for (size_t i = 0; i < self->count; i++)
		free(self->has[i]);
	free(self->has);
	free(self->passed);
	free(self->same);
	free(self->items);
	free(self);
}

struct td_support td_support_of(const struct td_orderings *self, const uint32_t *set, uint32_t count)
{
	struct td_support support = {0};

	for (uint32_t w = 0; w < self->words; w++) {
		uint64_t left = self->seen->count - (uint64_t)w * BITS,
			 bits = left >= BITS ? UINT64_MAX : (1ull << left) - 1;

		for (uint32_t i = 0; i < count; i++)
			bits &= self->has[set[i]][w];
		support.passed += (uint32_t)__builtin_popcountll(bits & self->passed[w]);
		support.same += (uint32_t)__builtin_popcountll(bits & self->same[w]);
		support.other += (uint32_t)__builtin_popcountll(bits & ~self->passed[w] & ~self->same[w]);
	}
	return support;
}

static bool is_sufficient(const struct td_orderings *self, const uint32_t *set, uint32_t count)
{
	struct td_support support = td_support_of(self, set, count);

	return !support.passed && support.same;
}

static bool is_in(const uint32_t *set, uint32_t count, uint32_t item)
{
	for (uint32_t i = 0; i < count; i++)
		if (set[i] == item)
			return true;
	return false;
}

uint32_t td_orderings_minimal(const struct td_orderings *self, uint32_t limit, uint32_t *set, uint32_t kept)
{
	uint32_t count = kept;

	for (uint32_t i = 0; i < limit; i++)
		if (!is_in(set, kept, i))
			set[count++] = i;
	if (!is_sufficient(self, set, count))
		return 0;
	for (uint32_t i = count; i-- > kept;) {
		uint32_t left_out = set[i];

		memmove(&set[i], &set[i + 1], (count - i - 1) * sizeof *set);
		if (is_sufficient(self, set, count - 1)) {
			count--;
			continue;
		}
		memmove(&set[i + 1], &set[i], (count - i - 1) * sizeof *set);
		set[i] = left_out;
	}
	return count;
}
