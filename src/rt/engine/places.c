#include "places.h"

#include "rt/state.h"
#include "rt/sys.h"

/* The job's places, with addresses of this process. */
static struct td_steer_place TD_STATE places[TD_MAX_PLACES];
static struct td_code_range TD_STATE code[TD_MAX_CODE];

/* Which threads the sequence up to a place may have ended with.  Two are enough to know whether there is another one.
 */
struct arrival {
	uint16_t threads[2];
	uint16_t count;
};
static struct arrival TD_EXECUTION arrivals[TD_MAX_PLACES];
static uint32_t TD_EXECUTION seen;

/* Pieces of code by their addresses in this process, for their distances. */
static struct td_distance TD_STATE *distances;

static void take_distances(const struct td_steer *steer)
{
	if (steer->distance_count && !distances)
		distances = td_map(TD_MAX_DISTANCES * sizeof *distances);
	for (uint32_t i = 0; i < steer->distance_count; i++) {
		distances[i] = steer->distances[i];
		distances[i].low = td_module_absolute(distances[i].low);
		distances[i].high = td_module_absolute(distances[i].high);
	}
}

/* A process has its modules in the same order as any other of the program. */
static const struct td_distance *distance_from(uint64_t pc)
{
	uint32_t low = 0, high = td_channel->steer.distance_count;
	while (low < high) {
		uint32_t middle = (low + high) / 2;
		if (distances[middle].low < pc)
			low = middle + 1;
		else
			high = middle;
	}
	return low && pc <= distances[low - 1].high ? &distances[low - 1] : NULL;
}

void td_places_begin_job(void)
{
	const struct td_steer *steer = &td_channel->steer;
	for (uint32_t i = 0; i < steer->place_count; i++) {
		places[i] = steer->places[i];
		places[i].object = td_module_absolute(steer->places[i].object);
		places[i].object_end = td_module_absolute(steer->places[i].object_end);
	}
	for (uint32_t i = 0; i < steer->code_count; i++)
		code[i] = (struct td_code_range){td_module_absolute(steer->code[i].low),
						 td_module_absolute(steer->code[i].high)};
	take_distances(steer);
}

/* Sites are return addresses: the call lies before them. */
static int is_in_code(const struct td_steer_place *place, uint64_t pc)
{
	for (uint32_t i = 0; i < place->code_count; i++)
		if (pc > code[place->first_code + i].low && pc <= code[place->first_code + i].high)
			return 1;
	return !place->code_count;
}

static int is_on_object(const struct td_steer_place *place, uint64_t object, uint64_t size)
{
	return !place->object_end || (object < place->object_end && place->object < object + (size ? size : 1));
}

int td_places_have(uint64_t address, uint64_t size, uint64_t pc)
{
	for (uint32_t i = 0; i < td_channel->steer.place_count; i++)
		if (is_in_code(&places[i], pc) && is_on_object(&places[i], address, size))
			return 1;
	return 0;
}

static int is_at(uint32_t i, const struct td_event *event)
{
	const struct td_steer_place *place = &places[i];
	return (place->thread == TD_ANY_THREAD || place->thread == event->thread) &&
	       td_place_has_kind(place, event->kind) && is_on_object(place, event->object, event->size) &&
	       is_in_code(place, event->pc);
}

/* Could the thread be the next one after the places before this one? */
static int may_follow(uint32_t i, uint16_t thread)
{
	if (i == 0)
		return 1;
	const struct arrival *before = &arrivals[i - 1];
	return before->count > 1 || (before->count && !(places[i].is_other && before->threads[0] == thread));
}

static void arrive(uint32_t i, uint16_t thread)
{
	struct arrival *arrival = &arrivals[i];
	if (arrival->count == 2 || (arrival->count && arrival->threads[0] == thread))
		return;
	arrival->threads[arrival->count++] = thread;
	seen = i >= seen ? i + 1 : seen;
}

/* From the last place down, so that one event is at one place. */
void td_places_done(const struct td_event *event)
{
	uint32_t count = td_channel->steer.place_count;
	for (uint32_t i = seen < count ? seen + 1 : count; i-- > 0;)
		if (is_at(i, event) && may_follow(i, event->thread))
			arrive(i, event->thread);
}

static struct td_event pending_of(const struct td_fiber *fiber)
{
	const struct td_pending *op = &fiber->pending;
	return (struct td_event){
		.object = op->object, .size = op->size, .pc = op->pc, .kind = op->kind, .thread = fiber->id};
}

static int is_about_to_be_at(uint32_t i, const struct td_fiber *fiber)
{
	struct td_event event = pending_of(fiber);
	return i < td_channel->steer.place_count && is_at(i, &event) && may_follow(i, fiber->id);
}

static int is_deadlock(enum td_end end)
{
	return end == TD_END_DEADLOCK || end == TD_END_CYCLE || end == TD_END_SELF_DEADLOCK;
}

/* Each thread waits for one operation. */
void td_places_ended(void)
{
	uint8_t is_used[TD_MAX_THREADS] = {0};
	for (uint32_t t = 0; is_deadlock(td_channel->ended.end) && t < td_fiber_count; t++) {
		struct td_fiber *fiber = td_fiber(t);
		if (is_used[t] || fiber->done || !is_about_to_be_at(seen, fiber))
			continue;
		is_used[t] = 1;
		arrive(seen, fiber->id);
		t = UINT32_MAX; /* one that was passed by may be at the next place */
	}
}

uint32_t td_places_seen(void)
{
	return seen;
}

int td_places_are_seen(void)
{
	return seen == td_channel->steer.place_count;
}

int td_places_is_next(const struct td_fiber *fiber)
{
	return is_about_to_be_at(seen, fiber);
}

int td_places_is_later(const struct td_fiber *fiber)
{
	struct td_event event = pending_of(fiber);
	for (uint32_t i = seen + 1; i < td_channel->steer.place_count; i++)
		if (is_at(i, &event))
			return 1;
	return 0;
}

uint32_t td_places_distance(const struct td_fiber *fiber)
{
	const struct td_steer *steer = &td_channel->steer;
	if (!steer->distance_count || td_places_are_seen() ||
	    (places[seen].thread != TD_ANY_THREAD && places[seen].thread != fiber->id))
		return TD_FAR;
	const struct td_distance *from = distance_from(fiber->pending.pc);
	return from ? from->to[seen] : TD_FAR;
}

uint64_t td_places_hash(void)
{
	uint64_t hash = seen;
	for (uint32_t i = 0; i < seen; i++)
		if (arrivals[i].count < 2)
			hash = td_mix(hash, i * TD_MAX_THREADS + arrivals[i].threads[0]);
	return hash;
}
