#include "dependence.h"

#include "host.h"
#include "object.h"
#include "pool.h"
#include "port.h"
#include "record.h"
#include "reversal.h"
#include "sched.h"

enum { MOST_THREADS = 64, PLACES = 1 << 18, HEADS = 1 << 16, MAX_RACES = 1 << 20, MAX_ORDERS = 4096, MAX_NEAR = 4096 };

#define CLOCK_TABLE ((uint64_t)TD_MAX_SEGMENTS * 2 * MOST_THREADS)

/* A piece of memory within eight bytes, or a synchronisation object: who touched it last. */
struct place {
	uint64_t address;
	uint32_t size;
	uint32_t next;           /* place with the same hash, + 1 */
	uint32_t last_write;     /* step + 1 */
	uint32_t reads;          /* where the readers since then begin in `readers`, + 1; a stretch of `stride` */
};

/* What could be done with an object before the step. */
struct possible {
	uint64_t address;
	uint8_t could;
};

struct order {
	uint16_t before, after;
};

/* Shared with forked children: what is looked at after the execution. */
static uint32_t TD_STATE *clocks;                   /* for a step two timestamps: without what it depends on, and with it */
static struct td_race TD_STATE *races;
static uint32_t TD_STATE *race_count;
static uint32_t TD_STATE *all_clocks, *race_counts; /* of all workers */
static struct td_race TD_STATE *all_races;
static uint32_t TD_STATE stride;

/* Of the execution under way. */
static uint32_t TD_STATE *thread_clocks;            /* a stretch of `stride` a thread */
static uint32_t TD_STATE threads_used;              /* so many of them have been used */
static struct place TD_STATE *places;
static uint32_t TD_STATE place_count;
static uint32_t TD_STATE *heads, *head_epochs, epoch;
static uint32_t TD_STATE *readers, reader_count;
static struct order TD_STATE orders[MAX_ORDERS];
static uint32_t TD_STATE order_count;
static struct possible TD_STATE stash[2];

/* Of the step under way: the steps it depends on directly, and those it may race with. */
static uint32_t TD_STATE under_way;
static uint32_t TD_STATE wakers[TD_MOST_WAKERS], waker_count; /* what may have ended its thread's spinning */
static uint8_t TD_STATE looking;                    /* it is new: its dependences are not known yet */
static uint32_t TD_STATE depends_on[MAX_NEAR], depend_count, rivals[MAX_NEAR], rival_count;
static uint64_t TD_STATE after_threads;             /* a bit for each thread all of whose past it depends on */

static uint32_t *before_of(uint32_t step)
{
	return clocks + (uint64_t)step * 2 * stride;
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

int td_happens_before(uint32_t first, uint32_t second)
{
	const struct td_step *step = td_search_step(first);
	return first < second && clock_of(second)[step->thread] >= step->number;
}

void td_dependence_setup(void)
{
	stride = MOST_THREADS;
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

static void make_tables(void)
{
	thread_clocks = td_map((uint64_t)stride * stride * sizeof *thread_clocks);
	places = td_map(PLACES * sizeof *places);
	heads = td_map(HEADS * sizeof *heads);
	head_epochs = td_map(HEADS * sizeof *head_epochs);
	readers = td_map((uint64_t)PLACES * stride * sizeof *readers);
}

/* Races among steps that are as before stay, for what their reversal consists of depends on the whole execution. */
static void keep_races(uint32_t kept)
{
	while (*race_count && (races[*race_count - 1].known_at >= kept))
		--*race_count;
}

void td_dependence_begin(uint32_t kept)
{
	if (!places)
		make_tables();
	epoch++;
	place_count = reader_count = order_count = 0;
	keep_races(kept);
	td_plain_set(thread_clocks, 0, (uint64_t)threads_used * stride * sizeof *thread_clocks);
	threads_used = 1;
}

static void join(uint32_t *into, const uint32_t *from, uint32_t width)
{
	for (uint32_t i = 0; i < width; i++)
		into[i] = into[i] > from[i] ? into[i] : from[i];
}

uint8_t td_could_before(uint64_t address)
{
	const struct td_object *object = td_object_find(address), *port = object ? NULL : td_object_find(address - 1);
	if (port && port->type == TD_O_PORT) /* its receivers' side */
		return port->count ? TD_COULD_TAKE : 0;
	if (!object)
		return TD_COULD_LOCK | TD_COULD_READ_LOCK | TD_COULD_TAKE | TD_COULD_BEGIN | TD_COULD_POST;
	if (object->type == TD_O_SEM || object->type == TD_O_MQ)
		return (uint8_t)((object->count ? TD_COULD_TAKE : 0) | (object->limit && object->count == object->limit ? 0 : TD_COULD_POST));
	if (object->type == TD_O_PORT)
		return (uint8_t)(TD_COULD_TAKE | (td_port_takes(object) ? TD_COULD_SEND : 0)); /* TAKE: no matter when */
	if (object->type == TD_O_ONCE)
		return object->owner ? 0 : TD_COULD_BEGIN;
	return (uint8_t)((object->owner ? 0 : TD_COULD_READ_LOCK) | (object->owner || object->readers ? 0 : TD_COULD_LOCK));
}

static void use_thread(uint32_t thread)
{
	if (thread >= stride)
		td_refuse("more than %u threads in a systematic search", (uint64_t)stride);
	threads_used = thread < threads_used ? threads_used : thread + 1;
}

void td_dependence_begin_step(const struct td_fiber *fiber, uint32_t step, int is_new)
{
	under_way = step;
	waker_count = fiber->waker_count;
	for (uint32_t i = 0; i < waker_count; i++)
		wakers[i] = fiber->wakers[i];
	looking = (uint8_t)is_new;
	use_thread(fiber->name_number);
	depend_count = rival_count = 0;
	after_threads = 0;
	stash[0].address = fiber->pending.object;
	stash[0].could = td_could_before(fiber->pending.object);
	stash[1].address = fiber->pending.kind == TD_COND_WAKE ? fiber->mutex_after->address : 0;
	stash[1].could = td_could_before(stash[1].address);
}

static uint8_t could_at_start(uint64_t address)
{
	for (int i = 0; i < 2; i++)
		if (stash[i].address == address)
			return stash[i].could;
	return td_could_before(address);
}

static void note(uint32_t *list, uint32_t *count, uint32_t step)
{
	if (step == under_way)
		return;
	for (uint32_t i = 0; i < *count; i++)
		if (list[i] == step)
			return;
	if (*count < MAX_NEAR)
		list[(*count)++] = step;
}

/* A step that must be kept in order with this one, and might as well have come after it. */
static void near(uint32_t step)
{
	note(depends_on, &depend_count, step);
	note(rivals, &rival_count, step);
}

static uint32_t *head_of(uint64_t granule)
{
	uint32_t slot = (uint32_t)((granule * 0x9e3779b97f4a7c15ull) >> 48);
	if (head_epochs[slot] != epoch) {
		head_epochs[slot] = epoch;
		heads[slot] = 0;
	}
	return &heads[slot];
}

static void meet_readers(const struct place *place)
{
	for (uint32_t t = 0; looking && place->reads && t < threads_used; t++)
		if (readers[place->reads - 1 + t])
			near(readers[place->reads - 1 + t] - 1);
}

static void meet(const struct place *place, int writes)
{
	if (place->last_write && looking)
		near(place->last_write - 1);
	if (writes)
		meet_readers(place);
}

static struct place *new_place(uint64_t address, uint32_t size, uint32_t *head)
{
	if (place_count == PLACES)
		td_refuse("more than %u shared places in a systematic search", (uint64_t)PLACES);
	struct place *place = &places[place_count++];
	*place = (struct place){.address = address, .size = size, .next = *head};
	*head = place_count;
	return place;
}

static void leave_mark(struct place *place, uint32_t step, uint32_t thread, int writes)
{
	if (writes) {
		place->last_write = step + 1;
		place->reads = 0;
		return;
	}
	if (!place->reads) {
		place->reads = reader_count + 1;
		td_plain_set(&readers[reader_count], 0, stride * sizeof *readers);
		reader_count += stride;
		if (reader_count > (PLACES - 1) * stride)
			td_refuse("more than %u shared places in a systematic search", (uint64_t)PLACES);
	}
	readers[place->reads - 1 + thread] = step + 1;
}

/* Memory, within one granule. */
static void touch_piece(uint32_t step, uint64_t address, uint32_t size, int writes)
{
	uint32_t *head = head_of(address >> 3);
	struct place *own = NULL;
	for (uint32_t i = *head; i; i = places[i - 1].next) {
		struct place *place = &places[i - 1];
		if (address < place->address + place->size && place->address < address + size)
			meet(place, writes);
		if (place->address == address && place->size == size)
			own = place;
	}
	leave_mark(own ? own : new_place(address, size, head), step, td_search_step(step)->thread, writes);
}

uint8_t td_needed_for(enum td_kind kind)
{
	switch (kind) {
	case TD_LOCK:
	case TD_WRLOCK:
	case TD_ENTER:
	case TD_COND_WAKE: return TD_COULD_LOCK;
	case TD_RESUME: return TD_COULD_NEVER;
	case TD_MQ_SEND:
	case TD_SEM_POST: return TD_COULD_POST;
	case TD_SEND: return TD_COULD_SEND;
	case TD_RECEIVE: return TD_COULD_TAKE;
	case TD_RDLOCK: return TD_COULD_READ_LOCK;
	case TD_MQ_RECEIVE:
	case TD_SEM_WAIT: return TD_COULD_TAKE;
	case TD_ONCE_BEGIN: return TD_COULD_BEGIN;
	default: return 0;
	}
}

static const struct td_touch *touch_of(uint32_t step, uint64_t address)
{
	const struct td_footprint *footprint = &td_search_step(step)->footprint;
	for (uint32_t i = 0; i < footprint->count; i++)
		if (footprint->items[i].address == address && !footprint->items[i].size)
			return &footprint->items[i];
	return NULL;
}

/* An operation that had to wait could not have come just before the one that let it go on, only before an earlier one. */
static void meet_object(uint64_t address, uint32_t last, enum td_kind kind)
{
	uint8_t needed = td_needed_for(kind);
	if (!looking)
		return;
	note(depends_on, &depend_count, last);
	while (last != TD_NO_STEP) {
		const struct td_touch *touch = touch_of(last, address);
		if (!touch)
			return;
		if ((touch->could & needed) == needed)
			break;
		last = touch->before;
	}
	if (last != TD_NO_STEP)
		note(rivals, &rival_count, last);
}

static uint32_t touch_object(uint32_t step, uint64_t address, int writes, enum td_kind kind)
{
	uint32_t *head = head_of(address >> 3), before = TD_NO_STEP;
	struct place *own = NULL;
	for (uint32_t i = *head; i; i = places[i - 1].next)
		if (places[i - 1].address == address && !places[i - 1].size)
			own = &places[i - 1];
	if (!own)
		own = new_place(address, 0, head);
	if (own->last_write == step + 1)
		return touch_of(step, address) ? touch_of(step, address)->before : TD_NO_STEP;
	if (own->last_write) {
		before = own->last_write - 1;
		meet_object(address, before, kind);
	}
	if (writes)
		meet_readers(own);
	leave_mark(own, step, td_search_step(step)->thread, writes);
	return before;
}

static void add_touch(uint32_t step, struct td_touch touch)
{
	struct td_footprint *footprint = &td_search_step(step)->footprint;
	if (footprint->count == footprint->room) {
		struct td_footprint old = *footprint;
		footprint->room = old.room ? 2 * old.room : 2;
		footprint->items = td_pool_take(footprint->room * sizeof *footprint->items);
		td_plain_copy(footprint->items, old.items, old.count * sizeof *old.items);
		td_pool_give(old.items, old.room * sizeof *old.items);
	}
	footprint->items[footprint->count++] = touch;
}

void td_dependence_touch(uint32_t step, struct td_touch touch, int is_new)
{
	uint64_t past_end = touch.address + touch.size;
	touch.before = TD_NO_STEP;
	if (!touch.size) {
		touch.could = could_at_start(touch.address);
		touch.before = touch_object(step, touch.address, touch.writes, touch.kind);
	}
	for (uint64_t at = touch.address; at < past_end;) {
		uint64_t end = (at | 7) + 1 < past_end ? (at | 7) + 1 : past_end;
		touch_piece(step, at, (uint32_t)(end - at), touch.writes);
		at = end;
	}
	if (is_new)
		add_touch(step, touch);
}

/* Of two rivals, one of which happens before the other, only the later one is next to this step. */
static int is_next_to(uint32_t rival)
{
	for (uint32_t i = 0; i < rival_count; i++)
		if (rivals[i] != rival && td_happens_before(rival, rivals[i]))
			return 0;
	return 1;
}

/* A thread that spun could not have gone on before what ended that, unless something else might have ended it. */
static int only_spun_before(uint32_t rival)
{
	int is_waker = 0, others = 0;
	for (uint32_t i = 0; i < waker_count; i++) {
		is_waker |= wakers[i] == rival;
		others |= wakers[i] != rival && !td_happens_before(rival, wakers[i]);
	}
	return is_waker && !others;
}

static void add_race(struct td_race race)
{
	if (*race_count == MAX_RACES)
		td_refuse("more than %u races in one execution", (uint64_t)MAX_RACES);
	races[(*race_count)++] = race;
}

static void find_races(uint32_t step, const uint32_t *before)
{
	uint32_t thread = td_search_step(step)->thread;
	for (uint32_t i = 0; i < rival_count; i++) {
		const struct td_step *rival = td_search_step(rivals[i]);
		if (rivals[i] == step || rival->thread == thread || before[rival->thread] >= rival->number || !is_next_to(rivals[i]) ||
		    only_spun_before(rivals[i]))
			continue;
		add_race((struct td_race){.first = rivals[i], .second = step, .known_at = step});
	}
}

static void find_other_outcomes(uint32_t index)
{
	const struct td_step *step = td_search_step(index);
	for (uint32_t i = 0; i < step->outcome_count; i++)
		if (i != step->outcome)
			add_race((struct td_race){.first = index, .second = TD_NO_STEP, .known_at = index, .thread = step->thread,
						  .outcome = (uint16_t)i, .touch.kind = TD_CHOOSE});
}

static void apply_order(const struct order *order)
{
	join(thread_clocks + (uint64_t)order->after * stride, thread_clocks + (uint64_t)order->before * stride, threads_used);
}

/* The timestamp of a step is known at its end; what depends on it has to wait till then. */
static int must_wait(const struct order *order, int in_step)
{
	for (uint32_t i = 0; i < order_count; i++)
		in_step |= orders[i].after == order->before;
	return in_step;
}

void td_dependence_order(const struct td_fiber *before, const struct td_fiber *after, int in_step)
{
	struct order order = {before->name_number, after->name_number};
	use_thread(before->name_number);
	use_thread(after->name_number);
	if (!must_wait(&order, in_step)) {
		apply_order(&order);
		return;
	}
	if (order_count == MAX_ORDERS)
		td_refuse("more than %u threads started or ended in one step", (uint64_t)MAX_ORDERS);
	orders[order_count++] = order;
}

void td_dependence_after(uint32_t step)
{
	if (looking)
		note(depends_on, &depend_count, step);
}

void td_dependence_after_thread(const struct td_fiber *before)
{
	use_thread(before->name_number);
	after_threads |= 1ull << before->name_number;
}

void td_dependence_end_step(uint32_t index, int is_new)
{
	struct td_step *step = td_search_step(index);
	if (is_new)
		step->threads = (uint16_t)((threads_used + 3) & ~3u);
	uint32_t *clock = clock_of(index), *mine = thread_clocks + (uint64_t)step->thread * stride;
	if (is_new) {
		uint32_t *before = before_of(index);
		td_plain_copy(before, mine, step->threads * sizeof *before);
		td_plain_copy(clock, mine, step->threads * sizeof *clock);
		step->number = ++clock[step->thread];
		for (uint32_t i = 0; i < depend_count; i++)
			if (depends_on[i] != index)
				join(clock, clock_of(depends_on[i]), td_search_step(depends_on[i])->threads);
		for (uint32_t i = 0; after_threads >> i; i++)
			if (after_threads >> i & 1)
				join(clock, thread_clocks + (uint64_t)i * stride, threads_used);
		find_races(index, before);
		find_other_outcomes(index);
	}
	td_plain_copy(mine, clock, step->threads * sizeof *mine);
	for (uint32_t i = 0; i < order_count; i++)
		apply_order(&orders[i]);
	order_count = 0;
}

static void could_come_first(uint32_t step, uint32_t known_at, const struct td_fiber *fiber, uint64_t address, uint32_t size)
{
	struct td_touch touch = {.address = address, .size = size, .writes = 1, .kind = fiber->pending.kind, .before = TD_NO_STEP};
	add_race((struct td_race){.first = step, .second = TD_NO_STEP, .known_at = known_at, .thread = fiber->name_number,
				  .outcome = TD_ANY_OUTCOME, .touch = touch});
}

void td_dependence_pending(uint32_t step, const struct td_fiber *fiber)
{
	uint64_t address = td_port_side(fiber->pending.object, fiber->pending.kind);
	could_come_first(step, TD_NO_STEP, fiber, address, fiber->pending.size);
}

void td_dependence_missed(uint32_t step, const struct td_fiber *fiber)
{
	could_come_first(step, step, fiber, fiber->pending.object, 0);
}

static uint32_t last_step_on(uint64_t address)
{
	for (uint32_t i = *head_of(address >> 3); i; i = places[i - 1].next)
		if (places[i - 1].address == address && !places[i - 1].size && places[i - 1].last_write)
			return places[i - 1].last_write - 1;
	return TD_NO_STEP;
}

void td_dependence_blocked(const struct td_fiber *fiber)
{
	const uint32_t *clock = thread_clocks + (uint64_t)fiber->name_number * stride;
	int sleeps = fiber->waiting->type == TD_O_COND; /* until somebody signals: it is in nobody's way */
	uint8_t needed = sleeps ? 0 : td_needed_for(fiber->pending.kind);
	uint64_t address = td_port_side(fiber->waiting->address, fiber->pending.kind);
	uint32_t rival = needed ? last_step_on(address) : TD_NO_STEP;
	while (rival != TD_NO_STEP && touch_of(rival, address) && (touch_of(rival, address)->could & needed) != needed)
		rival = touch_of(rival, address)->before;
	if (rival == TD_NO_STEP)
		return;
	const struct td_step *step = td_search_step(rival);
	if (step->thread != fiber->name_number && clock[step->thread] < step->number)
		could_come_first(rival, TD_NO_STEP, fiber, address, 0);
}

void td_dependence_reverse_races(uint32_t length, uint32_t kept)
{
	for (uint32_t i = 0; i < *race_count; i++)
		if (!races[i].settled || races[i].settled > kept)
			td_reverse(&races[i], length);
}
