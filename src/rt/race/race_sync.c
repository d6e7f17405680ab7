/* Which events order threads, and how. */
#include "protected.h"
#include "race.h"
#include "race_cells.h"
#include "race_clock.h"
#include "race_overlap.h"
#include "rt/state.h"
#include "rt/sys.h"

/* Places that are no object's, for what belongs to no address. */
enum { ATOMIC_STRETCHES = 3, DESCRIPTORS = 5, ORDER_BITS = 7 /* others are hints for the hardware */ };

static struct td_clock *now_of(const struct td_fiber *fiber)
{
	return &td_knowledge(fiber->id)->now;
}

static void acquire(const struct td_fiber *fiber, const struct td_clock *from)
{
	td_clock_join(now_of(fiber), from);
}

/* Nothing that was released there before is lost: whoever acquires it may get what any of them gave. */
static void add(const struct td_fiber *fiber, struct td_clock *to)
{
	td_clock_join(to, now_of(fiber));
	td_clock_tick(fiber->id);
}

void td_race_acquire(const struct td_fiber *fiber, uint64_t address)
{
	if (td_race_is_on)
		acquire(fiber, &td_sync(address)->released);
}

void td_race_release(const struct td_fiber *fiber, uint64_t address)
{
	if (td_race_is_on)
		add(fiber, &td_sync(address)->released);
}

void td_race_order(const struct td_fiber *before, const struct td_fiber *after)
{
	if (!td_race_is_on)
		return;
	td_clock_join(now_of(after), now_of(before));
	td_clock_tick(before->id);
}

uint32_t td_race_send(const struct td_fiber *fiber)
{
	if (!td_race_is_on)
		return 0;
	uint32_t message = td_clock_keep(now_of(fiber));
	td_clock_tick(fiber->id);
	return message;
}

void td_race_receive(const struct td_fiber *fiber, uint32_t message)
{
	if (td_race_is_on)
		acquire(fiber, td_clock_kept(message));
}

static int acquires(int order)
{
	return order != __ATOMIC_RELAXED && order != __ATOMIC_RELEASE;
}

static int releases(int order)
{
	return order == __ATOMIC_RELEASE || order == __ATOMIC_ACQ_REL || order == __ATOMIC_SEQ_CST;
}

static void atomic_load(const struct td_fiber *fiber, const struct td_sync *sync, int order)
{
	struct td_knowledge *self = td_knowledge(fiber->id);
	if (acquires(order))
		td_clock_join(&self->now, &sync->released);
	else
		td_clock_join(&self->unfenced, &sync->released);
}

static void load_all(const struct td_fiber *fiber, const struct td_overlap *overlap, int order)
{
	atomic_load(fiber, overlap->own, order);
	for (uint32_t i = 0; i < overlap->count; i++)
		atomic_load(fiber, overlap->others[i], order);
}

/* What a write gives to whoever reads it: all that the thread knows, or what it knew at its last release fence. */
static void atomic_give(const struct td_fiber *fiber, struct td_sync *sync, int order)
{
	struct td_knowledge *self = td_knowledge(fiber->id);
	const struct td_clock *given = releases(order) ? &self->now : &self->fenced;
	td_clock_join(&sync->released, given);
	if (given->count)
		td_clock_join(&td_sync_share(sync, fiber->id)->clock, given);
	if (releases(order))
		td_clock_tick(fiber->id);
}

/* A store ends the release sequences of others; the thread's own goes on, as C11 has it. */
static void atomic_store(const struct td_fiber *fiber, const struct td_overlap *overlap, int order)
{
	td_sync_keep_share(overlap->own, fiber->id);
	for (uint32_t i = 0; i < overlap->count; i++)
		if (td_overlap_covers(overlap, overlap->others[i]))
			td_sync_keep_share(overlap->others[i], fiber->id);
	atomic_give(fiber, overlap->own, order);
}

/* Its order is not known here, and with whom it would synchronise will be seen when it is an event: until then it orders more
 * rather than less. */
void td_race_private_atomic(const struct td_fiber *fiber, uint64_t address, uint32_t size, enum td_kind kind)
{
	if (!td_race_is_on)
		return;
	struct td_overlap overlap;
	td_overlap_find(&overlap, address, size);
	load_all(fiber, &overlap, __ATOMIC_SEQ_CST);
	if (kind != TD_READ)
		atomic_give(fiber, overlap.own, __ATOMIC_SEQ_CST);
}

void td_race_stretch_over(const struct td_fiber *fiber)
{
	td_race_release(fiber, ATOMIC_STRETCHES);
}

void td_race_fence(const struct td_fiber *fiber, int order)
{
	if (!td_race_is_on)
		return;
	struct td_knowledge *self = td_knowledge(fiber->id);
	if (acquires(order))
		td_clock_join(&self->now, &self->unfenced);
	if (releases(order)) {
		td_clock_copy(&self->fenced, &self->now);
		td_clock_tick(fiber->id);
	}
}

static void write_lock(const struct td_fiber *fiber, struct td_sync *sync)
{
	acquire(fiber, &sync->released);
	acquire(fiber, &sync->also);
	sync->writing = 1;
}

/* Readers are not ordered among each other. */
static void read_write_unlock(const struct td_fiber *fiber, struct td_sync *sync)
{
	add(fiber, sync->writing ? &sync->released : &sync->also);
	sync->writing = 0;
}

/* Several ranges of a file are one object here: whoever locks any of them comes after all that were unlocked. */
static void file_unlock(const struct td_fiber *fiber, struct td_sync *sync, uint8_t flags)
{
	if (flags & TD_F_RANGE)
		add(fiber, &sync->released);
	else
		read_write_unlock(fiber, sync);
}

static int is_limited(uint64_t address)
{
	const struct td_object *object = td_object_find(address);
	return object && object->limit;
}

/* Where a post may have to wait for a wait, that orders them too. */
static void semaphore(const struct td_fiber *fiber, struct td_sync *sync, enum td_kind kind)
{
	int limited = is_limited(sync->address);
	if (kind == TD_SEM_WAIT) {
		acquire(fiber, &sync->released);
		if (limited)
			add(fiber, &sync->also);
		return;
	}
	if (limited)
		acquire(fiber, &sync->also);
	add(fiber, &sync->released);
}

/* Where a search would not order the two. */
static void acquire_unordered(const struct td_fiber *fiber, const struct td_clock *from)
{
	if (unlikely(td_protected_is_on) && !td_clock_has(now_of(fiber), from))
		td_protected_refuse(fiber);
	acquire(fiber, from);
}

void td_race_acquire_unordered(const struct td_fiber *fiber, uint64_t address)
{
	if (td_race_is_on)
		acquire_unordered(fiber, &td_sync(address)->released);
}

/* Flow by flow, as a search has it. */
static void use_flows(const struct td_fiber *fiber, int gives)
{
	struct td_uses uses;
	td_flow_uses(fiber, &uses);
	for (uint32_t i = 0; i < uses.count; i++) {
		struct td_clock *released = &td_sync(uses.items[i].place)->released;
		if (gives && uses.items[i].writes)
			td_clock_join(released, now_of(fiber));
		else if (!gives)
			acquire(fiber, released);
	}
}

/* Which descriptors belong together only the kernel knows, so what is written to any of them may be read from any other. */
static void descriptor(const struct td_fiber *fiber, enum td_kind kind)
{
	int gives = td_flow_way(kind) == TD_FD_WRITE || kind == TD_FD_CLOSE;
	if (unlikely(td_protected_is_on))
		use_flows(fiber, gives);
	struct td_sync *sync = td_sync(DESCRIPTORS);
	if (gives)
		add(fiber, &sync->released);
	else
		acquire_unordered(fiber, &sync->released);
}

static void synchronise(const struct td_fiber *fiber, const struct td_pending *op)
{
	if (td_op_is(op->kind, TD_OP_ACQUIRES))
		acquire(fiber, &td_sync(op->object)->released);
	if (td_op_is(op->kind, TD_OP_RELEASES))
		add(fiber, &td_sync(op->object)->released);
	if (td_op_acts_on(op->kind, TD_ON_DESCRIPTOR))
		descriptor(fiber, op->kind);
	switch (op->kind) {
	case TD_WRLOCK: case TD_FILE_LOCK:
		write_lock(fiber, td_sync(op->object));
		return;
	case TD_RWUNLOCK:
		read_write_unlock(fiber, td_sync(op->object));
		return;
	case TD_FILE_UNLOCK:
		file_unlock(fiber, td_sync(op->object), op->flags);
		return;
	case TD_SEM_WAIT: case TD_SEM_POST:
		semaphore(fiber, td_sync(op->object), op->kind);
		return;
	case TD_INIT:
		td_sync_forget(op->object);
		return;
	case TD_ATOMIC_BEGIN:
		acquire_unordered(fiber, &td_sync(ATOMIC_STRETCHES)->released);
		return;
	default:
		return;
	}
}

/* An atomic access takes part in the order that it makes: what it reads from comes before it, and it comes before what reads from
 * it. */
static void atomic_access(struct td_fiber *fiber, const struct td_pending *op)
{
	struct td_overlap overlap;
	int order = op->order & ORDER_BITS;
	td_overlap_find(&overlap, op->object, op->size);
	if (op->kind != TD_WRITE)
		load_all(fiber, &overlap, order);
	td_cells_access(fiber);
	if (op->kind == TD_WRITE)
		atomic_store(fiber, &overlap, order);
	else if (op->kind == TD_RMW)
		atomic_give(fiber, overlap.own, order);
}

void td_race_event(struct td_fiber *fiber)
{
	const struct td_pending *op = &fiber->pending;
	if (op->kind == TD_FREE) {
		td_cells_free(fiber);
	} else if (op->kind != TD_READ && op->kind != TD_WRITE && op->kind != TD_RMW) {
		if (!(op->flags & (TD_F_FAILED | TD_F_TIMEOUT)))
			synchronise(fiber, op);
	} else if (op->flags & TD_F_ATOMIC) {
		atomic_access(fiber, op);
	} else {
		td_cells_access(fiber);
	}
}
