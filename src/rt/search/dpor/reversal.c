#include "reversal.h"

#include "covered.h"
#include "dependence.h"
#include "fraction.h"
#include "search.h"
#include "wakeup.h"
#include "symmetry.h"
#include "tree.h"
#include "turns.h"
#include "rt/core.h"
#include "rt/state.h"
#include "rt/sys.h"

enum { MOST_BEHIND = 64 /* no two of them are of one thread */, NEAR = 64 };

/* A step of a continuation. */
struct item {
	uint32_t step, number;   /* as in struct td_step */
	uint16_t doer, thread;   /* who has done it, and who is to do it: see use_symmetry */
	uint16_t outcome;
	const struct td_footprint *footprint;
};

/* The continuation after the first step's node: all later steps that do not depend on the first step, and the second. */
struct continuation {
	uint32_t first, length;  /* the first step of the race, and how many there are in all */
	struct item **items;     /* pointers, for these are moved */
	uint32_t count;
	uint32_t last;           /* the second step of the race, while it is still in the list */
	struct item last_item;
	struct td_footprint last_footprint; /* what it may touch when it comes first */
	uint16_t last_thread, last_outcome;
	const uint32_t *last_clock; /* if it has not been executed: what its thread has behind it; NULL: not known */
	uint16_t renamed[2];     /* two threads that are alike and have changed places; or the same twice */
	uint64_t threads;        /* a bit for each that does something in it, as it was at first */
	uint64_t tokens;         /* if it waits for a semaphore that posts need not be ordered with: the count it starts from */
	uint32_t looked_at;      /* what was found depends on the steps before this one; TD_NO_STEP: on all of it */
};

/* What will have been tried before the continuation is: it is asleep then, until something that depends on it is done.  A
 * continuation that leaves a thread asleep may lead to where all threads are. */
struct guard {
	uint16_t thread, outcome;
	const struct td_footprint *footprint;
};

/* The steps of the execution that do not come after a step: often several races in a row have the same first step. */
struct others {
	uint32_t first, count;
	struct item *items;
};

static struct others TD_STATE others;
static uint64_t TD_STATE active;         /* a bit for each thread that has a step in the execution */
static struct item TD_STATE **room;
static struct item TD_STATE *changed;    /* items in which threads have changed places */
static uint8_t TD_STATE *needed;         /* of the continuation, step by step */
static struct guard TD_STATE *guards;
static uint32_t TD_STATE guard_count;

/* The last step waits for a semaphore that posts need not be ordered with. */
static int takes_token(const struct continuation *self)
{
	return self->last_footprint.count == 1 && td_touches(&self->last_footprint)->group == TD_GROUP_TAKES;
}

/* Does it need a post that comes before it in the continuation? */
static int needs_post(const struct continuation *self, uint32_t k, const struct td_footprint *early)
{
	const struct td_touch *take = td_touches(&self->last_footprint);
	uint64_t takes = 0;
	if (!takes_token(self) || early->count != 1 || td_touches(early)->group != TD_GROUP_POSTS ||
	    td_touches(early)->address != take->address)
		return 0;
	for (uint32_t i = 0; i < k; i++) {
		const struct td_footprint *footprint = self->items[i]->footprint;
		const struct td_touch *other = td_touches(footprint);
		takes += footprint->count == 1 && other->group == TD_GROUP_TAKES && other->address == take->address;
	}
	return self->tokens <= takes;
}

/* Does the k-th come after the i-th in every order of the continuation?  The second step of the race does not depend any more
 * on what it depended on through the first. */
static int comes_after(const struct continuation *self, uint32_t k, uint32_t i)
{
	const struct item *early = self->items[i], *late = self->items[k];
	if (late->step != self->last)
		return td_clock_after(late->step)[early->doer] >= early->number;
	const uint32_t *before = late->step != TD_NO_STEP ? td_clock_before(late->step) : self->last_clock;
	if (before && before[early->doer] >= early->number)
		return 1;
	return early->doer == late->doer || td_footprints_depend(early->footprint, late->footprint) || needs_post(self, k, early->footprint);
}

static int same_outcome(uint16_t a, uint16_t b)
{
	return a == b || a == TD_ANY_OUTCOME || b == TD_ANY_OUTCOME;
}

/* Can the thread's step that stands there come first of all? */
static int is_first(const struct continuation *self, uint32_t k)
{
	for (uint32_t i = 0; i < k; i++)
		if (comes_after(self, k, i))
			return 0;
	return 1;
}

static int is_renamed(const struct continuation *self)
{
	return self->renamed[0] != self->renamed[1];
}

/* Has the thread perhaps a step in the continuation? */
static int may_do(const struct continuation *self, uint16_t thread)
{
	return self->threads >> thread & 1 || is_renamed(self);
}

/* Where the thread's first step stands if it can come first of all; -1 if it cannot, or has another outcome; count if the
 * thread has no step in the continuation and its next one (`footprint`) does not depend on any of it. */
static int64_t place_if_first(const struct continuation *self, uint16_t thread, uint16_t outcome,
			      const struct td_footprint *footprint)
{
	for (uint32_t k = 0; may_do(self, thread) && k < self->count; k++)
		if (self->items[k]->thread == thread)
			return same_outcome(outcome, self->items[k]->outcome) && is_first(self, k) ? (int64_t)k : -1;
	for (uint32_t k = self->count; k-- > 0;) /* the last one is the likeliest */
		if (td_footprints_depend(footprint, self->items[k]->footprint))
			return -1;
	return self->count;
}

static void look_at(struct continuation *self, int64_t place)
{
	uint32_t step = place < self->count ? self->items[place]->step : TD_NO_STEP, end = step == TD_NO_STEP ? step : step + 1;
	if (end > self->looked_at)
		self->looked_at = end;
}

static void add_guard(uint16_t thread, uint16_t outcome, const struct td_footprint *footprint)
{
	if (guard_count < TD_MAX_SEGMENTS)
		guards[guard_count++] = (struct guard){thread, outcome, footprint};
}

static int wakes(const struct guard *guard, uint16_t thread, const struct td_footprint *footprint)
{
	return guard->thread == thread || td_footprints_depend(guard->footprint, footprint);
}

static void drop_guards(uint16_t thread, const struct td_footprint *footprint)
{
	uint32_t left = 0;
	for (uint32_t i = 0; i < guard_count; i++)
		if (!wakes(&guards[i], thread, footprint))
			guards[left++] = guards[i];
	guard_count = left;
}

/* A step with an open outcome is covered by those that have been tried only if all outcomes have. */
static int covers(const struct continuation *self, int64_t place, const struct td_node *node)
{
	if (place < 0)
		return 0;
	return place == self->count || self->items[place]->outcome != TD_ANY_OUTCOME ||
	       td_sleep_set_has(node, NULL, self->items[place]->thread, TD_ANY_OUTCOME);
}

/* The usual case of what follows: the first step itself is asleep. */
static int begins_in_sleep_set(const struct td_node *node, const struct continuation *self)
{
	const struct item *first = self->items[0];
	return node->sleeping & td_thread_bit(first->thread) && td_sleep_set_has(node, node->first_child, first->thread, first->outcome);
}

/* What could begin with a sleeping step but does not contain it is put where that step fell asleep, when it turns out what
 * wakes him; so it comes here, unless it is found below a node that subtree_is_complete. */
static int was_tried(const struct td_node *node, struct continuation *continuation)
{
	if (begins_in_sleep_set(node, continuation)) {
		look_at(continuation, 0);
		return 1;
	}
	for (const struct td_sleeper *sleeper = node->sleep_set; sleeper; sleeper = sleeper->next) {
		int64_t place = place_if_first(continuation, sleeper->thread, sleeper->outcome, &sleeper->footprint);
		if (covers(continuation, place, node) && (place < continuation->count || !sleeper->is_above_complete)) {
			look_at(continuation, place);
			return 1;
		}
		add_guard(sleeper->thread, sleeper->outcome, &sleeper->footprint);
	}
	return 0;
}

/* Mostly it is one of the first. */
static void take_out(struct continuation *self, uint32_t place)
{
	struct item **items = self->items;
	uint32_t left = --self->count;
	if (place < left / 2) {
		for (uint32_t i = place; i > 0; i--)
			items[i] = items[i - 1];
		self->items++;
		return;
	}
	for (uint32_t i = place; i < left; i++)
		items[i] = items[i + 1];
}

static void add_past(uint32_t *past, uint32_t step)
{
	const uint32_t *clock = td_clock_after(step);
	for (uint32_t i = 0; i < td_search_step(step)->threads; i++)
		past[i] = past[i] < clock[i] ? clock[i] : past[i];
}

/* What must be done before something else that is needed is needed too.  `past` has all that comes before those that were found to
 * be needed; what comes before the race's second step is another matter, see comes_after. */
static void close_needed(const struct continuation *self)
{
	uint32_t past[TD_SEARCH_THREADS] = {0};
	for (uint32_t k = self->count; k-- > 0;) {
		const struct item *item = self->items[k];
		int is_last = item->step == self->last;
		for (uint32_t i = 0; is_last && needed[k] && i < k; i++)
			needed[i] |= (uint8_t)comes_after(self, k, i);
		if (is_last)
			continue;
		if (past[item->doer] >= item->number)
			needed[k] = 1;
		else if (needed[k])
			add_past(past, item->step);
	}
}

static int is_woken(const struct continuation *self, const struct guard *guard, int by_needed)
{
	for (uint32_t k = 0; k < self->count; k++)
		if ((needed[k] || !by_needed) && wakes(guard, self->items[k]->thread, self->items[k]->footprint)) {
			needed[k] = 1;
			return 1;
		}
	return 0;
}

/* The second step of the race, what wakes those who would be asleep, and what comes before these. */
static void find_needed(const struct continuation *self)
{
	for (uint32_t k = 0; k < self->count; k++)
		needed[k] = self->items[k]->step == self->last;
	close_needed(self);
	for (uint32_t i = 0; i < guard_count; i++)
		if (!is_woken(self, &guards[i], 1) && is_woken(self, &guards[i], 0))
			close_needed(self);
}

static struct td_node *add_node(struct td_node *node, const struct item *item)
{
	return td_node_add(node, item->thread, item->outcome, item->footprint);
}

/* At its end the sleep set is empty.  Whatever goes on like the steps that are needed is covered by it from now on. */
static void append(struct td_node *node, struct continuation *continuation)
{
	find_needed(continuation);
	for (uint32_t i = 0; i < continuation->count; i++)
		if (needed[i]) {
			node = add_node(node, continuation->items[i]);
			look_at(continuation, i);
		}
	node->subtree_is_complete = 1;
}

static int is_renamed_to(const struct continuation *self, uint16_t thread)
{
	return is_renamed(self) && self->renamed[1] == thread;
}

static void change_places(struct continuation *self, uint16_t a, uint16_t b)
{
	self->renamed[0] = a;
	self->renamed[1] = b;
	for (uint32_t k = 0; k < self->count; k++) {
		struct item *item = &changed[k];
		*item = *self->items[k]; /* others use it too */
		item->thread = item->doer == a ? b : item->doer == b ? a : item->doer;
		self->items[k] = item;
	}
}

/* If the continuation can begin with a thread that is like `thread`, they change places. */
static int rename_to(struct continuation *self, uint16_t thread, uint16_t outcome, uint32_t index)
{
	uint64_t likeness = td_search_likeness(thread, index);
	for (uint32_t k = 0; likeness && k < self->count; k++) {
		uint16_t doer = self->items[k]->doer;
		if (doer == thread || td_search_likeness(doer, index) != likeness || self->items[k]->outcome != outcome || !is_first(self, k))
			continue;
		change_places(self, doer, thread);
		self->looked_at = TD_NO_STEP;
		return 1;
	}
	return 0;
}

/* What begins with one of two threads that are alike is explored as if it began with the other, if that has been tried. */
static void use_symmetry(struct continuation *self, const struct td_node *node, uint32_t index)
{
	for (const struct td_sleeper *sleeper = node->sleep_set; sleeper; sleeper = sleeper->next)
		if (place_if_first(self, sleeper->thread, sleeper->outcome, &sleeper->footprint) >= 0)
			return;
	for (const struct td_sleeper *sleeper = node->sleep_set; sleeper; sleeper = sleeper->next)
		if (rename_to(self, sleeper->thread, sleeper->outcome, index))
			return;
	for (const struct td_node *child = node->first_child; child; child = child->next)
		if (rename_to(self, child->thread, child->outcome, index))
			return;
}

/* Can the continuation go on with this child?  Which outcomes its step has is known when it has been executed; until then they are the
 * business of the worker that executes it. */
static int begins_like(const struct continuation *continuation, int64_t place, const struct td_node *node, const struct td_node *child)
{
	return child->state == TD_WAITING || child->untested ? place >= 0 : covers(continuation, place, node);
}

/* The child that the continuation goes on with, or NULL.  `taken`, the first step of the race, is not it. */
static struct td_node *matching_child(const struct td_node *node, const struct td_node *taken, struct continuation *continuation,
				      int64_t *place)
{
	for (struct td_node *child = node->first_child; child; child = child->next) {
		int is_other = child != taken || is_renamed_to(continuation, taken->thread);
		*place = is_other ? place_if_first(continuation, child->thread, child->outcome, &child->footprint) : -1;
		if (begins_like(continuation, *place, node, child))
			return child;
		add_guard(child->thread, child->outcome, &child->footprint);
	}
	return NULL;
}

/* What was taken before the first step of the race explores all that begins with it, whether that has been done or not. */
static int is_earlier(const struct td_node *child, const struct td_node *taken)
{
	while (child && child != taken)
		child = child->next;
	return child != NULL;
}

/* Does all that begins like the continuation belong to what is explored under this child?  So it does where the sleep
 * set is empty: the end of a branch wakes all. */
static int is_covered(const struct td_node *child, const struct continuation *continuation)
{
	return !continuation->count || child->state == TD_DONE || !child->first_child || !guard_count || child->is_private ||
	       child->subtree_is_complete;
}

/* A step before the continuation posts the semaphore that its last step waits for, or takes from it. */
static void count_token(struct continuation *self, const struct td_footprint *done)
{
	const struct td_touch *take = td_touches(&self->last_footprint), *touch = td_touches(done);
	if (!takes_token(self) || done->count != 1 || touch->address != take->address)
		return;
	if (touch->group == TD_GROUP_POSTS)
		self->tokens++;
	else if (touch->group == TD_GROUP_TAKES && self->tokens)
		self->tokens--;
}

/* An awake thread that wakes one of them wakes the other. */
static int touch_the_same(const struct guard *one, const struct guard *other)
{
	const struct td_touch *a = td_touches(one->footprint), *b = td_touches(other->footprint);
	return one->footprint->count == 1 && other->footprint->count == 1 && a->address == b->address && a->size == b->size &&
	       a->writes == b->writes && a->group == b->group;
}

/* Can the continuation be left at the step that stands there, to be found below it? */
static int can_be_short(const struct continuation *self, int64_t place)
{
	return !td_job_reduces_orders(&td_channel->job) && self->last != TD_NO_STEP && place < self->count &&
	       td_search_step(self->items[place]->step)->outcome_count == 1;
}

/* If the continuation begins with its first step, and goes on as it likes, will the whole sleep set be woken?  Then that step
 * is enough: no execution behind it finds everything asleep. */
static int all_will_wake(const struct continuation *self)
{
	uint64_t asleep = 0;
	for (uint32_t i = 0; i < guard_count; i++)
		if (!wakes(&guards[i], self->items[0]->thread, self->items[0]->footprint))
			asleep |= 1ull << guards[i].thread;
	const struct guard *last = NULL;
	for (uint32_t i = 0; i < guard_count; i++) {
		if (!(asleep >> guards[i].thread & 1) || (last && touch_the_same(&guards[i], last)))
			continue;
		if (!td_wakeup_is_guaranteed(self->first, self->length, guards[i].footprint, asleep))
			return 0;
		last = &guards[i];
	}
	return 1;
}

/* Down the tree as long as it goes the same way. */
static void insert(struct td_node *node, const struct td_node *taken, struct continuation *continuation)
{
	const struct td_node *top = node;
	struct td_node *child;
	int64_t place;
	while ((child = matching_child(node, taken, continuation, &place))) {
		look_at(continuation, place);
		if (child->state != TD_WAITING && is_earlier(child, taken))
			return;
		if (node == top && child->state == TD_WAITING && !child->subtree_is_complete && can_be_short(continuation, place) && td_pool_is_short()) {
			td_node_shorten(child);
			return;
		}
		if (place < continuation->count)
			take_out(continuation, (uint32_t)place);
		count_token(continuation, &child->footprint);
		drop_guards(child->thread, &child->footprint);
		if (is_covered(child, continuation))
			return;
		node = child;
	}
	if (node == top && can_be_short(continuation, 0) && (all_will_wake(continuation) || td_pool_is_short())) {
		add_node(node, continuation->items[0])->subtree_is_complete = 1;
		look_at(continuation, 0);
	} else {
		append(node, continuation);
	}
}

static int touches_byte(const struct td_touch *touch, uint64_t address)
{
	return touch->size && address >= touch->address && address < touch->address + touch->size;
}

/* What a byte was before the step that wrote it; -1: that step did not write it, only freed it perhaps; -2: not known. */
static int byte_before(const struct td_footprint *footprint, uint64_t address)
{
	for (uint32_t i = 0; i < footprint->count; i++) {
		const struct td_touch *touch = &td_touches(footprint)[i];
		if (touch->writes && !td_op_is(touch->kind, TD_OP_GIVES_BACK) && touches_byte(touch, address))
			return touch->knows_found ? (int)(touch->found >> 8 * (address - touch->address) & 0xff) : -2;
	}
	return -1;
}

/* Whatever else was added or written at the place comes before the swap all the same: it misses what the first step did, or
 * nothing.  0: the first step is not of the kind of which this is so. */
static int foretell_after_group(const struct continuation *self, struct td_touch *swap, const struct td_footprint *first)
{
	const struct td_touch *touch = td_touches(first);
	uint64_t mask = swap->size < 8 ? (1ull << 8 * swap->size) - 1 : ~0ull;
	if (first->count != 1 || !touch->group || touch->address != swap->address || touch->size != swap->size)
		return 0;
	if (touch->group == TD_GROUP_ADDS) {
		swap->writes = ((swap->found - touch->with) & mask) == (swap->expected & mask);
		return 1;
	}
	for (uint32_t i = 0; i < self->count && self->items[i]->step != self->last; i++) {
		const struct td_footprint *other = self->items[i]->footprint;
		if (other->count == 1 && td_touches(other)->writes && td_touches_commute(td_touches(other), touch) &&
		    td_touches(other)->address == touch->address)
			return 1;
	}
	return 0;
}

/* A compare-and-swap that comes before the first step finds what that has found, and for the rest what it has found itself. */
static void foretell_swap(const struct continuation *self, struct td_touch *swap, const struct td_footprint *first)
{
	uint64_t found = swap->found;
	if (foretell_after_group(self, swap, first))
		return;
	for (uint32_t i = 0; i < swap->size; i++) {
		int byte = byte_before(first, swap->address + i);
		if (byte == -2 || swap->size > 8)
			td_cut(TD_CUT_SWAP, 0);
		if (byte >= 0 && i < 8)
			found = (found & ~(0xffull << 8 * i)) | (uint64_t)byte << 8 * i;
	}
	swap->writes = found == swap->expected;
}

/* The count of the semaphore before the first step of the race. */
static uint64_t tokens_before(uint32_t first, uint64_t address)
{
	const struct td_footprint *footprint = &td_search_step(first)->footprint;
	for (uint32_t i = 0; i < footprint->count; i++)
		if (!td_touches(footprint)[i].size && td_touches(footprint)[i].address == address)
			return td_touches(footprint)[i].found;
	return 0;
}

static void describe_last(struct continuation *self, const struct td_race *race)
{
	if (race->second != TD_NO_STEP) {
		const struct td_step *step = td_search_step(race->second);
		td_footprint_copy(&self->last_footprint, &step->footprint);
		self->last_thread = step->thread;
		self->last_outcome = step->outcome_count > 1 ? TD_ANY_OUTCOME : 0;
		if (takes_token(self))
			self->tokens = tokens_before(race->first, td_touches(&self->last_footprint)->address);
		return;
	}
	self->last_thread = race->thread;
	self->last_outcome = race->outcome;
	self->last_clock = td_clock_at(race->clock_at);
	if (race->touch.kind == TD_CHOOSE) {
		td_footprint_copy(&self->last_footprint, &td_search_step(race->first)->footprint);
		return;
	}
	self->last_footprint = (struct td_footprint){.count = 1, .only = race->touch};
	for (uint32_t i = 0; i < race->also_count; i++) {
		const struct td_use *use = &race->also[i];
		struct td_touch touch = {.address = use->place, .writes = use->writes, .kind = use->kind, .before = TD_NO_STEP};
		td_footprint_add(&self->last_footprint, &touch);
	}
}

/* What came later and was none of its business may be so now: it has to come before it, as behind it that has been tried. */
static void move_last_to_end(struct continuation *self)
{
	uint32_t left = 0;
	struct item *last = NULL;
	for (uint32_t i = 0; i < self->count; i++)
		if (self->items[i]->step != self->last)
			self->items[left++] = self->items[i];
		else
			last = self->items[i];
	self->items[left] = last;
}

static void foretell_swaps(struct continuation *self, const struct td_race *race)
{
	for (uint32_t i = 0; race->second != TD_NO_STEP && i < self->last_footprint.count; i++) {
		struct td_touch *swap = &td_touches(&self->last_footprint)[i];
		uint8_t wrote = swap->writes;
		if (!swap->is_swap)
			continue;
		foretell_swap(self, swap, &td_search_step(race->first)->footprint);
		if (swap->writes && !wrote)
			move_last_to_end(self);
	}
}

static void setup(void)
{
	if (room)
		return;
	room = td_map((uint64_t)TD_MAX_SEGMENTS * sizeof *room);
	changed = td_map((uint64_t)TD_MAX_SEGMENTS * sizeof *changed);
	others.items = td_map((uint64_t)TD_MAX_SEGMENTS * sizeof *others.items);
	needed = td_map(TD_MAX_SEGMENTS);
	guards = td_map((uint64_t)TD_MAX_SEGMENTS * sizeof *guards);
}

/* Could the late step have come just before the early one, as far as the objects that both touch are concerned? */
static int could_precede(const struct td_footprint *late, const struct td_footprint *early)
{
	for (uint32_t i = 0; i < late->count; i++)
		for (uint32_t k = 0; k < early->count; k++) {
			const struct td_touch *a = &td_touches(late)[i], *b = &td_touches(early)[k];
			uint8_t needed = a->size || a->joint ? 0 : td_ops[a->kind].needs;
			if (!a->size && !b->size && a->address == b->address && (b->could & needed) != needed)
				return 0;
		}
	return td_footprints_depend(late, early);
}

static int is_race_partner(uint32_t early, uint32_t late)
{
	const struct td_step *step = td_search_step(early), *other = td_search_step(late);
	return step->thread != other->thread && td_clock_before(late)[step->thread] < step->number &&
	       could_precede(&other->footprint, &step->footprint);
}

/* Threads that are alike have not come there in the same way: what could have come before a step that was left out, and not
 * before the one that stands for it, would be lost. */
static void look_behind(const struct td_race *race, uint32_t length)
{
	uint32_t partners[MOST_BEHIND], count = 0, later;
	for (uint32_t i = race->first; i-- > 0 && count < MOST_BEHIND;) {
		for (later = 0; later < count && !td_happens_before(i, partners[later]); later++)
			;
		if (later == count && is_race_partner(i, race->second))
			partners[count++] = i;
	}
	for (uint32_t i = 0; i < count; i++)
		td_reverse(&(struct td_race){.first = partners[i], .second = race->second, .known_at = race->known_at}, length);
}

void td_reversals_begin(uint64_t threads, uint32_t length)
{
	setup();
	active = threads;
	td_turns_begin(length);
	td_covered_begin();
	others.first = TD_NO_STEP;
	td_wakeup_begin();
}

static void add_other(uint32_t index)
{
	const struct td_step *other = td_search_step(index);
	others.items[others.count++] = (struct item){.step = index, .number = other->number, .doer = other->thread, .thread = other->thread,
						     .outcome = other->outcome, .footprint = &other->footprint};
}

/* Whose next step comes first. */
static uint32_t earliest(const struct td_turns turns[TD_SEARCH_THREADS], uint64_t threads)
{
	uint32_t best = (uint32_t)__builtin_ctzll(threads);
	for (uint64_t rest = threads & (threads - 1); rest; rest &= rest - 1) {
		uint32_t thread = (uint32_t)__builtin_ctzll(rest);
		if (*turns[thread].next < *turns[best].next)
			best = thread;
	}
	return best;
}

/* Those of these threads, from a step on. */
static void find_far_others(const struct td_step *step, uint32_t from, uint64_t threads)
{
	struct td_turns turns[TD_SEARCH_THREADS];
	for (uint64_t rest = threads; rest; rest &= rest - 1) {
		uint32_t thread = (uint32_t)__builtin_ctzll(rest);
		turns[thread] = td_turns_from(thread, from);
		if (turns[thread].next == turns[thread].end)
			threads &= ~td_thread_bit(thread);
	}
	while (threads) {
		uint32_t thread = earliest(turns, threads), index = *turns[thread].next++;
		int follows = td_clock_after(index)[step->thread] >= step->number;
		if (!follows)
			add_other(index);
		if (follows || turns[thread].next == turns[thread].end)
			threads &= ~td_thread_bit(thread);
	}
}

static void find_others(uint32_t first, uint32_t length)
{
	if (others.first == first)
		return;
	const struct td_step *step = td_search_step(first);
	uint64_t follow = td_thread_bit(step->thread); /* threads that have come to depend on it, and so will all that they do */
	uint32_t i = first + 1, most = td_self_check() ? 1 : NEAR, near = length - first > most ? first + most : length;
	others.first = first;
	others.count = 0;
	for (; i < near && follow != active; i++) {
		const struct td_step *other = td_search_step(i);
		if (follow & td_thread_bit(other->thread))
			continue;
		if (td_clock_after(i)[step->thread] >= step->number)
			follow |= td_thread_bit(other->thread);
		else
			add_other(i);
	}
	if (i < length && follow != active)
		find_far_others(step, i, active & ~follow);
}

/* What comes later than the second step and depends on it depends on the first as well, so the second one can stand where it
 * was. */
static void find_continuation(struct continuation *self, const struct td_race *race, uint32_t length)
{
	self->last_item = (struct item){.step = race->second, .doer = self->last_thread, .thread = self->last_thread,
					.outcome = self->last_outcome, .footprint = &self->last_footprint};
	uint32_t count = 0, at = race->second == TD_NO_STEP || takes_token(self) ? TD_NO_STEP : race->second, i = 0;
	if (race->second != TD_NO_STEP)
		self->last_item.number = td_search_step(race->second)->number;
	find_others(race->first, length);
	for (; i < others.count && others.items[i].step < at; i++)
		if (others.items[i].step != race->second)
			room[count++] = &others.items[i];
	room[count++] = &self->last_item;
	for (; i < others.count; i++)
		if (others.items[i].step != race->second)
			room[count++] = &others.items[i];
	self->count = count;
}

static void find_threads(struct continuation *self)
{
	self->threads = 0;
	for (uint32_t i = 0; i < self->count; i++)
		self->threads |= td_thread_bit(self->items[i]->doer);
}

/* Step by step.  Returns whether threads have changed places in it. */
static int insert_reversal(struct td_race *race, uint32_t length)
{
	struct continuation continuation;
	continuation.first = race->first;
	continuation.length = length;
	continuation.items = room;
	continuation.last = race->second;
	continuation.count = continuation.renamed[0] = continuation.renamed[1] = 0;
	continuation.looked_at = 0;
	continuation.tokens = 0;
	const struct td_step *first = td_search_step(race->first);
	describe_last(&continuation, race);
	find_continuation(&continuation, race, length);
	find_threads(&continuation);
	foretell_swaps(&continuation, race);
	guard_count = 0;
	if (td_symmetry_is_used() && race->second != TD_NO_STEP)
		use_symmetry(&continuation, first->node, race->first);
	if (!was_tried(first->node, &continuation))
		insert(first->node, first->child, &continuation);
	td_footprint_drop(&continuation.last_footprint);
	race->settled = continuation.looked_at == TD_NO_STEP ? 0 : continuation.looked_at;
	return is_renamed(&continuation);
}

void td_reverse(struct td_race *race, uint32_t length)
{
	int is_shared = td_search_is_shared(race->first), has_renamed = 0;
	td_fraction_raced(td_search_step(race->first));
	if (is_shared)
		td_tree_lock();
	uint32_t covered_by = td_covered_by(race, length);
	if (covered_by != TD_NO_STEP)
		race->settled = covered_by + 1;
	else
		has_renamed = insert_reversal(race, length);
	if (is_shared)
		td_tree_unlock();
	if (has_renamed)
		look_behind(race, length);
}
