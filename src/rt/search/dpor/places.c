#include "places.h"

#include "dependence.h"
#include "search.h"
#include "tokens.h"
#include "rt/state.h"
#include "rt/sys.h"

enum { PLACES = 1 << 18, HEADS = 1 << 16, LARGE = 1 << 16, MOST_LARGE = 64 };

/* Steps whose touches of a place come to the same in any order; of each thread the last one. */
struct crowd {
	uint64_t with;           /* these three as in their touches */
	uint8_t writes, group;
	uint8_t is_large;        /* of more than one thread */
	uint32_t only;           /* step + 1, if they are of one thread; 0: there are none, or more */
	uint32_t room;           /* where the members of a large one lie in `members`, + 1: a stretch of TD_SEARCH_THREADS, by thread */
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

/* A touch of so much memory that it is no place for each granule: a buffer of megabytes that is cleared or freed.  A later step
 * looks here too. */
struct large {
	uint64_t start, end;
	uint32_t step;
	int writes;
};

/* Of the execution under way. */
static struct place TD_STATE *places;
static uint32_t TD_EXECUTION place_count;
static uint32_t TD_STATE places_at_most;  /* of this execution, also before it went back to a mark */
static uint32_t TD_STATE *heads, *head_epochs, epoch;
static uint32_t TD_STATE *members;
static uint32_t TD_EXECUTION member_count;
static struct large TD_STATE large[MOST_LARGE];
static uint32_t TD_EXECUTION large_count;

static void make_tables(void)
{
	places = td_map(PLACES * sizeof *places);
	heads = td_map(HEADS * sizeof *heads);
	head_epochs = td_map(HEADS * sizeof *head_epochs);
	members = td_map((uint64_t)PLACES * TD_SEARCH_THREADS * sizeof *members);
}

void td_places_begin(void)
{
	if (!places)
		make_tables();
	epoch++;
	place_count = places_at_most = member_count = large_count = 0;
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

void td_places_mark(void)
{
	td_mark_keep(places, place_count * sizeof *places);
	td_mark_keep(large, large_count * sizeof *large);
	td_mark_keep_rows(members, td_width(td_threads_used()) * sizeof *members, member_count / TD_SEARCH_THREADS,
			  TD_SEARCH_THREADS * sizeof *members);
}

/* Threads that had no step at the mark have no part in what was copied then. */
static void drop_members_since(uint32_t threads_at_most)
{
	uint32_t from = td_width(td_threads_used()), to = td_width(threads_at_most);
	for (uint32_t i = 0; from < to && i < member_count; i += TD_SEARCH_THREADS)
		td_plain_set(&members[i + from], 0, (to - from) * sizeof *members);
}

/* Each is the first one with its hash when those that came after it are gone. */
void td_places_back(uint32_t threads_at_most)
{
	drop_members_since(threads_at_most);
	for (; places_at_most > place_count; places_at_most--)
		*head_of(places[places_at_most - 1].address >> 3) = places[places_at_most - 1].next;
}

static void meet(const struct crowd *crowd)
{
	if (!td_is_looking())
		return;
	if (crowd->only)
		td_conflicts_with(crowd->only - 1);
	for (uint32_t t = 0; crowd->is_large && t < td_threads_used(); t++)
		if (members[crowd->room - 1 + t])
			td_conflicts_with(members[crowd->room - 1 + t] - 1);
}

static struct place *new_place(uint64_t address, uint32_t size, uint32_t *head)
{
	if (place_count == PLACES)
		td_refuse("more than %u shared places in a systematic search", (uint64_t)PLACES);
	struct place *place = &places[place_count++];
	places_at_most = place_count;
	*place = (struct place){.address = address, .size = size, .next = *head};
	*head = place_count;
	return place;
}

static void make_large(struct crowd *crowd)
{
	if (!crowd->room) {
		crowd->room = member_count + 1;
		member_count += TD_SEARCH_THREADS;
		if (member_count > (PLACES - 1) * TD_SEARCH_THREADS)
			td_refuse("more than %u shared places in a systematic search", (uint64_t)PLACES);
	}
	td_plain_set(&members[crowd->room - 1], 0, TD_SEARCH_THREADS * sizeof *members);
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

static struct place *place_of_object(uint64_t address)
{
	uint32_t *head = head_of(address >> 3);
	for (uint32_t i = *head; i; i = places[i - 1].next)
		if (places[i - 1].address == address && !places[i - 1].size)
			return &places[i - 1];
	return new_place(address, 0, head);
}

uint32_t td_places_touch_object(uint32_t step, struct td_touch *touch)
{
	struct place *own = place_of_object(touch->address);
	uint32_t before = TD_NO_STEP;
	if (own->last_write == step + 1)
		return td_touch_of(step, touch->address) ? td_touch_of(step, touch->address)->before : TD_NO_STEP;
	if (own->last_write) {
		before = own->last_write - 1;
		if (touch->joint)
			td_dependence_after(before);
		else if (td_channel->job.reduce & TD_REDUCE_PV)
			td_tokens_meet(step, touch, before);
		else
			td_meet_object(touch->address, before, touch->kind);
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

static void meet_large(const struct td_touch *touch)
{
	for (uint32_t i = 0; i < large_count && td_is_looking(); i++)
		if (large[i].start < touch->address + touch->size && touch->address < large[i].end && (large[i].writes || touch->writes))
			td_conflicts_with(large[i].step);
}

/* A step that depends on one of those that it covers depends on it. */
static void forget_covered(const struct large *new)
{
	uint32_t kept = 0;
	for (uint32_t i = 0; i < large_count; i++)
		if (!new->writes || large[i].start < new->start || large[i].end > new->end)
			large[kept++] = large[i];
	large_count = kept;
}

static void touch_large(uint32_t step, const struct td_touch *touch)
{
	struct large new = {touch->address, touch->address + touch->size, step, touch->writes};
	for (uint32_t i = 0; i < place_count; i++) {
		const struct place *place = &places[i];
		if (place->size && place->address < new.end && new.start < place->address + place->size)
			meet(commutes(place, touch) ? &place->before : &place->now);
	}
	forget_covered(&new);
	large[large_count++] = new;
}

void td_places_touch_memory(uint32_t step, const struct td_touch *touch)
{
	uint64_t past_end = touch->address + touch->size;
	if (unlikely(large_count))
		meet_large(touch);
	if (unlikely(touch->size > LARGE && large_count < MOST_LARGE)) {
		touch_large(step, touch);
		return;
	}
	for (uint64_t at = touch->address; at < past_end;) {
		uint64_t end = (at | 7) + 1 < past_end ? (at | 7) + 1 : past_end;
		touch_piece(step, touch, at, (uint32_t)(end - at));
		at = end;
	}
}

uint32_t td_places_last(uint64_t address)
{
	for (uint32_t i = *head_of(address >> 3); i; i = places[i - 1].next)
		if (places[i - 1].address == address && !places[i - 1].size && places[i - 1].last_write)
			return places[i - 1].last_write - 1;
	return TD_NO_STEP;
}
