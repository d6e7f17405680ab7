#include "race_book.h"

#include "protected.h"
#include "race_cells.h"
#include "race_clock.h"
#include "rt/state.h"
#include "rt/sys.h"

/* Tables are filled half: to find that something is not there takes few looks then. */
enum { PENDING = 64, BENIGN = 256, CACHE = 1 << 12, PROBES = 64, MOST_CONTEXTS = TD_MAX_CONTEXTS / 2, MOST_PAIRS = TD_MAX_PAIRS / 2 };

struct range {
	uint64_t start, end;
};

/* A set of one lock that excludes others. */
struct single {
	uint64_t lock;
	uint16_t number;
};

static struct td_race_book TD_STATE *book;    /* the tool's, also for a worker that has a channel of its own */
static struct td_data_race TD_STATE pending[PENDING];
static uint32_t TD_EXECUTION pending_count;
static struct range TD_STATE benign[BENIGN];
static uint32_t TD_EXECUTION benign_count;
static uint16_t TD_STATE lockset_cache[CACHE];
static struct single TD_STATE singles[CACHE];

void td_book_setup(void)
{
	book = &td_channel->races;
}

void td_book_reset(void)
{
	pending_count = benign_count = 0;
}

void td_book_mark(void)
{
	td_mark_keep(pending, pending_count * sizeof *pending);
	td_mark_keep(benign, benign_count * sizeof *benign);
}

void td_book_benign(uint64_t start, uint64_t size)
{
	if (benign_count < BENIGN)
		benign[benign_count++] = (struct range){start, start + size};
}

static int is_benign(const struct td_seen *access)
{
	for (uint32_t i = 0; i < benign_count; i++)
		if (access->address < benign[i].end && access->address + access->size > benign[i].start)
			return 1;
	return 0;
}

/* Locksets. */

/* By address, so that the same locks are the same set. */
static struct td_lockset locks_of(const struct td_fiber *fiber)
{
	struct td_lockset set = {0};
	for (uint32_t i = 0; i < fiber->locks.held_count && set.count < TD_LOCKS_IN_SET; i++) {
		uint64_t lock = fiber->held[i].object->address;
		uint32_t k = set.count++;
		for (; k > 0 && set.locks[k - 1] > lock; k--)
			set.locks[k] = set.locks[k - 1];
		set.locks[k] = lock;
		uint32_t below = (1u << k) - 1;
		set.shared = (set.shared & below) | (set.shared & ~below) << 1 | (fiber->held[i].shared ? 1u << k : 0);
	}
	return set;
}

static int is_same_set(const struct td_lockset *a, const struct td_lockset *b)
{
	return a->count == b->count && a->shared == b->shared && !td_plain_compare(a->locks, b->locks, a->count * sizeof *a->locks);
}

static uint16_t add_lockset(const struct td_lockset *set)
{
	uint32_t i = 0;
	td_spin_lock(&book->lock);
	if (!book->lockset_count)
		book->lockset_count = 1; /* the empty one */
	while (i < book->lockset_count && !is_same_set(&book->locksets[i], set))
		i++;
	if (i == TD_MAX_LOCKSETS) {
		book->full = 1;
		i = 0;
	} else if (i == book->lockset_count) {
		book->locksets[i] = *set;
		book->lockset_count++;
	}
	td_spin_unlock(&book->lock);
	return (uint16_t)i;
}

static uint16_t number_of_set(const struct td_lockset *set)
{
	uint64_t hash = set->shared;
	for (uint32_t i = 0; i < set->count; i++)
		hash = td_mix(hash, set->locks[i]);
	uint16_t *known = &lockset_cache[hash % CACHE];
	if (!*known || !is_same_set(&book->locksets[*known], set))
		*known = add_lockset(set);
	return *known;
}

/* Mostly a thread holds one lock, and it is one that was held before. */
static uint16_t number_of_one(const struct td_fiber *fiber)
{
	uint64_t lock = fiber->held[0].object->address;
	struct single *known = &singles[lock / 8 % CACHE];
	if (known->lock != lock) {
		struct td_lockset set = locks_of(fiber);
		*known = (struct single){lock, number_of_set(&set)};
	}
	return known->number;
}

static uint16_t number_of_all(const struct td_fiber *fiber)
{
	struct td_lockset set = locks_of(fiber);
	return number_of_set(&set);
}

static uint16_t lockset_of(struct td_fiber *fiber)
{
	struct td_fiber_locks *locks = &fiber->locks;
	if (locks->have_changed) {
		int is_one = locks->held_count == 1 && !fiber->held[0].shared;
		locks->lockset = !locks->held_count ? 0 : is_one ? number_of_one(fiber) : number_of_all(fiber);
		locks->have_changed = 0;
	}
	return locks->lockset;
}

/* Tables.  Looked into at every access, so no better than they need be. */

static uint64_t hash_of(uint64_t a, uint64_t b)
{
	return ((a ^ (b << 31 | b >> 33)) * 0x9e3779b97f4a7c15ull) >> 40;
}

/* Access contexts. */

static int is_context(const struct td_access_context *context, const struct td_seen *access)
{
	return context->address == access->address && context->pc == access->pc && context->size == access->size &&
	       context->lockset == access->lockset && context->access == access->access;
}

/* The entry of the access's context, or the free one where it would be; NULL if there is no room. */
static struct td_access_context *place_of(const struct td_seen *access)
{
	uint64_t hash = hash_of(access->address + ((uint64_t)access->lockset << 48), access->pc * 8 + access->access);
	for (uint32_t i = 0; i < PROBES; i++) {
		struct td_access_context *context = &book->contexts[(hash + i) % TD_MAX_CONTEXTS];
		if (!__atomic_load_n(&context->used, __ATOMIC_ACQUIRE) || is_context(context, access))
			return context;
	}
	return NULL;
}

static struct td_access_context *add_context(const struct td_seen *access)
{
	td_spin_lock(&book->lock);
	struct td_access_context *context = place_of(access);
	if (!context || (!context->used && book->context_count >= MOST_CONTEXTS)) {
		book->full = 1;
		context = NULL;
	} else if (!context->used) {
		*context = (struct td_access_context){.address = access->address, .pc = access->pc, .size = access->size,
					     .lockset = access->lockset, .access = access->access};
		__atomic_store_n(&context->used, 1, __ATOMIC_RELEASE);
		book->context_count++;
	}
	td_spin_unlock(&book->lock);
	return context;
}

/* Once that has been noted, nobody needs the lock to find it out again. */
static int contexts_are_full(void)
{
	return book->full && __atomic_load_n(&book->context_count, __ATOMIC_RELAXED) >= MOST_CONTEXTS;
}

static uint32_t context_of(const struct td_seen *access)
{
	struct td_access_context *context = place_of(access);
	if (unlikely(!context || !context->used))
		context = contexts_are_full() ? NULL : add_context(access);
	if (!context)
		return 0;
	if (td_channel->workers > 1)
		__atomic_fetch_add(&context->count, 1, __ATOMIC_RELAXED);
	else
		context->count++;
	return (uint32_t)(context - book->contexts) + 1;
}

/* What only one thread is known to touch has no contexts: there would be very many, and they meet nobody. */
void td_book_describe(const struct td_fiber *fiber, struct td_seen *access)
{
	access->lockset = lockset_of((struct td_fiber *)fiber);
	access->context = fiber->pending.unshared ? 0 : td_channel->job.every_access ? context_of(access) : TD_CONTEXT_LATER;
}

static void find_context(struct td_seen *access)
{
	if (access->context == TD_CONTEXT_LATER)
		access->context = context_of(access);
}

/* Pairs. */

static struct td_pair *pair_of(uint32_t first, uint32_t second)
{
	uint64_t hash = hash_of(first, second);
	for (uint32_t i = 0; i < PROBES; i++) {
		struct td_pair *pair = &book->pairs[(hash + i) % TD_MAX_PAIRS];
		if (!pair->context[0] || (pair->context[0] == first && pair->context[1] == second))
			return pair;
	}
	return NULL;
}

static struct td_pair *find_pair(const struct td_seen *a, const struct td_seen *b)
{
	if (!a->context || !b->context)
		return NULL;
	return a->context < b->context ? pair_of(a->context, b->context) : pair_of(b->context, a->context);
}

static void note_pair(const struct td_seen *a, const struct td_seen *b, uint32_t met)
{
	td_spin_lock(&book->lock);
	struct td_pair *pair = find_pair(a, b);
	int has_room = pair && (pair->context[0] || book->pair_count < MOST_PAIRS);
	if (has_room) {
		book->pair_count += !pair->context[0];
		pair->context[1] = a->context < b->context ? b->context : a->context;
		pair->met |= met;
		__atomic_store_n(&pair->context[0], a->context < b->context ? a->context : b->context, __ATOMIC_RELEASE);
	} else if (a->context && b->context) {
		book->full = 1;
	}
	td_spin_unlock(&book->lock);
}

/* Races. */

static int is_same_race(const struct td_data_race *race, uint64_t a, uint64_t b)
{
	return (race->pc[0] == a && race->pc[1] == b) || (race->pc[0] == b && race->pc[1] == a);
}

static int is_known(const struct td_data_race *races, uint32_t count, uint64_t a, uint64_t b)
{
	for (uint32_t i = 0; i < count; i++)
		if (is_same_race(&races[i], a, b))
			return 1;
	return 0;
}

/* An access that is no event has the number of the last event before it. */
static uint32_t first_event_from(const struct td_seen *access)
{
	const struct td_event *event = &td_channel->events[access->event];
	int is_event = event->thread == access->thread && event->op == (uint32_t)access->op;
	return is_event ? access->event : access->event + 1;
}

/* Only the rest of the same operations may lie between: both threads stood before their accesses at the same time. */
static int are_adjacent(const struct td_seen *earlier, const struct td_seen *access)
{
	uint32_t end = first_event_from(access);
	for (uint32_t i = earlier->event + 1; i < end; i++) {
		const struct td_event *between = &td_channel->events[i];
		if (between->kind == TD_FENCE || between->kind == TD_ALLOC)
			continue;
		if (!(between->thread == earlier->thread && between->pc == earlier->pc) &&
		    !(between->thread == access->thread && between->pc == access->pc))
			return 0;
	}
	return 1;
}

/* Of a race that cannot be made again this is all that there will be. */
static void note_stack(struct td_data_race *race)
{
	uint64_t frames[TD_MAX_FRAMES];
	uint32_t count = td_frames(td_current, race->pc[1], 0, (uint64_t)__builtin_frame_address(0), frames, NULL);
	race->frame_count = count < TD_RACE_FRAMES ? count : TD_RACE_FRAMES;
	td_plain_copy(race->frames, frames, race->frame_count * sizeof *frames);
}

static struct td_data_race describe(const struct td_seen *earlier, const struct td_seen *access)
{
	return (struct td_data_race){
		.pc = {earlier->pc, access->pc}, .address = {earlier->address, access->address}, .op = {earlier->op, access->op},
		.size = {earlier->size, access->size}, .thread = {earlier->thread, access->thread},
		.context = {earlier->context, access->context}, .access = {earlier->access, access->access},
		.adjacent = (uint8_t)are_adjacent(earlier, access),
	};
}

static int is_wanted(const struct td_seen *earlier, const struct td_seen *access)
{
	const struct td_race_target *wanted = &td_channel->job.race;
	return wanted->op[1] && wanted->thread[0] == earlier->thread && wanted->op[0] == earlier->op &&
	       wanted->thread[1] == access->thread && wanted->op[1] == access->op;
}

static _Noreturn void end_at(const struct td_seen *earlier, const struct td_seen *access)
{
	struct td_ended *ended = &td_channel->ended;
	uint64_t object = earlier->address > access->address ? earlier->address : access->address;
	ended->race_event = earlier->event + 1;
	ended->race_adjacent = (uint32_t)are_adjacent(earlier, access);
	td_heap_describe(object);
	td_finish_at(TD_END_RACE, access->pc, (uint64_t)__builtin_frame_address(0), object, "nothing orders it and event %u",
		     (uint64_t)ended->race_event);
}

/* A schedule ends with its finding, so what comes after it could not be shown; one execution need not tell of more than a few. */
static void note_race(const struct td_seen *earlier, const struct td_seen *access)
{
	if (td_end_is_finding(td_channel->ended.end) || td_clocks_are_full() || td_cells_are_full())
		return;
	if (is_wanted(earlier, access))
		end_at(earlier, access);
	if (is_benign(access)) {
		note_pair(earlier, access, TD_PAIR_BENIGN);
	} else if (is_known(book->races, book->race_count, earlier->pc, access->pc)) {
		note_pair(earlier, access, TD_PAIR_RACED);
	} else if (pending_count < PENDING && !is_known(pending, pending_count, earlier->pc, access->pc)) {
		pending[pending_count] = describe(earlier, access);
		note_stack(&pending[pending_count++]);
	}
}

void td_book_meet(struct td_seen *earlier, struct td_seen *access, int ordered)
{
	if (ordered && !td_channel->job.every_access)
		return;
	find_context(earlier);
	find_context(access);
	if (!ordered && unlikely(td_protected_is_on))
		td_protected_met(earlier, access);
	const struct td_pair *pair = find_pair(earlier, access);
	uint32_t enough = ordered ? TD_PAIR_LOCKED | TD_PAIR_ORDERED : TD_PAIR_RACED | TD_PAIR_BENIGN;
	if (pair && pair->context[0] && pair->met & enough && !td_channel->job.race.op[1]) {
		td_channel->done.pairs_reused++;
		return;
	}
	td_channel->done.pairs_checked++;
	if (!ordered)
		note_race(earlier, access);
	else if (td_locksets_exclude(&book->locksets[earlier->lockset], &book->locksets[access->lockset]))
		note_pair(earlier, access, TD_PAIR_LOCKED);
	else
		note_pair(earlier, access, TD_PAIR_ORDERED);
}

static int add_race(const struct td_data_race *race)
{
	int added = 0;
	td_spin_lock(&book->lock);
	if (!is_known(book->races, book->race_count, race->pc[0], race->pc[1]) && book->race_count < TD_MAX_RACES) {
		book->races[book->race_count] = *race;
		__atomic_store_n(&book->race_count, book->race_count + 1, __ATOMIC_RELEASE);
		added = 1;
	}
	td_spin_unlock(&book->lock);
	note_pair(&(struct td_seen){.context = race->context[0]}, &(struct td_seen){.context = race->context[1]}, TD_PAIR_RACED);
	return added;
}

int td_book_has_new(void)
{
	return pending_count > 0;
}

uint32_t td_book_commit(void)
{
	uint32_t added = 0;
	for (uint32_t i = 0; i < pending_count; i++) {
		pending[i].execution = td_execution;
		added += (uint32_t)add_race(&pending[i]);
	}
	pending_count = 0;
	return added;
}

void td_book_drop(void)
{
	pending_count = 0;
}
