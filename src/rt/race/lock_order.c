#include "lock_order.h"

#include "rt/state.h"
#include "rt/sys.h"

enum { SEEN = 1 << 14, MOST_STRETCHES = 16, BARRIERS = 64, RECENT = 8 };

/* When something was: for each of the first threads met, how many of its stretches had begun.  A stretch ends with each order that
 * concerns the thread. */
typedef uint16_t clock_value[TD_MAX_CLOCK];

/* All that have arrived at a barrier for its `generation`. */
struct meeting {
	uint64_t run, address, generation;
	clock_value clock;
};

uint32_t TD_STATE td_lock_order_least;
/* What a thread has taken lately. */
struct recent {
	struct {
		uint64_t lock, site;
		uint8_t is_shared;
	} items[RECENT];
	uint32_t count;              /* ever; the last RECENT of them are there */
};

static uint8_t TD_STATE is_learning;
static struct recent TD_STATE *recents;      /* by thread */
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
	recents = td_map(TD_MAX_THREADS * sizeof *recents);
}

/* Executions that find out what is shared count as well: they may be all there are before a prediction is wanted. */
void td_lock_order_begin(void)
{
	const struct td_job *job = &td_channel->job;
	is_learning = (job->kind == TD_JOB_EXPLORE || job->learn) && !job->systematic;
	td_lock_order_least = !is_learning ? UINT32_MAX : td_channel->lock_order.has_joins || td_channel->lock_order.wait_count ? 1 : 2;
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
	numbers[fiber->id] = number_of(fiber->origin.lineage);
	recents[fiber->id].count = 0;
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
	const struct meeting *meeting = meeting_at(barrier, fiber->wait.generation);
	if (is_learning && is_for(meeting, barrier, fiber->wait.generation))
		merge(clocks[fiber->id], meeting->clock);
}

/* The same edge is kept for some of a thread's stretches: what cannot be in one may be in another. */
static uint16_t stretch_of(const struct td_fiber *fiber)
{
	uint8_t number = numbers[fiber->id];
	uint16_t stretch = number < TD_MAX_CLOCK ? clocks[fiber->id][number] : 0;
	return stretch < MOST_STRETCHES ? stretch : MOST_STRETCHES;
}

/* An edge as it is before it is known to be new: what is held, NULL for the thread itself or what it owes others, and what was got. */
struct step {
	const struct td_fiber *fiber;
	const struct td_held *from;
	uint64_t owed;              /* 0: nothing */
	uint32_t held_count;        /* before */
	uint64_t to, to_site, object;
	uint8_t to_shared;
	uint8_t is_weak;
};

static uint64_t hash_of_step(const struct step *step)
{
	const struct td_fiber *fiber = step->fiber;
	uint64_t gates = 0;
	for (uint32_t i = 0; i < step->held_count; i++)
		gates += fiber->held[i].object->address;
	uint64_t sites = step->to_site * 0x9e3779b97f4a7c15ull + (step->from ? step->from->pc * 3 + step->from->shared : 0);
	uint64_t locks = step->to * 0xbf58476d1ce4e5b9ull + (step->from ? step->from->object->address : step->owed);
	uint64_t rest = fiber->origin.lineage + gates * 5 + ((uint64_t)stretch_of(fiber) << 48) +
			((uint64_t)step->to_shared << 47);
	return td_mix(td_mix(sites, locks), rest) | 1;
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

static void add_gate(struct td_lock_edge *edge, const struct td_held *held)
{
	if (edge->gate_count == TD_MAX_GATES)
		return;
	edge->shared_gates |= (uint8_t)((held->shared ? 1u : 0u) << edge->gate_count);
	edge->gates[edge->gate_count++] = td_module_relative(held->object->address);
}

static uint64_t start_of(const struct step *step)
{
	if (step->from)
		return td_module_relative(step->from->object->address);
	return step->owed ? td_module_relative(step->owed) : step->fiber->origin.lineage;
}

/* With addresses that hold in other processes. */
static void describe(const struct step *step, struct td_lock_edge *edge)
{
	const struct td_fiber *fiber = step->fiber;
	const struct td_held *from = step->from;
	*edge = (struct td_lock_edge){.lineage = fiber->origin.lineage, .from = start_of(step),
				      .is_weak = step->is_weak, .to = td_module_relative(step->to),
				      .from_site = from ? td_module_relative(from->pc) : 0,
				      .to_site = td_module_relative(step->to_site),
				      .object = td_module_relative(step->object),
				      .kind = step->is_weak ? TD_NONE : fiber->pending.kind,
				      .from_shared = from && from->shared, .to_shared = step->to_shared,
				      .number = numbers[fiber->id]};
	td_plain_copy(edge->clock, clocks[fiber->id], sizeof edge->clock);
	for (uint32_t i = 0; i < step->held_count; i++)
		if (&fiber->held[i] != from)
			add_gate(edge, &fiber->held[i]);
}

/* Two edges that say the same; a clock goes with the thread and its stretch. */
static int is_same(const struct td_lock_edge *a, const struct td_lock_edge *b)
{
	return a->lineage == b->lineage && a->from == b->from && a->to == b->to && a->from_site == b->from_site &&
	       a->to_site == b->to_site && a->object == b->object && a->kind == b->kind && a->from_shared == b->from_shared &&
	       a->to_shared == b->to_shared && a->gate_count == b->gate_count && a->shared_gates == b->shared_gates &&
	       !td_plain_compare(a->gates, b->gates, sizeof a->gates) && !td_plain_compare(a->clock, b->clock, sizeof a->clock);
}

/* Many programs take all their locks in one function of their own: who called it is wanted as well. */
static void note_frames(const struct td_fiber *fiber, struct td_lock_edge *edge)
{
	uint64_t frames[TD_MAX_FRAMES];
	uint32_t count = td_frames(fiber, fiber->pending.pc, 0, (uint64_t)__builtin_frame_address(0), frames, NULL);
	for (uint32_t i = 0; i < TD_EDGE_FRAMES; i++)
		edge->frames[i] = i < count ? td_module_relative(frames[i]) : 0;
}

static void keep(const struct step *step)
{
	struct td_lock_order *order = &td_channel->lock_order;
	struct td_lock_edge *edge = &order->edges[order->count];
	if (order->count == TD_MAX_LOCK_EDGES) {
		order->is_full = 1;
		return;
	}
	describe(step, edge);
	for (uint32_t i = 0; i < order->count; i++)
		if (is_same(&order->edges[i], edge))
			return;
	note_frames(step->fiber, edge);
	order->count++;
}

static void note(const struct step *step)
{
	if (unlikely(!note_seen(hash_of_step(step))))
		keep(step);
}

static void remember(const struct td_fiber *fiber, const struct td_held *held)
{
	struct recent *recent = &recents[fiber->id];
	uint32_t at = recent->count++ % RECENT;
	recent->items[at].lock = held->object->address;
	recent->items[at].site = held->pc;
	recent->items[at].is_shared = held->shared != 0;
}

static int has_waited(const struct td_pending *op)
{
	return !op->timed && !(op->flags & (TD_F_TRY | TD_F_TIMEOUT));
}

void td_lock_order_learn(const struct td_fiber *fiber)
{
	uint32_t before = fiber->locks.held_count - 1;
	const struct td_held *held = &fiber->held[before];
	if (!has_waited(&fiber->pending))
		return;
	struct step step = {.fiber = fiber, .held_count = before, .to = held->object->address, .to_site = held->pc,
			    .to_shared = held->shared != 0, .object = fiber->pending.object};
	for (uint32_t i = 0; i < before; i++) {
		step.from = &fiber->held[i];
		note(&step);
	}
	step.from = NULL;
	if (td_channel->lock_order.has_joins)
		note(&step);
	if (td_channel->lock_order.wait_count)
		remember(fiber, held);
}

/* Its edges stay; the tool leaves them out. */
void td_lock_order_forget(const struct td_object *object)
{
	struct td_lock_order *order = &td_channel->lock_order;
	uint64_t address = td_module_relative(object->address);
	for (uint32_t i = 0; i < order->no_lock_count; i++)
		if (order->no_locks[i] == address)
			return;
	if (is_learning && order->no_lock_count < TD_MAX_NO_LOCKS)
		order->no_locks[order->no_lock_count++] = address;
}

/* What a thread waits for with locks held that is no lock. */
static void note_wait(struct step *step)
{
	for (uint32_t i = 0; i < step->held_count; i++) {
		step->from = &step->fiber->held[i];
		note(step);
	}
}

void td_lock_order_passed(const struct td_fiber *fiber, const struct td_object *object)
{
	struct step step = {.fiber = fiber, .held_count = fiber->locks.held_count, .to = object->address,
			    .to_site = fiber->pending.pc, .object = object->address};
	if (is_learning)
		note_wait(&step);
}

void td_lock_order_joins(const struct td_fiber *fiber, const struct td_fiber *other)
{
	struct step step = {.fiber = fiber, .held_count = fiber->locks.held_count, .to = other->origin.lineage,
			    .to_site = fiber->pending.pc};
	if (!is_learning || !fiber->locks.held_count)
		return;
	td_channel->lock_order.has_joins = 1;
	note_wait(&step);
}

/* Whether somebody has been waiting for this with a lock held. */
static int is_waited_for(uint64_t object)
{
	const struct td_lock_order *order = &td_channel->lock_order;
	uint64_t relative = order->wait_count ? td_module_relative(object) : 0;
	for (uint32_t i = 0; i < order->wait_count; i++)
		if (order->waits[i] == relative)
			return 1;
	return 0;
}

void td_lock_order_waits(const struct td_fiber *fiber)
{
	struct td_lock_order *order = &td_channel->lock_order;
	const struct td_pending *op = &fiber->pending;
	struct step step = {.fiber = fiber, .held_count = fiber->locks.held_count, .to = op->object, .to_site = op->pc,
			    .object = op->object, .is_weak = 1};
	if (!is_learning || !fiber->locks.held_count || !has_waited(op))
		return;
	if (!is_waited_for(op->object)) {
		if (order->wait_count == TD_MAX_WAITS)
			return;
		order->waits[order->wait_count++] = td_module_relative(op->object);
	}
	note_wait(&step);
}

void td_lock_order_provides(const struct td_fiber *fiber)
{
	const struct recent *recent = &recents[fiber->id];
	if (!is_learning || !is_waited_for(fiber->pending.object))
		return;
	for (uint32_t i = 0; i < RECENT && i < recent->count; i++) {
		struct step step = {.fiber = fiber, .owed = fiber->pending.object, .to = recent->items[i].lock, .is_weak = 1,
				    .to_site = recent->items[i].site, .to_shared = recent->items[i].is_shared,
				    .object = recent->items[i].lock};
		note(&step);
	}
}
