/* Constraints against brute force: t/constraints.t runs it on small programs.
 *
 *     constraints_check SEED SETS PROGRAM [argument...]
 *     constraints_check held t/constraints/held
 *
 * All orders of the program's events are made.  Then some sets of constraints are drawn, and each order is asked
 * whether it keeps to the set: here, from the recorded events alone.  The classes of those that do must be what
 * executions under these constraints come to, drawn ones as well as all there are, and what the check of each class
 * says.
 *
 * Constraints name no event that no thread can notice (its creation, for example): a search makes those as early as it
 * can, so "all orders" are not all orders of these.
 *
 * `held` says how many executions were in vain where threads can always be held back for long enough. */
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "check/in_class.h"
#include "explore/completions.h"
#include "explore/program.h"
#include "explore/replay.h"
#include "wire/ops.h"

enum {
	MOST_ORDERS = 1500,
	MOST_SETS = 64,
	MOST_CODE = 3,
	MOST_IN_SET = 3,
	ENOUGH = 40,
	MOST_DRAWN = 20000,
	MOST_MADE = 4000,
	MOST_HELD = 200,
	FEW = 24
};

/* An order of events that was made. */
struct order {
	struct td_event *events;
	uint32_t count;
	uint64_t class, sequence;
};

struct orders {
	struct order *items;
	size_t count, room;
};

/* As the runtime's, but with all pcs one by one. */
struct place {
	uint64_t code[MOST_CODE][2]; /* first and last pc */
	uint32_t code_count, number;
	uint16_t thread;
};

struct wanted {
	enum td_constraint_kind kind;
	struct place first, second;
};

struct numbers {
	uint64_t *items;
	size_t count, room;
};

struct set {
	struct wanted items[MOST_IN_SET];
	uint32_t count;
	struct td_constraints given;
	struct numbers classes, sequences; /* of the orders that keep to it */
	struct numbers of_classes;         /* those that the check of each class says keep to it */
	bool is_vague;                     /* it is about events that could also come later than they do */
	bool has_stretch;
};

struct check {
	struct td_completions *completions;
	struct orders orders;
	struct set sets[MOST_SETS];
	uint32_t set_count;
	struct set *set;           /* under way */
	struct numbers came, made; /* classes and sequences of the executions under way */
	uint64_t draws;
	uint32_t wrong, impossible, vague, bounded;
};

static uint32_t below(struct check *self, uint32_t n)
{
	uint64_t mixed = self->draws += 0x9e3779b97f4a7c15u;

	mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9u;
	mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111ebu;
	return (uint32_t)((mixed >> 33) % n);
}

static bool has(const struct numbers *self, uint64_t number)
{
	for (size_t i = 0; i < self->count; i++)
		if (self->items[i] == number)
			return true;
	return false;
}

static void add(struct numbers *self, uint64_t number)
{
	if (!has(self, number))
		TD_PUSH(self, number);
}

static bool are_same(const struct numbers *a, const struct numbers *b)
{
	for (size_t i = 0; i < a->count; i++)
		if (!has(b, a->items[i]))
			return false;
	return a->count == b->count;
}

/* Orders. */

static uint64_t sequence_of(const struct td_channel *channel)
{
	uint64_t hash = 0;

	for (uint32_t i = 0; i < channel->ended.event_count; i++) {
		const struct td_event *event = &channel->events[i];
		uint64_t parts[] = {event->thread, event->kind, event->pc};

		hash = td_hash_bytes(parts, sizeof parts, hash);
	}
	return hash;
}

static bool take_order(void *context, const struct td_channel *channel)
{
	struct check *self = context;
	uint32_t count = channel->ended.event_count;

	TD_PUSH(&self->orders, ((struct order){td_copy(channel->events, count * sizeof *channel->events), count,
					       channel->ended.fingerprint, sequence_of(channel)}));
	return self->orders.count < MOST_ORDERS;
}

static struct td_tally run(struct check *self, enum td_policy_kind policy, uint32_t param, bool is_search,
			   uint64_t most, const struct td_constraints *constraints, td_completion_seen *seen)
{
	struct td_schedule nothing = {.segment_count = 0};
	struct td_completion_plan plan = {.prefix = &nothing,
					  .policy = {.kind = policy, .param = param},
					  .is_systematic = is_search,
					  .constraints = constraints,
					  .most = most};

	return td_completions_run(self->completions, &plan, seen, self);
}

/* What a set asks of one order. */

static bool is_in(const struct place *place, uint64_t pc)
{
	for (uint32_t i = 0; i < place->code_count; i++)
		if (pc >= place->code[i][0] && pc <= place->code[i][1])
			return true;
	return false;
}

enum { ALL = -1, WRITES, READS };

static bool is_of(const struct place *place, const struct td_event *event, int what)
{
	bool reads = event->kind == TD_READ || event->kind == TD_RMW;
	bool writes = event->kind == TD_WRITE || event->kind == TD_RMW;

	return is_in(place, event->pc) && (place->thread == TD_ANY_THREAD || place->thread == event->thread) &&
	       (what == ALL || (what == READS && reads) || (what == WRITES && writes));
}

/* Its place among the events, -1 if there is none. */
static int find(const struct order *order, const struct place *place, int what)
{
	uint32_t number = 0;

	for (uint32_t i = 0; i < order->count; i++)
		if (is_of(place, &order->events[i], what) && ++number == place->number)
			return (int)i;
	return -1;
}

static bool reads_from(const struct order *order, const struct wanted *wanted)
{
	int read = find(order, &wanted->second, READS), last = -1;
	int write = wanted->first.code_count ? find(order, &wanted->first, WRITES) : -1;

	if (read < 0 || (write < 0 && wanted->first.code_count))
		return false;
	for (int i = 0; i < read; i++) {
		const struct td_event *event = &order->events[i], *by = &order->events[read];
		bool writes = event->kind == TD_WRITE || event->kind == TD_RMW;

		for (uint64_t byte = by->object; byte < by->object + by->size; byte++)
			if (writes && byte >= event->object && byte < event->object + event->size)
				last = i;
	}
	return last == write;
}

static bool is_unnoticed(const struct td_event *event)
{
	return td_op_is(event->kind, TD_OP_INVISIBLE) || event->kind == TD_EXIT || event->kind == TD_JOIN;
}

static bool has_no_switch(struct set *set, const struct order *order, const struct wanted *wanted)
{
	int inside = -1;

	for (uint32_t i = 0; i < order->count; i++) {
		const struct td_event *event = &order->events[i];

		if (inside >= 0 && inside != event->thread) {
			set->is_vague |= is_unnoticed(event);
			return false;
		}
		if (inside >= 0 && (is_in(&wanted->second, event->pc) || event->kind == TD_EXIT))
			inside = -1;
		else if (inside < 0 && is_in(&wanted->first, event->pc))
			inside = event->thread;
	}
	return true;
}

static bool is_kept(struct set *set, const struct order *order, const struct wanted *wanted)
{
	int first = find(order, &wanted->first, ALL), second = find(order, &wanted->second, ALL);

	switch (wanted->kind) {
	case TD_MUST_PRECEDE: return second < 0 || (first >= 0 && first < second);
	case TD_MUST_HAPPEN: return first >= 0;
	case TD_MUST_READ_FROM: return reads_from(order, wanted);
	default: return has_no_switch(set, order, wanted);
	}
}

/* A search makes them as early as it can. */
static bool names_unnoticed(const struct order *order, const struct wanted *wanted)
{
	for (uint32_t i = 0; i < order->count; i++)
		if (is_unnoticed(&order->events[i]) &&
		    (is_in(&wanted->first, order->events[i].pc) || is_in(&wanted->second, order->events[i].pc)))
			return true;
	return false;
}

static void ask_all(struct check *self, struct set *set)
{
	for (size_t i = 0; i < self->orders.count; i++) {
		bool kept = true;

		for (uint32_t j = 0; j < set->count; j++) {
			kept &= is_kept(set, &self->orders.items[i], &set->items[j]);
			set->is_vague |= names_unnoticed(&self->orders.items[i], &set->items[j]);
		}
		if (!kept)
			continue;
		add(&set->classes, self->orders.items[i].class);
		add(&set->sequences, self->orders.items[i].sequence);
	}
}

/* Sets. */

static const struct order *draw_order(struct check *self)
{
	return &self->orders.items[below(self, (uint32_t)self->orders.count)];
}

/* Some event that threads can notice, and of this kind; NULL: none was found. */
static const struct td_event *draw_event(struct check *self, int what, const struct td_event *like)
{
	for (int tries = 0; tries < 60; tries++) {
		const struct order *order = draw_order(self);
		const struct td_event *event = order->count ? &order->events[below(self, order->count)] : NULL;

		if (!event || is_unnoticed(event))
			continue;
		if (what != ALL &&
		    !is_of(&(struct place){.code = {{0, UINT64_MAX}}, .code_count = 1, .thread = TD_ANY_THREAD}, event,
			   what))
			continue;
		if (like && (event->object >= like->object + like->size || like->object >= event->object + event->size))
			continue;
		return event;
	}
	return NULL;
}

/* The event's own place, with those of others at times, or all code from one to another. */
static struct place draw_place(struct check *self, const struct td_event *event)
{
	struct place place = {.code = {{event->pc, event->pc}}, .code_count = 1, .thread = event->thread};
	const struct td_event *other;

	while (place.code_count < MOST_CODE && below(self, 3) == 0 && (other = draw_event(self, ALL, NULL))) {
		uint64_t *code = place.code[place.code_count++];

		code[0] = code[1] = other->pc;
	}
	if (below(self, 6) == 0 && (other = draw_event(self, ALL, NULL)))
		place.code[0][other->pc > event->pc] = other->pc;
	if (below(self, 3) == 0)
		place.thread = TD_ANY_THREAD;
	place.number = 1 + (below(self, 3) ? 0 : below(self, 3));
	return place;
}

static bool draw_reading(struct check *self, struct wanted *wanted)
{
	const struct td_event *read = draw_event(self, READS, NULL);
	const struct td_event *write = read ? draw_event(self, WRITES, read) : NULL;

	if (!read || (!write && below(self, 2)))
		return false;
	wanted->second = draw_place(self, read);
	if (write && below(self, 4))
		wanted->first = draw_place(self, write);
	return true;
}

/* Another event of the thread, if one is found. */
static const struct td_event *draw_of_thread(struct check *self, uint16_t thread)
{
	const struct td_event *event = draw_event(self, ALL, NULL);

	for (int tries = 0; tries < 10 && event && event->thread != thread; tries++)
		event = draw_event(self, ALL, NULL);
	return event;
}

static bool draw_wanted(struct check *self, struct wanted *wanted)
{
	static const enum td_constraint_kind kinds[] = {TD_MUST_PRECEDE,    TD_MUST_PRECEDE,   TD_MUST_READ_FROM,
							TD_MUST_READ_FROM,  TD_MUST_READ_FROM, TD_MUST_HAPPEN,
							TD_MUST_NOT_SWITCH, TD_MUST_NOT_SWITCH};
	const struct td_event *first = draw_event(self, ALL, NULL), *second = draw_event(self, ALL, NULL);

	*wanted = (struct wanted){.kind = kinds[below(self, sizeof kinds / sizeof *kinds)]};
	if (wanted->kind == TD_MUST_READ_FROM)
		return draw_reading(self, wanted);
	if (first && wanted->kind == TD_MUST_NOT_SWITCH && below(self, 4))
		second = draw_of_thread(self, first->thread);
	if (!first || !second)
		return false;
	wanted->first = draw_place(self, first);
	if (wanted->kind != TD_MUST_HAPPEN)
		wanted->second = draw_place(self, second);
	return true;
}

static struct td_occurrence given_place(struct check *self, struct td_constraints *given, const struct place *place)
{
	const struct td_channel *channel = self->completions->session->channel;
	struct td_code_range code[MOST_CODE];

	if (!place->code_count)
		return td_no_occurrence();
	for (uint32_t i = 0; i < place->code_count; i++) {
		code[i].low = td_relative_address(place->code[i][0], channel->modules, channel->module_count) - 1;
		code[i].high = code[i].low + 1 + (place->code[i][1] - place->code[i][0]);
	}
	return td_constraints_place(given, code, place->code_count, place->thread, place->number);
}

static void draw_set(struct check *self, struct set *set)
{
	uint32_t most = 1 + below(self, MOST_IN_SET);

	while (set->count < most) {
		struct wanted *wanted = &set->items[set->count];

		if (!draw_wanted(self, wanted))
			return;
		set->count++;
		set->has_stretch |= wanted->kind == TD_MUST_NOT_SWITCH;
		if (!td_constraints_add(&set->given, wanted->kind, given_place(self, &set->given, &wanted->first),
					given_place(self, &set->given, &wanted->second)))
			BUG("no room for a small set of constraints");
	}
}

/* The three ways to an answer. */

static bool take_class(void *context, const struct td_channel *channel)
{
	struct check *self = context;

	if (td_end_is_finding(channel->ended.end) || channel->ended.end == TD_END_PASSED) {
		add(&self->came, channel->ended.fingerprint);
		add(&self->made, sequence_of(channel));
	}
	return true;
}

static bool until_all_came(void *context, const struct td_channel *channel)
{
	struct check *self = context;

	take_class(context, channel);
	return self->came.count < self->set->classes.count || channel->ended.number < ENOUGH;
}

static bool ask_class(void *context, const struct td_channel *channel)
{
	struct check *self = context;
	struct td_trace *trace = td_trace_plain(channel);
	struct td_steps *steps = td_steps_make(trace, UINT32_MAX, false);
	struct td_timestamps *past = td_timestamps_make(steps, TD_PAST_CLASS);

	add(&self->came, channel->ended.fingerprint);
	for (uint32_t i = 0; i < self->set_count; i++)
		if (td_constraints_hold_in_class(past, &self->sets[i].given) == TD_IN_CLASS_SOME)
			add(&self->sets[i].of_classes, channel->ended.fingerprint);
	td_timestamps_free(past);
	td_steps_free(steps);
	td_trace_free(trace);
	return true;
}

static void forget(struct check *self)
{
	self->came.count = self->made.count = 0;
}

static void print_place(const struct place *place)
{
	printf(" [");
	for (uint32_t i = 0; i < place->code_count; i++)
		printf("%s%llx-%llx", i ? " " : "", (unsigned long long)place->code[i][0],
		       (unsigned long long)place->code[i][1]);
	printf("]%d#%u", place->thread == TD_ANY_THREAD ? -1 : place->thread, place->number);
}

static void differs(struct check *self, const struct set *set, const char *what, size_t wanted, size_t got)
{
	static const char *const kinds[] = {"precede", "no switch", "happen", "read from"};

	self->wrong++;
	printf("# set %d, %s: %zu instead of %zu:", (int)(set - self->sets), what, got, wanted);
	for (uint32_t i = 0; i < set->count; i++) {
		printf("%s %s", i ? ";" : "", kinds[set->items[i].kind]);
		print_place(&set->items[i].first);
		print_place(&set->items[i].second);
	}
	printf("\n");
}

static void expect(struct check *self, const struct set *set, const char *what, const struct numbers *wanted,
		   const struct numbers *got)
{
	if (!are_same(wanted, got))
		differs(self, set, what, wanted->count, got->count);
}

static void are_wanted(struct check *self, const struct set *set, const char *what)
{
	for (size_t i = 0; i < self->came.count; i++)
		if (!has(&set->classes, self->came.items[i])) {
			differs(self, set, what, 0, 1);
			return;
		}
}

static void check_all(struct check *self, struct set *set)
{
	struct td_tally tally;

	forget(self);
	tally = run(self, TD_POLICY_ALL, 0, true, UINT64_MAX, &set->given, take_class);
	expect(self, set, "all orders", &set->classes, &self->came);
	if (!set->has_stretch)
		expect(self, set, "each order", &set->sequences, &self->made);
	if (!tally.is_all)
		differs(self, set, "not complete", 1, 0);
}

/* It takes threads that read the same twice for such as go round, and does not try all their turns. */
static void check_preemptions(struct check *self, struct set *set)
{
	struct td_tally tally;

	forget(self);
	tally = run(self, TD_POLICY_PREEMPTIONS, 1000, false, MOST_MADE, &set->given, take_class);
	if (tally.is_all)
		expect(self, set, "within a bound", &set->classes, &self->came);
	are_wanted(self, set, "within a bound, another class");
	self->bounded += tally.is_all;
}

static void check_set(struct check *self, struct set *set)
{
	struct td_tally tally;

	self->set = set;
	if (set->is_vague) {
		self->vague++;
		return;
	}
	self->impossible += !set->classes.count;
	if (!td_constraints_are_beyond_class(&set->given))
		expect(self, set, "by class", &set->classes, &set->of_classes);
	check_all(self, set);
	check_preemptions(self, set);
	forget(self);
	tally = run(self, TD_POLICY_RANDOM, 0, false, set->classes.count ? MOST_DRAWN : ENOUGH, &set->given,
		    until_all_came);
	if (set->classes.count <= FEW)
		expect(self, set, "drawn", &set->classes, &self->came);
	are_wanted(self, set, "drawn, another class");
	if (!set->classes.count && tally.in_vain != ENOUGH)
		differs(self, set, "in vain", ENOUGH, tally.in_vain);
}

static void skip(const char *why)
{
	printf("skipped: %s\n", why);
	exit(0);
}

/* All orders, and from them the sets; those of a program with one order alone ask for little. */
static void make_sets(struct check *self, uint32_t sets)
{
	struct td_tally tally = run(self, TD_POLICY_ALL, 0, true, MOST_ORDERS, NULL, take_order);
	struct numbers classes = {0};

	if (!tally.is_all || self->completions->has_grown)
		skip("too many orders");
	for (size_t i = 0; i < self->orders.count; i++)
		add(&classes, self->orders.items[i].class);
	if (classes.count < 2)
		skip("one class");
	for (; self->set_count < sets; self->set_count++) {
		draw_set(self, &self->sets[self->set_count]);
		ask_all(self, &self->sets[self->set_count]);
	}
	forget(self);
	run(self, TD_POLICY_TRACES, 0, true, UINT64_MAX, NULL, ask_class);
	if (!are_same(&classes, &self->came))
		skip("another equivalence");
}

/* The first event of a thread that reads or writes memory, as a place. */
static struct place first_of(const struct order *order, uint16_t thread, int what)
{
	struct place place = {.code = {{0, UINT64_MAX}}, .code_count = 1, .number = 1, .thread = thread};
	int at = find(order, &place, what);

	if (at < 0)
		BUG("thread %u does not do that", thread);
	place.code[0][0] = place.code[0][1] = order->events[at].pc;
	return place;
}

static unsigned long long in_vain(struct check *self, const struct place *write, const struct place *read)
{
	struct td_constraints given = {0};

	td_constraints_add(&given, TD_MUST_READ_FROM, given_place(self, &given, write),
			   given_place(self, &given, read));
	return run(self, TD_POLICY_RANDOM, 0, false, MOST_HELD, &given, NULL).in_vain;
}

static void check_held(struct check *self)
{
	struct place read, write, late, none = {.number = 0};

	run(self, TD_POLICY_RUN_ON, 0, false, 1, NULL, take_order);
	read = first_of(&self->orders.items[0], 1, READS);
	write = first_of(&self->orders.items[0], 2, WRITES);
	printf("in vain: %llu", in_vain(self, &write, &read));
	late = first_of(&self->orders.items[0], 4, READS);
	printf(" %llu", in_vain(self, &write, &late));
	write = first_of(&self->orders.items[0], 3, WRITES);
	printf(" %llu", in_vain(self, &write, &read));
	printf(" %llu of %d\n", in_vain(self, &none, &read), MOST_HELD);
}

static struct td_completions *completions_of(char **argv)
{
	struct td_job like = {.kind = TD_JOB_EXPLORE, .seed = 1, .max_events = 10000};
	struct td_completions *completions = td_completions_open(td_program_describe(argv), &like, 10);

	td_completions_learn(completions, &(struct td_schedule){.segment_count = 0}, td_now() + 60);
	return completions;
}

int main(int argc, char **argv)
{
	static struct check self;
	uint32_t sets;

	if (argc > 2 && !strcmp(argv[1], "held")) {
		self.completions = completions_of(argv + 2);
		check_held(&self);
		return 0;
	}
	if (argc < 4 || (sets = (uint32_t)atoi(argv[2])) > MOST_SETS)
		usage("constraints_check SEED SETS PROGRAM [argument...]");
	self.draws = strtoull(argv[1], NULL, 10) * 0x9e3779b97f4a7c15u;
	self.completions = completions_of(argv + 3);
	make_sets(&self, sets);
	for (uint32_t i = 0; i < self.set_count; i++)
		check_set(&self, &self.sets[i]);
	printf("%u sets, %u wrong, %u impossible, %u vague, %u bounded, %zu orders\n", self.set_count, self.wrong,
	       self.impossible, self.vague, self.bounded, self.orders.count);
	td_completions_close(self.completions);
	return self.wrong != 0;
}
