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
	const td_watched *of_event;       /* of the passing execution's events; NULL: it is the failing one */
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

	if (!self->of_event)
		return what;
	return what < self->steps->trace->event_count ? self->of_event[what] : UINT32_MAX;
}

/* The same object in the failing execution. */
static uint32_t object_in(const struct finder *self, uint32_t object)
{
	return self->of_event ? td_object_at(self->to->steps, self->steps->objects[object].address) : object;
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
		.first_thread = first->event.kin,
		.second_thread = second->event.kin,
		.first_at = first->event.at,
		.second_at = second->event.at,
		.first_pc = first->event.pc,
		.second_pc = second->event.pc,
		.first_writes = first->writes,
		.second_writes = second->writes,
		.is_attempt = second->event.is_attempt,
		.is_memory = is_about_memory(first->event.kind) && is_about_memory(second->event.kind),
		.apart = second->event.object - first->event.object,
	};
}

/* Does the failing execution have it?  In it, what did not happen comes behind all that did, and behind what it failed
 * in.
 */
static bool is_had(const struct finder *self, const struct td_ordering *ordering)
{
	return ordering->first_at < ordering->second_at && ordering->first_at <= self->to->steps->trace->event_count;
}

/* What did not happen cannot come any more where its thread has ended. */
static bool can_come(const struct finder *self, const struct side *side)
{
	const struct td_trace *trace = self->to->steps->trace;

	return side->event.happened || side->event.kin >= trace->thread_count ||
	       trace->threads[side->event.kin].raw.state != TD_T_DONE;
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
	is_turned = self->of_event && (!first.event.happened || second.event.happened);
	if (!is_turned && self->sure && td_is_before(self->sure, early, late))
		return;
	ordering = is_turned ? order(&second, &first) : order(&first, &second);
	ordering.object = object_in(self, object);
	ordering.is_foreign = self->of_event != NULL;
	ordering.can_turn = can_come(self, &second) && can_come(self, &first);
	if (!self->of_event || is_had(self, &ordering))
		TD_PUSH(self->to, ordering);
}

/* Of one object: who wrote it last, and who has read it since. */
struct last {
	uint32_t write;
	uint32_t readers[MOST_READERS];
	uint32_t count;
};

static bool ends_life(const struct td_steps *steps, uint32_t step)
{
	uint32_t event = steps->items[step].event;
	uint8_t kind = event == UINT32_MAX ? TD_NONE : steps->trace->events[event].raw.kind;

	return kind == TD_FREE || kind == TD_DESTROY || kind == TD_LIFE_END || kind == TD_INIT;
}

/* What ends the life of an object must not come before anything that is done with it. */
static void end_life(const struct finder *self, uint32_t step, const struct td_trace_touch *touch)
{
	uint32_t left = MOST_READERS;

	for (uint32_t i = touch->before; i != TD_NO_TOUCH && left--; i = self->steps->touches[i].before)
		add(self, self->steps->touches[i].step, step, touch->object);
}

static void touch(const struct finder *self, struct last *last, uint32_t step, const struct td_trace_touch *touch)
{
	bool has_reader = false;

	if (self->of_event && ends_life(self->steps, step))
		end_life(self, step, touch);
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
							    .first_pc = steps->trace->events[what].raw.pc,
							    .can_turn = true,
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
	if (x->first != y->first)
		return x->first > y->first ? -1 : 1;
	return x->second > y->second ? -1 : x->second < y->second;
}

/* What the failing execution tells of itself first. */
static int by_events(const void *a, const void *b)
{
	const struct td_ordering *x = a, *y = b;

	if (x->first != y->first)
		return x->first > y->first ? 1 : -1;
	if (x->second != y->second)
		return x->second > y->second ? 1 : -1;
	return x->is_foreign - y->is_foreign;
}

/* Two objects side by side may be touched together, and several executions may tell the same: one ordering is enough.
 */
static void drop_doubles(struct td_orderings *self)
{
	size_t left = 0;

	for (size_t i = 0; i < self->count; i++) {
		const struct td_ordering *one = &self->items[i], *last = left ? &self->items[left - 1] : NULL;

		if (!last || last->first != one->first || last->second != one->second)
			self->items[left++] = *one;
	}
	self->count = left;
}

static int compare_places(const struct td_ordering *x, const struct td_ordering *y)
{
	if (x->first_pc != y->first_pc)
		return x->first_pc > y->first_pc ? 1 : -1;
	return x->second_pc > y->second_pc ? 1 : x->second_pc < y->second_pc ? -1 : 0;
}

/* The latest of two places first. */
static int by_places(const void *a, const void *b)
{
	const struct td_ordering *x = a, *y = b;
	int places = compare_places(x, y);

	return places ? places : by_worth(a, b);
}

static int by_round(const void *a, const void *b)
{
	const struct td_ordering *x = a, *y = b;

	return x->round != y->round ? (x->round > y->round ? 1 : -1) : by_worth(a, b);
}

/* What a loop does again and again must not crowd out what happens once: of each two places the latest, then of each
 * the one before. */
static void keep_some(struct td_orderings *self)
{
	qsort(self->items, self->count, sizeof *self->items, by_places);
	for (size_t i = 1; i < self->count; i++)
		self->items[i].round =
			compare_places(&self->items[i], &self->items[i - 1]) ? 0 : self->items[i - 1].round + 1;
	qsort(self->items, self->count, sizeof *self->items, by_round);
	self->count = MOST_ORDERINGS;
}

static void choose_orderings(struct td_orderings *self)
{
	if (!self->count)
		return;
	qsort(self->items, self->count, sizeof *self->items, by_events);
	drop_doubles(self);
	if (self->count > MOST_ORDERINGS)
		keep_some(self);
	qsort(self->items, self->count, sizeof *self->items, by_worth);
}

/* What failed does not fail where it never comes, for the program ends before. */
static bool is_there(const struct td_ordering *ordering, const struct td_observed *observed,
		     const struct td_placing *execution, const struct td_placing *own)
{
	uint32_t first = execution->at[ordering->first], second = execution->at[ordering->second];

	if (ordering->is_attempt && observed->passed && !second)
		return false;
	if (ordering->first == ordering->second)
		return first && execution->outcome[ordering->first] == own->outcome[ordering->first];
	if (first && second && ordering->is_memory &&
	    execution->object[ordering->second] - execution->object[ordering->first] != ordering->apart)
		return false;
	return first && (!second || first < second);
}

static void find_bits_of(struct td_orderings *self, size_t execution, const struct td_placing *placing,
			 const struct td_placing *own)
{
	const struct td_observed *observed = &self->seen->items[execution];
	uint64_t bit = 1ull << execution % BITS;

	self->passed[execution / BITS] |= observed->passed ? bit : 0;
	self->same[execution / BITS] |= observed->is_same ? bit : 0;
	for (size_t i = 0; i < self->count; i++)
		self->has[i][execution / BITS] |= is_there(&self->items[i], observed, placing, own) ? bit : 0;
}

/* The execution that is explained is the first that was looked at. */
static void find_bits(struct td_orderings *self)
{
	const struct td_observations *seen = self->seen;
	struct td_placing own = td_placing_make(seen), placing = td_placing_make(seen);

	self->words = (uint32_t)(seen->count / BITS + 1);
	self->passed = td_alloc(self->words * sizeof *self->passed);
	self->same = td_alloc(self->words * sizeof *self->same);
	self->has = td_alloc((self->count + 1) * sizeof *self->has);
	for (size_t i = 0; i < self->count; i++)
		self->has[i] = td_alloc(self->words * sizeof **self->has);
	if (seen->count)
		td_observations_place(seen, &seen->items[0], &own);
	for (size_t k = 0; k < seen->count; k++) {
		td_observations_place(seen, &seen->items[k], &placing);
		find_bits_of(self, k, &placing, &own);
	}
	td_placing_clear(&own);
	td_placing_clear(&placing);
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

static void find_in(struct td_orderings *self, const struct td_steps *steps, const td_watched *of_event)
{
	struct td_timestamps *sure = td_timestamps_fit(steps) ? td_timestamps_make(steps, TD_PAST_SURE) : NULL;
	struct finder finder = {self, steps, sure, of_event};

	find_conflicts(&finder);
	if (sure)
		td_timestamps_free(sure);
}

struct td_orderings *td_orderings_make(const struct td_steps *steps, const struct td_observations *seen)
{
	struct td_orderings *self = td_alloc(sizeof *self);

	self->steps = steps;
	self->seen = seen;
	find_in(self, steps, NULL);
	for (size_t i = 0; i < seen->passing.count; i++)
		find_in(self, seen->passing.items[i].steps, seen->passing.items[i].of_event);
	find_outcomes(self);
	choose_orderings(self);
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

size_t td_orderings_counterexample(const struct td_orderings *self)
{
	for (uint32_t w = 0; w < self->words; w++) {
		uint64_t bits = self->passed[w];

		for (size_t i = 0; i < self->count; i++)
			bits &= self->has[i][w];
		if (bits)
			return w * BITS + (size_t)__builtin_ctzll(bits);
	}
	return SIZE_MAX;
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
