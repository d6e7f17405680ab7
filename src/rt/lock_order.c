#include "lock_order.h"

#include "frames.h"
#include "host.h"
#include "modules.h"
#include "record.h"

enum { SEEN = 1 << 14, MOST_STRETCHES = 16, BARRIERS = 64 };

/* When something was: for each of the first threads met, how many of its stretches had begun.  A stretch ends with each order that
 * concerns the thread. */
typedef uint16_t clock_value[TD_MAX_CLOCK];

/* All that have arrived at a barrier for its `generation`. */
struct meeting {
	uint64_t run, address, generation;
	clock_value clock;
};

static uint8_t TD_STATE is_learning;
static uint64_t TD_STATE *seen;              /* hashes of edges, 0: none; an edge that was pushed out is looked for in the channel */
static clock_value TD_STATE *clocks;         /* by thread */
static uint8_t TD_STATE *numbers;            /* by thread: its place in a clock */
static struct meeting TD_STATE *meetings;

void td_lock_order_setup(void)
{
	seen = td_map(SEEN * sizeof *seen);
	clocks = td_map(TD_MAX_THREADS * sizeof *clocks);
	numbers = td_map(TD_MAX_THREADS);
	meetings = td_map(BARRIERS * sizeof *meetings);
}

void td_lock_order_begin(void)
{
	is_learning = td_channel->job.kind == TD_JOB_EXPLORE && !td_channel->job.systematic;
}

/* TD_MAX_CLOCK: there is no place left. */
static uint8_t number_of(uint64_t lineage)
{
	struct td_lock_order *order = &td_channel->lock_order;
	uint32_t i = 0;
	while (i < order->lineage_count && order->lineages[i] != lineage)
		i++;
	if (i < TD_MAX_CLOCK && i == order->lineage_count)
		order->lineages[order->lineage_count++] = lineage;
	return (uint8_t)i;
}

static void tick(const struct td_fiber *fiber)
{
	uint8_t number = numbers[fiber->id];
	if (number < TD_MAX_CLOCK && clocks[fiber->id][number] < UINT16_MAX)
		clocks[fiber->id][number]++;
}

static void merge(uint16_t *into, const uint16_t *from)
{
	for (uint32_t i = 0; i < TD_MAX_CLOCK; i++)
		into[i] = from[i] > into[i] ? from[i] : into[i];
}

void td_lock_order_created(const struct td_fiber *creator, const struct td_fiber *fiber)
{
	if (!is_learning)
		return;
	numbers[fiber->id] = number_of(fiber->lineage);
	if (creator)
		td_plain_copy(clocks[fiber->id], clocks[creator->id], sizeof *clocks);
	else
		td_plain_set(clocks[fiber->id], 0, sizeof *clocks);
	tick(fiber);
	if (creator)
		tick(creator);
}

void td_lock_order_joined(const struct td_fiber *fiber, const struct td_fiber *other)
{
	if (!is_learning)
		return;
	merge(clocks[fiber->id], clocks[other->id]);
	tick(fiber);
}

/* A thread may arrive for the next time while others have still to leave. */
static struct meeting *meeting_at(const struct td_object *barrier, uint64_t generation)
{
	return &meetings[(barrier->address / 16 + generation % 2 * (BARRIERS / 2)) % BARRIERS];
}

static int is_for(const struct meeting *meeting, const struct td_object *barrier, uint64_t generation)
{
	return meeting->run == td_run && meeting->address == barrier->address && meeting->generation == generation;
}

void td_lock_order_arrives(const struct td_fiber *fiber, const struct td_object *barrier)
{
	struct meeting *meeting = meeting_at(barrier, barrier->generation);
	if (!is_learning)
		return;
	if (!is_for(meeting, barrier, barrier->generation))
		*meeting = (struct meeting){.run = td_run, .address = barrier->address, .generation = barrier->generation};
	merge(meeting->clock, clocks[fiber->id]);
	tick(fiber);
}

void td_lock_order_leaves(const struct td_fiber *fiber, const struct td_object *barrier)
{
	const struct meeting *meeting = meeting_at(barrier, fiber->generation);
	if (is_learning && is_for(meeting, barrier, fiber->generation))
		merge(clocks[fiber->id], meeting->clock);
}

/* The same edge is kept for some of a thread's stretches: what cannot be in one may be in another. */
static uint16_t stretch_of(const struct td_fiber *fiber)
{
	uint8_t number = numbers[fiber->id];
	uint16_t stretch = number < TD_MAX_CLOCK ? clocks[fiber->id][number] : 0;
	return stretch < MOST_STRETCHES ? stretch : MOST_STRETCHES;
}

static uint64_t hash_of(const struct td_fiber *fiber, const struct td_lock_edge *edge)
{
	uint64_t hash = td_mix(edge->lineage, edge->from);
	uint64_t gates = 0;
	for (uint32_t i = 0; i < edge->gate_count; i++)
		gates += edge->gates[i] * 0x9e3779b97f4a7c15ull;
	hash = td_mix(hash, edge->to);
	hash = td_mix(hash + gates, edge->from_site);
	hash = td_mix(hash, edge->to_site);
	hash = td_mix(hash, (uint64_t)edge->kind << 8 | (uint64_t)edge->from_shared << 1 | edge->to_shared);
	return td_mix(hash, stretch_of(fiber)) | 1;
}

/* Whether it was there already. */
static int note_seen(uint64_t hash)
{
	uint32_t at = (uint32_t)(hash >> 20) % SEEN;
	for (uint32_t i = 0; i < 4; i++)
		if (seen[(at + i) % SEEN] == hash)
			return 1;
	for (uint32_t i = 0; i < 4; i++)
		if (!seen[(at + i) % SEEN]) {
			seen[(at + i) % SEEN] = hash;
			return 0;
		}
	seen[at] = hash;
	return 0;
}

static void make_relative(struct td_lock_edge *edge)
{
	edge->from = td_module_relative(edge->from);
	edge->to = td_module_relative(edge->to);
	edge->from_site = td_module_relative(edge->from_site);
	edge->to_site = td_module_relative(edge->to_site);
	edge->object = td_module_relative(edge->object);
	for (uint32_t i = 0; i < edge->gate_count; i++)
		edge->gates[i] = td_module_relative(edge->gates[i]);
}

/* Many programs take all their locks in one function of their own: who called it is wanted as well. */
static void note_frames(const struct td_fiber *fiber, struct td_lock_edge *edge)
{
	uint64_t frames[TD_MAX_FRAMES];
	uint32_t count = td_frames(fiber, fiber->pending.pc, 0, (uint64_t)__builtin_frame_address(0), frames, NULL);
	for (uint32_t i = 0; i < TD_EDGE_FRAMES; i++)
		edge->frames[i] = i < count ? td_module_relative(frames[i]) : 0;
}

/* Addresses as the process has them become such as hold in others; then the hash is the same in all. */
static void keep(const struct td_fiber *fiber, struct td_lock_edge *edge)
{
	struct td_lock_order *order = &td_channel->lock_order;
	make_relative(edge);
	edge->hash = hash_of(fiber, edge);
	edge->number = numbers[fiber->id];
	td_plain_copy(edge->clock, clocks[fiber->id], sizeof edge->clock);
	for (uint32_t i = 0; i < order->count; i++)
		if (order->edges[i].hash == edge->hash)
			return;
	if (order->count == TD_MAX_LOCK_EDGES) {
		order->is_full = 1;
		return;
	}
	note_frames(fiber, edge);
	order->edges[order->count++] = *edge;
}

static void add_gate(struct td_lock_edge *edge, const struct td_held *held)
{
	if (edge->gate_count == TD_MAX_GATES)
		return;
	edge->shared_gates |= (uint8_t)((held->shared ? 1u : 0u) << edge->gate_count);
	edge->gates[edge->gate_count++] = held->object->address;
}

/* `from` is one of the first `count` locks held, or NULL for the thread itself. */
static void note_edge(const struct td_fiber *fiber, const struct td_held *from, uint32_t count, struct td_lock_edge edge)
{
	edge.lineage = fiber->lineage;
	edge.from = from ? from->object->address : fiber->lineage;
	edge.from_site = from ? from->pc : 0;
	edge.from_shared = from && from->shared;
	edge.kind = fiber->pending.kind;
	for (uint32_t i = 0; i < count; i++)
		if (&fiber->held[i] != from)
			add_gate(&edge, &fiber->held[i]);
	if (!note_seen(hash_of(fiber, &edge)))
		keep(fiber, &edge);
}

static int has_waited(const struct td_pending *op)
{
	return !op->timed && !(op->flags & (TD_F_TRY | TD_F_TIMEOUT));
}

void td_lock_order_acquired(const struct td_fiber *fiber)
{
	uint32_t before = fiber->held_count - 1;
	int is_joined = td_channel->lock_order.has_joins;
	if (!is_learning || (!before && !is_joined) || !has_waited(&fiber->pending))
		return;
	const struct td_held *held = &fiber->held[before];
	struct td_lock_edge edge = {.to = held->object->address, .to_site = held->pc, .to_shared = held->shared != 0,
				    .object = fiber->pending.object};
	for (uint32_t i = 0; i < before; i++)
		note_edge(fiber, &fiber->held[i], before, edge);
	if (is_joined)
		note_edge(fiber, NULL, before, edge);
}

void td_lock_order_joins(const struct td_fiber *fiber, const struct td_fiber *other)
{
	if (!is_learning || !fiber->held_count)
		return;
	td_channel->lock_order.has_joins = 1;
	for (uint32_t i = 0; i < fiber->held_count; i++)
		note_edge(fiber, &fiber->held[i], fiber->held_count,
			  (struct td_lock_edge){.to = other->lineage, .to_site = fiber->pending.pc});
}
