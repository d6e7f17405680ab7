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

/* Steps whose touches of a place come to the same in any order; of each thread the last one. */
struct crowd {
	uint64_t with;           /* these three as in their touches */
	uint8_t writes, group;
	uint8_t is_large;        /* of more than one thread */
	uint32_t only;           /* step + 1, if they are of one thread; 0: there are none, or more */
	uint32_t room;           /* where the members of a large one lie in `members`, + 1: a stretch of `stride`, by thread */
};

/* A piece of memory within eight bytes, or a synchronisation object: who touched it last. */
struct place {
	uint64_t address;
	uint32_t size;
	uint32_t next;           /* place with the same hash, + 1 */
	uint32_t last_write;     /* step + 1; synchronisation objects only */
	struct crowd now;        /* those who touched it last; of a synchronisation object, who looked at it since the last write */
	struct crowd before;     /* if others may still join `now`: those before them */
};

/* What could be done with an object before the step. */
struct possible {
	uint64_t address, count;
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
static uint32_t TD_STATE *members, member_count;
static struct order TD_STATE orders[MAX_ORDERS];
static uint32_t TD_STATE order_count;
static struct possible TD_STATE stash[2];

/* Of the step under way: the steps it depends on directly, and those it may race with. */
static uint32_t TD_STATE under_way;
static uint32_t TD_STATE wakers[TD_MOST_WAKERS], waker_count; /* what may have ended its thread's spinning */
static uint8_t TD_STATE looking;                    /* it is new: its dependences are not known yet */
static uint32_t TD_STATE depends_on[MAX_NEAR], depend_count, rivals[MAX_NEAR], rival_count;
static uint64_t TD_STATE after_threads;             /* a bit for each thread all of whose past it depends on */
static struct td_touch TD_STATE written_later;      /* a write that has been announced, and whose value matters; size 0: none */

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
	members = td_map((uint64_t)PLACES * stride * sizeof *members);
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
	place_count = member_count = order_count = 0;
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

static struct possible possible_now(uint64_t address)
{
	const struct td_object *object = td_channel->job.reduce & TD_REDUCE_PV ? td_object_find(address) : NULL;
	return (struct possible){address, object ? object->count : 0, td_could_before(address)};
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
	written_later.size = 0;
	stash[0] = possible_now(fiber->pending.object);
	stash[1] = possible_now(fiber->pending.kind == TD_COND_WAKE ? fiber->mutex_after->address : 0);
}

static struct possible possible_at_start(uint64_t address)
{
	for (int i = 0; i < 2; i++)
		if (stash[i].address == address)
			return stash[i];
	return possible_now(address);
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

static void meet(const struct crowd *crowd)
{
	if (!looking)
		return;
	if (crowd->only)
		near(crowd->only - 1);
	for (uint32_t t = 0; crowd->is_large && t < threads_used; t++)
		if (members[crowd->room - 1 + t])
			near(members[crowd->room - 1 + t] - 1);
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

static void make_large(struct crowd *crowd)
{
	if (!crowd->room) {
		crowd->room = member_count + 1;
		member_count += stride;
		if (member_count > (PLACES - 1) * stride)
			td_refuse("more than %u shared places in a systematic search", (uint64_t)PLACES);
	}
	td_plain_set(&members[crowd->room - 1], 0, stride * sizeof *members);
	members[crowd->room - 1 + td_search_step(crowd->only - 1)->thread] = crowd->only;
	crowd->only = 0;
	crowd->is_large = 1;
}

static void join_crowd(struct crowd *crowd, uint32_t step)
{
	uint32_t thread = td_search_step(step)->thread;
	if (crowd->only && td_search_step(crowd->only - 1)->thread != thread)
		make_large(crowd);
	if (crowd->is_large)
		members[crowd->room - 1 + thread] = step + 1;
	else
		crowd->only = step + 1;
}

static void disperse(struct crowd *crowd)
{
	crowd->only = crowd->is_large = 0;
}

/* If others may join the new crowd, they will want to know who was there before. */
static void begin_crowd(struct place *place, const struct td_touch *touch)
{
	if (!touch->writes || touch->group) {
		uint32_t room = place->before.room;
		place->before = place->now;
		place->now.room = room;
	}
	disperse(&place->now);
	place->now.writes = touch->writes;
	place->now.group = touch->group;
	place->now.with = touch->with;
}

/* Does the touch come to the same before and after those who touched the place last? */
static int commutes(const struct place *place, const struct td_touch *touch)
{
	const struct crowd *now = &place->now;
	if (!now->only && !now->is_large)
		return 0;
	if (!now->writes && !touch->writes)
		return 1;
	return now->group && now->group == touch->group && place->address == touch->address && place->size == touch->size &&
	       (now->group != TD_GROUP_SAME || now->with == touch->with);
}

/* Memory, within one granule. */
static void touch_piece(uint32_t step, const struct td_touch *touch, uint64_t address, uint32_t size)
{
	uint32_t *head = head_of(address >> 3);
	struct place *own = NULL;
	int joins = 0;
	for (uint32_t i = *head; i; i = places[i - 1].next) {
		struct place *place = &places[i - 1];
		if (address >= place->address + place->size || place->address >= address + size)
			continue;
		int commute = commutes(place, touch);
		meet(commute ? &place->before : &place->now);
		if (place->address == address && place->size == size) {
			own = place;
			joins = commute;
		}
	}
	if (!own)
		own = new_place(address, size, head);
	if (!joins)
		begin_crowd(own, touch);
	join_crowd(&own->now, step);
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

static void add_race(struct td_race race)
{
	if (*race_count == MAX_RACES)
		td_refuse("more than %u races in one execution", (uint64_t)MAX_RACES);
	races[(*race_count)++] = race;
}

/* What a wait of a semaphore finds when it looks back (--reduce pv).  Waits depend on each other; a post on neither posts nor
 * waits, but a wait needs as many posts as there is no count for. */
struct tokens {
	uint32_t last_take;      /* the last wait before it */
	uint32_t barrier;        /* the last operation of another kind: everything depends on that */
	uint64_t count;          /* after the barrier */
	uint64_t takes, posts;   /* since then: waits, this one included, and posts that happen before it anyhow */
	uint32_t first_post;     /* the first one that need not */
};

static int is_past(uint32_t step, uint32_t post, uint32_t last_take)
{
	const struct td_step *early = td_search_step(post);
	return thread_clocks[(uint64_t)td_search_step(step)->thread * stride + early->thread] >= early->number ||
	       (last_take != TD_NO_STEP && td_happens_before(post, last_take));
}

static void count_post(struct tokens *self, uint32_t step, uint32_t post)
{
	if (is_past(step, post, self->last_take)) {
		self->posts++;
		return;
	}
	self->first_post = post;
}

static struct tokens count_tokens(uint32_t step, const struct td_touch *take, uint32_t last)
{
	struct tokens self = {TD_NO_STEP, TD_NO_STEP, take->found, 1, 0, TD_NO_STEP};
	for (uint32_t at = last; at != TD_NO_STEP;) {
		const struct td_touch *touch = touch_of(at, take->address);
		if (!touch || !touch->group) {
			self.barrier = at;
			break;
		}
		self.count = touch->found;
		if (touch->group == TD_GROUP_POSTS) {
			count_post(&self, step, at);
		} else {
			self.takes++;
			self.last_take = self.last_take == TD_NO_STEP ? at : self.last_take;
		}
		at = touch->before;
	}
	return self;
}

/* Is there another post that could do as well as this one, and does not come after it? */
static int is_replaceable(uint32_t step, const struct td_touch *take, uint32_t last, const struct tokens *tokens)
{
	for (uint32_t at = last; at != tokens->barrier && at != tokens->first_post; at = touch_of(at, take->address)->before)
		if (touch_of(at, take->address)->group == TD_GROUP_POSTS && !is_past(step, at, tokens->last_take) &&
		    !td_happens_before(tokens->first_post, at))
			return 1;
	return 0;
}

static void meet_take(uint32_t step, struct td_touch *take, uint32_t last)
{
	struct tokens tokens = count_tokens(step, take, last);
	if (tokens.last_take != TD_NO_STEP)
		near(tokens.last_take);
	else if (tokens.barrier != TD_NO_STEP)
		meet_object(take->address, tokens.barrier, take->kind);
	if (tokens.count + tokens.posts >= tokens.takes)
		return;
	if (tokens.first_post == TD_NO_STEP)
		td_panic("a wait for a semaphore went on without a post");
	note(depends_on, &depend_count, tokens.first_post);
	take->with = tokens.first_post + 1;
	if (is_replaceable(step, take, last, &tokens))
		note(rivals, &rival_count, tokens.first_post);
}

/* A wait that came earlier by chance could have had this post instead of the one it needed. */
static void offer_post(uint32_t step, uint32_t take)
{
	uint64_t needed = td_search_step(take)->footprint.items->with;
	if (needed && !is_past(step, take, TD_NO_STEP) && !is_past(step, (uint32_t)needed - 1, TD_NO_STEP))
		add_race((struct td_race){.first = (uint32_t)needed - 1, .second = take, .known_at = step});
}

static void meet_semaphore(uint32_t step, struct td_touch *touch, uint32_t last)
{
	const struct td_touch *other;
	if (!looking)
		return;
	if (touch->group == TD_GROUP_TAKES) {
		meet_take(step, touch, last);
		return;
	}
	for (; last != TD_NO_STEP && (other = touch_of(last, touch->address)) && other->group; last = other->before) {
		if (touch->group != TD_GROUP_POSTS)
			near(last);
		else if (other->group == TD_GROUP_TAKES)
			offer_post(step, last);
	}
	if (last != TD_NO_STEP)
		meet_object(touch->address, last, touch->kind);
}

static struct place *place_of_object(uint64_t address)
{
	uint32_t *head = head_of(address >> 3);
	for (uint32_t i = *head; i; i = places[i - 1].next)
		if (places[i - 1].address == address && !places[i - 1].size)
			return &places[i - 1];
	return new_place(address, 0, head);
}

static uint32_t touch_object(uint32_t step, struct td_touch *touch)
{
	struct place *own = place_of_object(touch->address);
	uint32_t before = TD_NO_STEP;
	if (own->last_write == step + 1)
		return touch_of(step, touch->address) ? touch_of(step, touch->address)->before : TD_NO_STEP;
	if (own->last_write) {
		before = own->last_write - 1;
		if (td_channel->job.reduce & TD_REDUCE_PV)
			meet_semaphore(step, touch, before);
		else
			meet_object(touch->address, before, touch->kind);
	}
	if (!touch->writes) {
		join_crowd(&own->now, step);
		return before;
	}
	meet(&own->now);
	disperse(&own->now);
	own->last_write = step + 1;
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

static void touch_memory(uint32_t step, const struct td_touch *touch)
{
	uint64_t past_end = touch->address + touch->size;
	for (uint64_t at = touch->address; at < past_end;) {
		uint64_t end = (at | 7) + 1 < past_end ? (at | 7) + 1 : past_end;
		touch_piece(step, touch, at, (uint32_t)(end - at));
		at = end;
	}
}

void td_dependence_touch(uint32_t step, struct td_touch touch, int is_new)
{
	touch.before = TD_NO_STEP;
	if (!touch.size) {
		struct possible possible = possible_at_start(touch.address);
		touch.could = possible.could;
		touch.found = possible.count;
		touch.before = touch_object(step, &touch);
	} else if (touch.group == TD_GROUP_SAME) {
		written_later = touch;
		return;
	}
	touch_memory(step, &touch);
	if (is_new)
		add_touch(step, touch);
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
	touch_memory(step, &touch);
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
	touch_written(index, is_new);
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
