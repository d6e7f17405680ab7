#include "dependence.h"

#include "places.h"
#include "reversal.h"
#include "search.h"
#include "rt/core.h"
#include "rt/state.h"
#include "rt/sys.h"

enum { MAX_RACES = 1 << 20, MAX_ORDERS = 4096, MOST_STASHED = 64 };

#define CLOCK_TABLE ((uint64_t)TD_MAX_SEGMENTS * 2 * TD_SEARCH_THREADS)

/* What could be done with an object before the step. */
struct possible {
	uint64_t address, count;
	uint8_t could;
};

struct order {
	uint16_t before, after;  /* before: TD_NOBODY if it is a step */
	uint32_t step;
};

/* Shared with forked children: what is looked at after the execution. */
static uint32_t TD_STATE *clocks;                   /* for a step two timestamps: without what it depends on, and with it */
static struct td_race TD_STATE *races;
static uint32_t TD_STATE *race_count;
static uint32_t TD_STATE *all_clocks, *race_counts; /* of all workers */
static struct td_race TD_STATE *all_races;

/* Of the execution under way. */
static uint32_t TD_STATE *thread_clocks;            /* a stretch of TD_SEARCH_THREADS a thread */
static uint32_t TD_EXECUTION threads_used;          /* so many of them have been used */
static uint32_t TD_STATE threads_at_most;           /* by this execution, also before it went back to a mark */
static struct order TD_STATE orders[MAX_ORDERS];
static uint32_t TD_EXECUTION order_count;
static uint32_t TD_EXECUTION kept_clocks;           /* so many timestamps of waiting threads are kept, from the end of `clocks` on */
static struct possible TD_STATE stash[MOST_STASHED];
static uint32_t TD_STATE stashed;

/* Of the step under way: the steps it depends on directly, and those it may race with. */
static uint32_t TD_STATE under_way;
static uint32_t TD_STATE wakers[TD_MOST_WAKERS], waker_count; /* what may have ended its thread's spinning */
static uint8_t TD_STATE looking;                    /* it is new: its dependences are not known yet */
static uint32_t TD_STATE depends_on[TD_SEARCH_THREADS], depend_count, partners[TD_SEARCH_THREADS], partner_count; /* one of a thread */
static uint64_t TD_STATE after_threads;             /* a bit for each thread all of whose past it depends on */
static struct td_touch TD_STATE written_later;      /* a write that has been announced, and whose value matters; size 0: none */

static uint32_t *before_of(uint32_t step)
{
	return clocks + td_search_step(step)->clock_at;
}

/* Right behind the other, so that with few threads both are in one line of the cache. */
static uint32_t *clock_of(uint32_t step)
{
	return before_of(step) + td_search_step(step)->threads;
}

const uint32_t *td_clock_before(uint32_t step)
{
	return before_of(step);
}

const uint32_t *td_clock_after(uint32_t step)
{
	return clock_of(step);
}

int td_happens_before(uint32_t first, uint32_t second)
{
	const struct td_step *step = td_search_step(first);
	return first < second && clock_of(second)[step->thread] >= step->number;
}

void td_dependence_setup(void)
{
	all_clocks = td_pool_table(TD_MOST_WORKERS * CLOCK_TABLE * sizeof *clocks);
	all_races = td_pool_table((uint64_t)TD_MOST_WORKERS * MAX_RACES * sizeof *races);
	race_counts = td_pool_table(TD_MOST_WORKERS * sizeof *race_counts);
}

void td_dependence_belong(uint32_t worker)
{
	clocks = all_clocks + worker * CLOCK_TABLE;
	races = all_races + (uint64_t)worker * MAX_RACES;
	race_count = &race_counts[worker];
}

void td_dependence_reset(void)
{
	*race_count = 0;
}

/* Races among steps that are as before stay, for what their reversal consists of depends on the whole execution. */
static void keep_races(uint32_t kept)
{
	while (*race_count && (races[*race_count - 1].known_at >= kept))
		--*race_count;
}

void td_dependence_begin(uint32_t kept)
{
	if (!thread_clocks)
		thread_clocks = td_map((uint64_t)TD_SEARCH_THREADS * TD_SEARCH_THREADS * sizeof *thread_clocks);
	td_places_begin();
	order_count = kept_clocks = 0;
	keep_races(kept);
	td_plain_set(thread_clocks, 0, (uint64_t)threads_at_most * TD_SEARCH_THREADS * sizeof *thread_clocks);
	threads_used = threads_at_most = 1;
}

void td_dependence_resume(uint32_t kept)
{
	keep_races(kept);
}

void td_dependence_mark(void)
{
	td_places_mark();
	td_mark_keep_rows(thread_clocks, td_width(threads_used) * sizeof *thread_clocks, threads_used, TD_SEARCH_THREADS * sizeof *thread_clocks);
}

void td_dependence_back(void)
{
	td_places_back(threads_at_most);
	if (threads_at_most == threads_used)
		return;
	for (uint32_t i = 0; i < threads_at_most; i++) {
		uint32_t from = i < threads_used ? threads_used : 0;
		td_plain_set(thread_clocks + (uint64_t)i * TD_SEARCH_THREADS + from, 0, (TD_SEARCH_THREADS - from) * sizeof *thread_clocks);
	}
	threads_at_most = threads_used;
}

/* Timestamps have room for a multiple of four numbers.  Numbers are small, and comparing them with a sign is what the processor can do. */
typedef int32_t four __attribute__((vector_size(16), aligned(4), may_alias));

static void join(uint32_t *into, const uint32_t *from, uint32_t width)
{
	for (uint32_t i = 0; i < width; i += 4) {
		four a = *(four *)&into[i], b = *(const four *)&from[i], is_more = b > a;
		*(four *)&into[i] = (a & ~is_more) | (b & is_more);
	}
}

static void copy_clock(uint32_t *to, const uint32_t *from, uint32_t width)
{
	for (uint32_t i = 0; i < width; i += 4)
		*(four *)&to[i] = *(const four *)&from[i];
}

static struct possible possible_now(uint64_t address)
{
	const struct td_object *object = td_channel->job.reduce & TD_REDUCE_PV ? td_object_find(address) : NULL;
	return (struct possible){address, object ? object->count : 0, td_could_before(address)};
}

static void use_thread(uint32_t thread)
{
	if (thread >= TD_SEARCH_THREADS)
		td_refuse("more than %u threads in a systematic search", (uint64_t)TD_SEARCH_THREADS);
	threads_used = thread < threads_used ? threads_used : thread + 1;
	threads_at_most = threads_used > threads_at_most ? threads_used : threads_at_most;
}

static uint64_t place_of(uint64_t object, enum td_kind kind)
{
	return td_is_on_futex(kind) ? td_futex_list(object) : td_port_side(object, kind);
}

/* What the search knows the fibre's pending operation to act upon. */
static uint64_t object_of(const struct td_fiber *fiber)
{
	return place_of(fiber->wait.object ? fiber->wait.object->address : fiber->pending.object, fiber->pending.kind);
}

/* Before the first of the step's operations on it. */
static void stash_place(uint64_t address)
{
	for (uint32_t i = 0; i < stashed; i++)
		if (stash[i].address == address)
			return;
	if (stashed == MOST_STASHED)
		td_refuse("more than %u objects in one atomic stretch", (uint64_t)MOST_STASHED);
	stash[stashed++] = possible_now(address);
}

static void stash_flows(const struct td_fiber *fiber)
{
	struct td_uses uses;
	td_flow_uses(fiber, &uses);
	for (uint32_t i = 0; i < uses.count; i++)
		stash_place(uses.items[i].place);
}

static void stash_possible(const struct td_fiber *fiber)
{
	if (td_is_on_descriptor(fiber->pending.kind)) {
		stash_flows(fiber);
		return;
	}
	if (!fiber->pending.size)
		stash_place(fiber->pending.object);
	if (fiber->pending.kind == TD_COND_WAKE)
		stash_place(fiber->wait.mutex_after->address);
}

void td_dependence_go_on(const struct td_fiber *fiber)
{
	stash_possible(fiber);
}

void td_dependence_begin_step(const struct td_fiber *fiber, uint32_t step, int is_new)
{
	under_way = step;
	waker_count = fiber->loop.waker_count;
	for (uint32_t i = 0; i < waker_count; i++)
		wakers[i] = fiber->lists.wakers[i];
	looking = (uint8_t)is_new;
	use_thread(fiber->name_number);
	depend_count = partner_count = 0;
	after_threads = 0;
	written_later.size = 0;
	stashed = 0;
	stash_possible(fiber);
}

static struct possible possible_at_start(uint64_t address)
{
	for (uint32_t i = 0; i < stashed; i++)
		if (stash[i].address == address)
			return stash[i];
	return possible_now(address);
}

/* Of one thread's steps the last comes after all the others, which are not needed then. */
static void note(uint32_t *list, uint32_t *count, uint32_t step)
{
	uint32_t thread = td_search_step(step)->thread, i = 0;
	if (step == under_way)
		return;
	while (i < *count && td_search_step(list[i])->thread != thread)
		i++;
	if (i == *count)
		list[(*count)++] = step;
	else if (list[i] < step)
		list[i] = step;
}

void td_happens_after(uint32_t step)
{
	note(depends_on, &depend_count, step);
}

void td_races_with(uint32_t step)
{
	note(partners, &partner_count, step);
}

int td_is_looking(void)
{
	return looking;
}

uint32_t td_threads_used(void)
{
	return threads_used;
}

int td_is_before_thread(uint32_t step, uint32_t thread)
{
	const struct td_step *early = td_search_step(step);
	return thread_clocks[(uint64_t)thread * TD_SEARCH_THREADS + early->thread] >= early->number;
}

void td_conflicts_with(uint32_t step)
{
	td_happens_after(step);
	td_races_with(step);
}

const struct td_touch *td_touch_of(uint32_t step, uint64_t address)
{
	const struct td_footprint *footprint = &td_search_step(step)->footprint;
	const struct td_touch *touches = td_touches(footprint);
	for (uint32_t i = 0; i < footprint->count; i++)
		if (touches[i].address == address && !touches[i].size)
			return &touches[i];
	return NULL;
}

/* An operation that had to wait could not have come just before the one that let it go on, only before an earlier one. */
void td_meet_object(uint64_t address, uint32_t last, enum td_kind kind)
{
	uint8_t needed = td_ops[kind].needs;
	if (!looking)
		return;
	td_happens_after(last);
	while (last != TD_NO_STEP) {
		const struct td_touch *touch = td_touch_of(last, address);
		if (!touch)
			return;
		if ((touch->could & needed) == needed)
			break;
		last = touch->before;
	}
	if (last != TD_NO_STEP)
		td_races_with(last);
}

static struct td_race *new_race(void)
{
	if (*race_count == MAX_RACES)
		td_refuse("more than %u races in one execution", (uint64_t)MAX_RACES);
	return &races[(*race_count)++];
}

/* What else there is in it concerns those whose second step has not been executed. */
void td_add_race(uint32_t first, uint32_t second, uint32_t known_at)
{
	struct td_race *race = new_race();
	race->first = first;
	race->second = second;
	race->known_at = known_at;
	race->settled = 0;
	race->all_settled = TD_NO_STEP;
}

void td_dependence_touch(uint32_t step, struct td_touch *touch, int is_new)
{
	touch->before = TD_NO_STEP;
	if (!touch->size) {
		struct possible possible = possible_at_start(touch->address);
		touch->could = possible.could;
		touch->found = possible.count;
		touch->before = td_places_touch_object(step, touch);
	} else if (touch->group == TD_GROUP_SAME) {
		written_later = *touch;
		return;
	}
	td_places_touch_memory(step, touch);
	if (is_new)
		td_footprint_add(&td_search_step(step)->footprint, touch);
}

/* A write that was announced has been done by now: its value is known. */
static void touch_written(uint32_t step, int is_new)
{
	struct td_touch touch = written_later;
	if (!touch.size)
		return;
	written_later.size = 0;
	if (!td_peek(touch.address, touch.size, &touch.with))
		touch.group = TD_GROUP_NONE;
	td_places_touch_memory(step, &touch);
	if (is_new)
		td_footprint_add(&td_search_step(step)->footprint, &touch);
}

/* Of two partners, one of which happens before the other, only the later one is next to this step. */
static int is_next_to(uint32_t partner)
{
	for (uint32_t i = 0; i < partner_count; i++)
		if (partners[i] != partner && td_happens_before(partner, partners[i]))
			return 0;
	return 1;
}

/* A thread that spun could not have gone on before what ended that, unless something else might have ended it. */
static int only_spun_before(uint32_t partner)
{
	int others = 0;
	for (uint32_t i = 0; i < waker_count; i++)
		others |= wakers[i] != partner && !td_happens_before(partner, wakers[i]);
	return waker_count && !others;
}

static void find_races(uint32_t step, const uint32_t *before)
{
	uint32_t thread = td_search_step(step)->thread;
	for (uint32_t i = 0; i < partner_count; i++) {
		const struct td_step *partner = td_search_step(partners[i]);
		if (partners[i] == step || partner->thread == thread || before[partner->thread] >= partner->number || !is_next_to(partners[i]) ||
		    only_spun_before(partners[i]))
			continue;
		td_add_race(partners[i], step, step);
	}
}

static void find_other_outcomes(uint32_t index)
{
	const struct td_step *step = td_search_step(index);
	for (uint32_t i = 0; i < step->outcome_count; i++)
		if (i != step->outcome)
			*new_race() = (struct td_race){.first = index, .second = TD_NO_STEP, .known_at = index, .all_settled = TD_NO_STEP,
						       .thread = step->thread, .outcome = (uint16_t)i, .touch.kind = TD_CHOOSE};
}

static void apply_order(const struct order *order)
{
	uint32_t *after = thread_clocks + (uint64_t)order->after * TD_SEARCH_THREADS;
	if (order->before == TD_NOBODY)
		join(after, clock_of(order->step), td_search_step(order->step)->threads);
	else
		join(after, thread_clocks + (uint64_t)order->before * TD_SEARCH_THREADS, threads_used);
}

/* The timestamp of a step is known at its end; what depends on it has to wait till then.  And what a thread comes after only then is
 * not to be behind those that it has let go on before: a thread that is joined, behind one that was created before that. */
static int must_wait(const struct order *order, int in_step)
{
	for (uint32_t i = 0; i < order_count; i++)
		in_step |= orders[i].after == order->before || orders[i].after == order->after;
	return in_step;
}

static void add_order(struct order order, int in_step)
{
	if (!must_wait(&order, in_step)) {
		apply_order(&order);
		return;
	}
	if (order_count == MAX_ORDERS)
		td_refuse("more than %u threads started or ended in one step", (uint64_t)MAX_ORDERS);
	orders[order_count++] = order;
}

void td_dependence_order(const struct td_fiber *before, const struct td_fiber *after, int in_step)
{
	use_thread(before->name_number);
	use_thread(after->name_number);
	add_order((struct order){.before = before->name_number, .after = after->name_number}, in_step);
}

void td_dependence_order_step(uint32_t step, const struct td_fiber *after, int in_step)
{
	use_thread(after->name_number);
	add_order((struct order){.before = TD_NOBODY, .after = after->name_number, .step = step}, in_step);
}

void td_dependence_after(uint32_t step)
{
	if (looking)
		td_happens_after(step);
}

void td_dependence_after_thread(const struct td_fiber *before)
{
	use_thread(before->name_number);
	after_threads |= 1ull << before->name_number;
}

/* A thread that spun might have had to wait for others. */
static int is_guaranteed(const struct td_footprint *footprint)
{
	const struct td_touch *touch = td_touches(footprint);
	return footprint->count == 1 && touch->size && !touch->is_swap && !touch->group && !waker_count;
}

void td_dependence_end_step(uint32_t index, int is_new)
{
	struct td_step *step = td_search_step(index);
	touch_written(index, is_new);
	if (is_new) {
		const struct td_step *last = index ? td_search_step(index - 1) : NULL;
		step->threads = (uint16_t)td_width(threads_used);
		step->clock_at = last ? last->clock_at + 2u * last->threads : 0;
	}
	uint32_t *clock = clock_of(index), *mine = thread_clocks + (uint64_t)step->thread * TD_SEARCH_THREADS;
	if (is_new) {
		uint32_t *before = before_of(index);
		copy_clock(before, mine, step->threads);
		copy_clock(clock, mine, step->threads);
		step->number = mine[step->thread] + 1;
		for (uint32_t i = 0; i < depend_count; i++)
			if (depends_on[i] != index)
				join(clock, clock_of(depends_on[i]), td_search_step(depends_on[i])->threads);
		for (uint32_t i = 0; after_threads >> i; i++)
			if (after_threads >> i & 1)
				join(clock, thread_clocks + (uint64_t)i * TD_SEARCH_THREADS, threads_used);
		td_meet_jointly(index);
		find_races(index, before);
		find_other_outcomes(index);
		step->is_guaranteed = is_guaranteed(&step->footprint);
	}
	copy_clock(mine, clock, step->threads);
	mine[step->thread] = clock[step->thread] = step->number; /* last: a copy of what was just written in part would have to wait */
	for (uint32_t i = 0; i < order_count; i++)
		apply_order(&orders[i]);
	order_count = 0;
}

/* What a fibre has behind it at the end of the execution, kept behind the timestamps of the steps; 0: there is no room. */
static uint32_t clock_at_end(uint32_t last, const struct td_fiber *fiber)
{
	const struct td_step *step = td_search_step(last);
	uint64_t at = step->clock_at + 2ull * step->threads + (uint64_t)fiber->name_number * TD_SEARCH_THREADS;
	use_thread(fiber->name_number);
	if (at + TD_SEARCH_THREADS > CLOCK_TABLE)
		return 0;
	td_plain_copy(clocks + at, thread_clocks + (uint64_t)fiber->name_number * TD_SEARCH_THREADS, TD_SEARCH_THREADS * sizeof *clocks);
	return (uint32_t)at;
}

const uint32_t *td_clock_at(uint32_t at)
{
	return at ? clocks + at : NULL;
}

/* Where no thread can go on: at the end of the execution, or before time passes. */
struct halt {
	uint32_t last;
	int is_end;
};

static uint32_t known_at(const struct halt *halt)
{
	return halt->is_end ? TD_NO_STEP : halt->last;
}

/* The execution will go on, and write behind the timestamps of its steps. */
static uint32_t keep_clock(const struct td_fiber *fiber)
{
	const struct td_step *last = td_search_step(under_way);
	uint64_t at = CLOCK_TABLE - (kept_clocks + 1ull) * TD_SEARCH_THREADS;
	use_thread(fiber->name_number);
	if (at < CLOCK_TABLE / 2 || last->clock_at > CLOCK_TABLE / 4)
		return 0;
	kept_clocks++;
	td_plain_copy(clocks + at, thread_clocks + (uint64_t)fiber->name_number * TD_SEARCH_THREADS, TD_SEARCH_THREADS * sizeof *clocks);
	return (uint32_t)at;
}

static uint32_t clock_at_halt(const struct halt *halt, const struct td_fiber *fiber)
{
	return halt->is_end ? clock_at_end(halt->last, fiber) : keep_clock(fiber);
}

static void could_come_first(uint32_t step, uint32_t known_at, const struct td_fiber *fiber, uint64_t address, uint32_t size,
			     uint32_t clock_at)
{
	struct td_touch touch = {.address = address, .size = size, .writes = 1, .kind = fiber->pending.kind, .before = TD_NO_STEP};
	struct td_race race = {.first = step, .second = TD_NO_STEP, .known_at = known_at, .all_settled = TD_NO_STEP,
			       .thread = fiber->name_number, .outcome = TD_ANY_OUTCOME, .touch = touch, .clock_at = clock_at};
	race.also_count = (uint32_t)td_cancel_use(fiber, &race.also[0]);
	if (fiber->pending.kind == TD_FUTEX_WAIT)
		race.also[race.also_count++] = (struct td_use){.place = td_futex_list(address), .writes = 1};
	*new_race() = race;
}

static void flows_could_come_first(uint32_t step, uint32_t known_at, const struct td_fiber *fiber, const struct td_uses *uses, uint32_t clock_at)
{
	struct td_race race = {.first = step, .second = TD_NO_STEP, .known_at = known_at, .all_settled = TD_NO_STEP,
			       .thread = fiber->name_number, .outcome = TD_ANY_OUTCOME, .clock_at = clock_at, .also_count = uses->count - 1};
	race.touch = (struct td_touch){.address = uses->items[0].place, .writes = uses->items[0].writes, .kind = uses->items[0].kind,
				       .before = TD_NO_STEP};
	for (uint32_t i = 1; i < uses->count; i++)
		race.also[i - 1] = uses->items[i];
	*new_race() = race;
}

void td_dependence_pending(uint32_t step, const struct td_fiber *fiber)
{
	struct td_uses uses = {0};
	if (td_is_on_descriptor(fiber->pending.kind))
		td_flow_uses(fiber, &uses);
	if (uses.count)
		flows_could_come_first(step, TD_NO_STEP, fiber, &uses, clock_at_end(step, fiber));
	else if (fiber->pending.size && fiber->pending.kind != TD_FUTEX_WAKE)
		could_come_first(step, TD_NO_STEP, fiber, fiber->pending.object, fiber->pending.size, clock_at_end(step, fiber));
	else
		could_come_first(step, TD_NO_STEP, fiber, place_of(fiber->pending.object, fiber->pending.kind), 0, clock_at_end(step, fiber));
}

void td_dependence_missed(uint32_t step, const struct td_fiber *fiber)
{
	could_come_first(step, step, fiber, place_of(fiber->pending.object, fiber->pending.kind), 0, 0);
}

static int could_be_before(const struct td_fiber *fiber, uint32_t partner)
{
	const uint32_t *clock = thread_clocks + (uint64_t)fiber->name_number * TD_SEARCH_THREADS;
	const struct td_step *step = td_search_step(partner);
	return step->thread != fiber->name_number && clock[step->thread] < step->number;
}

/* Waits for descriptors: before whom could it have gone on? */
static void blocked_at_flows(const struct halt *halt, const struct td_fiber *fiber)
{
	struct td_uses uses;
	struct td_touch touches[TD_MOST_USES];
	td_flow_uses(fiber, &uses);
	struct td_footprint footprint = {.count = uses.count, .room = TD_MOST_USES, .more = touches};
	for (uint32_t i = 0; i < uses.count; i++)
		touches[i] = (struct td_touch){.address = uses.items[i].place, .kind = uses.items[i].kind, .joint = uses.joint,
					       .could = td_could_before(uses.items[i].place), .before = td_places_last(uses.items[i].place)};
	for (uint32_t i = 0; i < uses.count; i++) {
		uint32_t partner = td_joint_race_partner(&footprint, &touches[i]);
		if (partner != TD_NO_STEP && could_be_before(fiber, partner))
			flows_could_come_first(partner, known_at(halt), fiber, &uses, clock_at_halt(halt, fiber));
	}
}

static void blocked(const struct halt *halt, const struct td_fiber *fiber)
{
	int sleeps = fiber->wait.object->type == TD_O_COND; /* until a thread signals: it blocks no other thread */
	uint8_t needed = sleeps ? 0 : td_ops[fiber->pending.kind].needs;
	if (td_is_on_descriptor(fiber->pending.kind)) {
		blocked_at_flows(halt, fiber);
		return;
	}
	uint64_t address = object_of(fiber);
	uint32_t partner = needed ? td_places_last(address) : TD_NO_STEP;
	while (partner != TD_NO_STEP && td_touch_of(partner, address) && (td_touch_of(partner, address)->could & needed) != needed)
		partner = td_touch_of(partner, address)->before;
	if (partner != TD_NO_STEP && could_be_before(fiber, partner))
		could_come_first(partner, known_at(halt), fiber, address, 0, clock_at_halt(halt, fiber));
}

static void all_blocked(const struct halt *halt)
{
	for (uint32_t i = 0; i < td_fiber_count; i++) {
		const struct td_fiber *fiber = td_fiber(i);
		if (!fiber->done && !fiber->enabled && fiber->wait.object && !fiber->loop.round.waits)
			blocked(halt, fiber);
	}
}

void td_dependence_blocked(uint32_t last)
{
	all_blocked(&(struct halt){.last = last, .is_end = 1});
}

static void order_all(void)
{
	for (uint32_t i = 1; i < threads_used; i++)
		join(thread_clocks, thread_clocks + (uint64_t)i * TD_SEARCH_THREADS, threads_used);
	for (uint32_t i = 1; i < threads_used; i++)
		copy_clock(thread_clocks + (uint64_t)i * TD_SEARCH_THREADS, thread_clocks, threads_used);
}

void td_dependence_nobody_goes_on(uint32_t last, int is_new)
{
	uint32_t count = *race_count;
	all_blocked(&(struct halt){.last = last});
	if (!is_new) /* they are known already */
		*race_count = count;
	order_all();
}

/* A bit for each thread that has taken a step. */
static uint64_t active_threads(void)
{
	uint64_t threads = 0;
	for (uint32_t i = 0; i < threads_used; i++)
		if (thread_clocks[(uint64_t)i * TD_SEARCH_THREADS + i])
			threads |= td_thread_bit(i);
	return threads;
}

/* From this one on there may be something to do.  Most of those that are as before are settled. */
static uint32_t first_open_race(uint32_t kept)
{
	uint32_t first = *race_count;
	while (first && races[first - 1].all_settled > kept)
		first--;
	return first;
}

void td_dependence_reverse_races(uint32_t length, uint32_t kept)
{
	uint32_t first = first_open_race(kept), all_settled = first ? races[first - 1].all_settled : 0;
	td_reversals_begin(active_threads(), length);
	for (uint32_t i = first; i < *race_count; i++) {
		struct td_race *race = &races[i];
		if (!race->settled || race->settled > kept) {
			td_reverse(race, length);
			td_channel->done.beat++; /* with a million steps this takes many seconds, and the program does not hang */
		}
		if (!race->settled)
			all_settled = TD_NO_STEP;
		race->all_settled = all_settled = race->settled > all_settled ? race->settled : all_settled;
	}
}
