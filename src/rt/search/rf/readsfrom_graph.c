#include "readsfrom_graph.h"

#include "readsfrom_print.h"
#include "rt/search/dpor/dependence.h"
#include "rt/core.h"
#include "rt/state.h"
#include "rt/sys.h"

enum {
	MAX_STEPS = TD_MAX_SEGMENTS, MAX_ACCESSES = 1 << 21, MAX_RUNS = 1 << 22, MAX_WRITES = 1 << 22, MAX_ORDERS = 4096,
	CELLS = 1 << 17, VALUE_BYTES = 8
};

/* Eight bytes: who wrote each last, and how they are accessed. */
struct cell {
	uint64_t granule;
	uint32_t epoch;
	uint32_t last[8];            /* step + 1 */
	uint32_t last_access[8];     /* of it, + 1 */
	uint8_t bounds;              /* bytes where an access begins or behind which one ends, as bits */
	uint32_t first_piece;        /* + 1 */
};

struct order {
	uint16_t before, after;
};

struct td_rf_graph TD_STATE *td_rf;
static struct cell TD_STATE *cells;                 /* shared with forked children */

/* Of the execution under way. */
static uint32_t TD_STATE thread_pasts[TD_RF_THREADS][TD_RF_THREADS];
static uint64_t TD_STATE thread_hashes[TD_RF_THREADS];
static struct order TD_STATE orders[MAX_ORDERS];
static uint32_t TD_STATE order_count;
static uint64_t TD_STATE stashed_objects[2], stashed_address, stashed_value;
static uint8_t TD_STATE stashed_could[2], stashed_known;

void td_rf_graph_setup(void)
{
	td_rf = td_pool_table(sizeof *td_rf);
	td_rf->steps = td_pool_table(MAX_STEPS * sizeof *td_rf->steps);
	td_rf->accesses = td_pool_table(MAX_ACCESSES * sizeof *td_rf->accesses);
	td_rf->runs = td_pool_table(MAX_RUNS * sizeof *td_rf->runs);
	td_rf->reads = td_pool_table(MAX_RUNS * sizeof *td_rf->reads);
	td_rf->writes = td_pool_table(MAX_WRITES * sizeof *td_rf->writes);
	td_rf->last_write = td_pool_table(MAX_WRITES * sizeof *td_rf->last_write);
	td_rf->by_thread = td_pool_table(MAX_STEPS * sizeof *td_rf->by_thread);
	td_rf->pasts = td_pool_table((uint64_t)MAX_STEPS * TD_RF_THREADS * sizeof *td_rf->pasts);
	td_rf->pasts_before = td_pool_table((uint64_t)MAX_STEPS * TD_RF_THREADS * sizeof *td_rf->pasts_before);
	cells = td_pool_table(CELLS * sizeof *cells);
}

void td_rf_graph_begin(void)
{
	td_plain_set(thread_pasts, 0, (td_rf->threads + 1) * sizeof *thread_pasts);
	for (uint32_t i = 0; i < TD_RF_THREADS; i++)
		thread_hashes[i] = i + 1;
	td_plain_set(td_rf->step_count, 0, sizeof td_rf->step_count);
	td_rf->length = td_rf->total = td_rf->threads = td_rf->access_count = td_rf->run_count = td_rf->cell_count = 0;
	td_rf->epoch++;
	order_count = 0;
}

static struct cell *cell_of(uint64_t granule)
{
	for (uint32_t i = (uint32_t)((granule * 0x9e3779b97f4a7c15ull) >> 47);; i = (i + 1) % CELLS) {
		struct cell *cell = &cells[i];
		if (cell->epoch == td_rf->epoch && cell->granule == granule)
			return cell;
		if (cell->epoch == td_rf->epoch)
			continue;
		if (++td_rf->cell_count > CELLS / 4 * 3)
			td_unsupported("more than %u shared places in a systematic search", (uint64_t)(CELLS / 4 * 3));
		*cell = (struct cell){.granule = granule, .epoch = td_rf->epoch};
		return cell;
	}
}

static void see_thread(uint32_t id)
{
	if (id >= TD_RF_THREADS - 1)
		td_unsupported("more than %u threads in a systematic search", (uint64_t)TD_RF_THREADS - 1);
	if (id >= td_rf->threads)
		td_rf->threads = id + 1;
}

static int peek(uint64_t address, uint32_t size, uint64_t *value)
{
	uint64_t byte = 0;
	*value = 0;
	if (size == 1 || size == 2 || size == 4 || size == 8)
		return td_peek(address, size, value);
	for (uint32_t i = 0; i < size && size <= VALUE_BYTES; i++) {
		if (!td_peek(address + i, 1, &byte))
			return 0;
		*value |= byte << 8 * i;
	}
	return size <= VALUE_BYTES;
}

/* What the step is about to change: how it is before. */
static void stash(const struct td_fiber *fiber)
{
	const struct td_pending *op = &fiber->pending;
	stashed_objects[0] = op->object;
	stashed_could[0] = td_could_before(op->object);
	stashed_objects[1] = op->kind == TD_COND_WAKE ? fiber->wait.mutex_after->address : 0;
	stashed_could[1] = op->kind == TD_COND_WAKE ? td_could_before(stashed_objects[1]) : 0;
	stashed_address = op->object;
	stashed_known = (op->kind == TD_WRITE || op->kind == TD_RMW) && peek(op->object, op->size, &stashed_value);
}

void td_rf_graph_begin_step(const struct td_fiber *fiber)
{
	uint32_t index = td_rf->length;
	if (index == MAX_STEPS)
		td_finish(TD_END_CUT, 0, "more than %u decisions", (uint64_t)MAX_STEPS);
	see_thread(fiber->id);
	td_rf->steps[index] = (struct td_rf_step){.thread = fiber->id, .first_access = td_rf->access_count,
						  .number = thread_pasts[fiber->id][fiber->id] + 1,
						  .hash_before = thread_hashes[fiber->id]};
	td_plain_copy(td_rf_past_before(index), thread_pasts[fiber->id], sizeof *thread_pasts);
	stash(fiber);
	td_rf->length = td_rf->total = index + 1;
}

static void add_run(struct td_rf_access *access, uint32_t offset, uint32_t source)
{
	struct td_rf_run *last = access->run_count ? &td_rf->runs[td_rf->run_count - 1] : NULL;
	if (last && last->source == source && last->offset + last->size == offset) {
		last->size++;
		return;
	}
	if (td_rf->run_count == MAX_RUNS)
		td_unsupported("an execution reads from more than %u places", (uint64_t)MAX_RUNS);
	td_rf->runs[td_rf->run_count++] = (struct td_rf_run){offset, 1, source};
	access->run_count++;
}

/* What the step itself has written before is no source. */
static void find_sources(struct td_rf_access *access)
{
	access->first_run = td_rf->run_count;
	for (uint32_t i = 0; i < access->size; i++) {
		uint32_t source = cell_of((access->address + i) >> 3)->last[(access->address + i) & 7];
		if (source != access->step + 1)
			add_run(access, i, source ? source - 1 : TD_RF_INITIAL);
	}
}

static void leave_mark(const struct td_rf_access *access, uint32_t number)
{
	uint64_t end = access->address + access->size;
	for (uint64_t at = access->address; at < end; at = (at | 7) + 1) {
		struct cell *cell = cell_of(at >> 3);
		cell->bounds |= (uint8_t)(1u << (at & 7));
		if (end <= (at | 7))
			cell->bounds |= (uint8_t)(1u << (end & 7));
		for (uint64_t byte = at; access->writes && byte < end && byte <= (at | 7); byte++) {
			cell->last[byte & 7] = access->step + 1;
			cell->last_access[byte & 7] = number + 1;
		}
	}
}

static void note_could(struct td_rf_access *access)
{
	uint64_t object = access->address & ~TD_RF_OBJECT;
	uint32_t last = cell_of(access->address >> 3)->last_access[access->address & 7];
	access->could = object == stashed_objects[0] ? stashed_could[0]
		      : object == stashed_objects[1] ? stashed_could[1] : td_could_before(object);
	if (last)
		td_rf->accesses[last - 1].could_after = access->could;
}

static void add_access(struct td_rf_access access)
{
	uint32_t number = td_rf->access_count++;
	if (number == MAX_ACCESSES)
		td_unsupported("more than %u accesses in one execution", (uint64_t)MAX_ACCESSES);
	access.step = td_rf->length - 1;
	access.may_write |= access.writes;
	if (access.address & TD_RF_OBJECT)
		note_could(&access);
	if (access.reads)
		find_sources(&access);
	leave_mark(&access, number);
	td_rf->accesses[number] = access;
	td_rf->steps[access.step].access_count++;
}

static struct td_rf_access object_access(const struct td_touch *touch)
{
	return (struct td_rf_access){.address = touch->address | TD_RF_OBJECT, .size = 1, .reads = 1, .writes = touch->writes,
				     .may_write = touch->kind == TD_ONCE_BEGIN, .needs = td_ops[touch->kind].needs};
}

static struct td_rf_access memory_access(const struct td_fiber *fiber)
{
	const struct td_pending *op = &fiber->pending;
	struct td_rf_access_kind kind = td_rf_kind_of(op);
	struct td_rf_access access = {.address = op->object, .size = op->size, .reads = kind.reads, .writes = kind.writes};
	if (fiber->atomic.is_swap && (op->flags & TD_F_ATOMIC)) {
		access.is_swap = access.may_write = 1;
		access.expected = fiber->atomic.expected;
	}
	access.is_free = td_op_is(op->kind, TD_OP_GIVES_BACK) || (op->kind == TD_CHANGE && op->size);
	access.before = stashed_value;
	access.before_known = stashed_known && stashed_address == op->object;
	if (kind.writes && !access.before_known && !(op->flags & TD_F_ATOMIC)) /* it comes after its announcement */
		access.before_known = (uint8_t)peek(op->object, op->size, &access.before);
	return access;
}

void td_rf_graph_touch(const struct td_fiber *fiber, const struct td_touch *touch)
{
	const struct td_pending *op = &fiber->pending;
	/* What the rest of a stretch does may depend on what it reads; and who gives up a wait may not have been signalled. */
	if (fiber->stretch.depth ||
	    ((op->kind == TD_COND_WAKE || op->kind == TD_FUTEX_WAKE_UP) && (op->flags & TD_F_TIMEOUT)))
		td_cut(TD_CUT_READS_FROM, td_current ? td_current->pending.pc : 0);
	if (!touch->size)
		add_access(object_access(touch));
	else if (op->kind == TD_FUTEX_WAIT)
		add_access((struct td_rf_access){.address = op->object, .size = op->size, .reads = 1});
	else
		add_access(memory_access(fiber));
}

static void apply_order(const struct order *order)
{
	uint32_t *after = thread_pasts[order->after];
	const uint32_t *before = thread_pasts[order->before];
	for (uint32_t i = 0; i < td_rf->threads; i++)
		after[i] = after[i] > before[i] ? after[i] : before[i];
	thread_hashes[order->after] = td_mix(thread_hashes[order->after], thread_hashes[order->before]);
}

/* The past of a step is known at its end; who goes on because of it has to wait till then, and what else it comes to know with it. */
void td_rf_graph_order(const struct td_fiber *before, const struct td_fiber *after, int in_step)
{
	struct order order = {before->id, after->id};
	see_thread(before->id);
	see_thread(after->id);
	for (uint32_t i = 0; i < order_count; i++)
		in_step |= orders[i].after == order.before || orders[i].after == order.after;
	if (!in_step) {
		apply_order(&order);
		return;
	}
	if (order_count == MAX_ORDERS)
		td_unsupported("more than %u threads started or ended in one step", (uint64_t)MAX_ORDERS);
	orders[order_count++] = order;
}

uint64_t td_rf_source_hash(uint32_t source)
{
	return source == TD_RF_INITIAL ? 1 : td_rf->steps[source].hash;
}

static uint64_t mix_run(uint64_t hash, const struct td_rf_run *run)
{
	return td_mix(td_mix(hash, (uint64_t)run->offset << 32 | run->size), td_rf_source_hash(run->source));
}

static uint64_t mix_choices(uint64_t hash, const struct td_rf_step *step)
{
	for (uint32_t i = 0; i < step->choice_count; i++)
		hash = td_mix(hash, step->choices[i] + 1);
	return hash;
}

static uint64_t hash_of(const struct td_rf_step *step)
{
	uint64_t hash = td_mix(step->hash_before, 1);
	for (uint32_t i = 0; i < step->access_count; i++) {
		const struct td_rf_access *access = &td_rf->accesses[step->first_access + i];
		hash = td_mix(td_mix(hash, access->address), access->size);
		for (uint32_t k = 0; k < access->run_count; k++)
			hash = mix_run(hash, &td_rf->runs[access->first_run + k]);
	}
	return mix_choices(hash, step);
}

static uint64_t mix_reads(uint64_t hash, const struct td_rf_step *step, uint32_t access, const uint32_t *sources)
{
	struct td_rf_run run = {0};
	for (uint32_t i = 0; i < step->read_count; i++) {
		const struct td_rf_read *read = &td_rf->reads[step->first_read + i];
		if (read->access != access)
			continue;
		if (run.size && run.source == sources[i] && run.offset + run.size == read->offset) {
			run.size += read->size;
			continue;
		}
		if (run.size)
			hash = mix_run(hash, &run);
		run = (struct td_rf_run){read->offset, read->size, sources[i]};
	}
	return run.size ? mix_run(hash, &run) : hash;
}

uint64_t td_rf_hash_with(uint32_t index, const uint32_t *sources)
{
	const struct td_rf_step *step = &td_rf->steps[index];
	uint64_t hash = td_mix(step->hash_before, 1);
	for (uint32_t i = 0; i < step->access_count; i++) {
		const struct td_rf_access *access = &td_rf->accesses[step->first_access + i];
		hash = td_mix(td_mix(hash, access->address), access->size);
		hash = mix_reads(hash, step, step->first_access + i, sources);
	}
	return hash;
}

static void join_sources(uint32_t *past, const struct td_rf_access *access)
{
	for (uint32_t i = 0; i < access->run_count; i++) {
		uint32_t source = td_rf->runs[access->first_run + i].source;
		if (source != TD_RF_INITIAL)
			td_rf_join(past, td_rf_past(source));
	}
}

static void look_at_values(const struct td_rf_step *step)
{
	for (uint32_t i = 0; i < step->access_count; i++) {
		struct td_rf_access *access = &td_rf->accesses[step->first_access + i];
		if (access->writes && !(access->address & TD_RF_OBJECT))
			access->after_known = (uint8_t)peek(access->address, access->size, &access->after);
	}
}

void td_rf_graph_end_step(void)
{
	uint32_t index = td_rf->length - 1;
	struct td_rf_step *step = &td_rf->steps[index];
	uint32_t *past = td_rf_past(index);
	td_plain_copy(past, td_rf_past_before(index), sizeof *thread_pasts);
	past[step->thread] = step->number;
	for (uint32_t i = 0; i < step->access_count; i++)
		join_sources(past, &td_rf->accesses[step->first_access + i]);
	step->hash = hash_of(step);
	td_rf->step_count[step->thread] = step->number;
	td_plain_copy(thread_pasts[step->thread], past, sizeof *thread_pasts);
	thread_hashes[step->thread] = step->hash;
	look_at_values(step);
	for (uint32_t i = 0; i < order_count; i++)
		apply_order(&orders[i]);
	order_count = 0;
}

/* The one thing that the thread would have done next, if it could be a write that others could have seen. */
static int pending_access(const struct td_fiber *fiber, struct td_rf_access *access)
{
	const struct td_pending *op = &fiber->pending;
	int waits = fiber->wait.object && !fiber->enabled;
	*access = (struct td_rf_access){.address = op->object, .size = op->size, .may_write = 1};
	if (op->size && !td_rf_is_futex(op)) {
		access->reads = op->kind != TD_WRITE;
		return op->kind == TD_WRITE || (op->kind == TD_RMW && !fiber->atomic.is_swap);
	}
	switch (op->kind) {
	case TD_COND_WAKE:
		access->address = fiber->wait.object ? fiber->wait.object->address : 0;
		if (!fiber->wait.woken)
			return 0;
		break;
	case TD_COND_WAIT: case TD_FUTEX_WAIT: case TD_FUTEX_WAKE_UP: case TD_CHOOSE: case TD_ATOMIC_BEGIN: return 0;
	default: break;
	}
	if (td_is_on_descriptor(op->kind))
		access->address = 1;
	access->address |= TD_RF_OBJECT;
	access->size = access->reads = 1;
	access->needs = waits || !op->timed ? td_ops[op->kind].needs : 0;
	return 1;
}

static void add_pending(const struct td_fiber *fiber)
{
	struct td_rf_access access;
	uint32_t index = td_rf->total;
	if (td_is_invisible(fiber) || !pending_access(fiber, &access) || index == MAX_STEPS)
		return;
	see_thread(fiber->id);
	access.step = index;
	access.first_run = td_rf->run_count;
	td_rf->steps[index] = (struct td_rf_step){.thread = fiber->id, .first_access = td_rf->access_count, .access_count = 1,
						  .number = thread_pasts[fiber->id][fiber->id] + 1, .is_pending = 1, .is_new = 1,
						  .hash_before = thread_hashes[fiber->id]};
	td_rf->step_count[fiber->id] = td_rf->steps[index].number;
	td_rf->accesses[td_rf->access_count++] = access;
	leave_mark(&access, td_rf->access_count - 1);
	td_plain_copy(td_rf_past_before(index), thread_pasts[fiber->id], sizeof *thread_pasts);
	td_plain_copy(td_rf_past(index), thread_pasts[fiber->id], sizeof *thread_pasts);
	td_rf_past(index)[fiber->id]++;
	td_rf->total = index + 1;
}

/* How the objects are left: what could happen after the last access of each. */
static void note_last_could(void)
{
	for (uint32_t i = 0; i < td_rf->access_count; i++) {
		struct td_rf_access *access = &td_rf->accesses[i];
		if (!(access->address & TD_RF_OBJECT) || !access->writes)
			continue;
		if (cell_of(access->address >> 3)->last_access[access->address & 7] == i + 1)
			access->could_after = td_could_before(access->address & ~TD_RF_OBJECT);
	}
}

void td_rf_graph_end(void)
{
	note_last_could();
	for (uint32_t i = 0; i < td_fiber_count; i++) {
		const struct td_fiber *fiber = td_fiber(i);
		int waits = !fiber->enabled && fiber->wait.object;
		if (!fiber->done && (waits || (fiber->enabled && fiber != td_current)))
			add_pending(fiber);
	}
}

static uint32_t piece_of(struct cell *cell, uint64_t at)
{
	if (!cell->first_piece) {
		cell->first_piece = td_rf->piece_count + 1;
		td_plain_set(&td_rf->last_write[td_rf->piece_count], 0, 9 * sizeof *td_rf->last_write);
		td_rf->piece_count += (uint32_t)__builtin_popcount(cell->bounds) + 1;
	}
	return cell->first_piece - 1 + (uint32_t)__builtin_popcount(cell->bounds & ((2u << (at & 7)) - 1));
}

static uint64_t end_of_piece(const struct cell *cell, uint64_t at)
{
	uint32_t behind = cell->bounds & ~((2u << (at & 7)) - 1);
	return behind ? (at & ~7ull) + (uint32_t)__builtin_ctz(behind) : (at | 7) + 1;
}

static uint32_t source_at(const struct td_rf_access *access, uint32_t offset)
{
	for (uint32_t i = 0; i < access->run_count; i++) {
		const struct td_rf_run *run = &td_rf->runs[access->first_run + i];
		if (offset >= run->offset && offset < run->offset + run->size)
			return run->source;
	}
	return TD_RF_ANY; /* the step's own, or pending */
}

static void add_read(uint32_t number, uint32_t piece, uint32_t offset, uint32_t size, uint32_t level)
{
	struct td_rf_access *access = &td_rf->accesses[number];
	struct td_rf_step *step = &td_rf->steps[access->step];
	uint32_t source = source_at(access, offset);
	if (td_rf->read_count == MAX_RUNS)
		td_panic("an execution reads from too many places");
	if (source == TD_RF_ANY && !step->is_pending)
		return;
	td_rf->reads[td_rf->read_count++] = (struct td_rf_read){piece, source, number, offset, size, level + offset};
	step->read_count++;
}

static void add_write(uint32_t number, uint32_t piece)
{
	struct td_rf_access *access = &td_rf->accesses[number];
	struct td_rf_step *step = &td_rf->steps[access->step];
	if (td_rf->write_count == MAX_WRITES - 8)
		td_panic("an execution writes to too many places");
	td_rf->writes[td_rf->write_count] = (struct td_rf_write){piece, number, access->step, td_rf->last_write[piece], access->writes};
	td_rf->last_write[piece] = ++td_rf->write_count;
	step->write_count++;
}

/* The pieces of an access. */
static void cut_up(uint32_t number, int is_write, uint32_t level)
{
	const struct td_rf_access *access = &td_rf->accesses[number];
	uint64_t end = access->address + access->size;
	for (uint64_t at = access->address; at < end;) {
		struct cell *cell = cell_of(at >> 3);
		uint64_t next = end_of_piece(cell, at);
		uint32_t piece = piece_of(cell, at);
		if (is_write)
			add_write(number, piece);
		else
			add_read(number, piece, (uint32_t)(at - access->address), (uint32_t)(next - at), level);
		at = next;
	}
}

static void cut_up_step(struct td_rf_step *step)
{
	uint32_t level = 0;
	step->first_read = td_rf->read_count;
	step->first_write = td_rf->write_count;
	for (uint32_t i = step->first_access; i < step->first_access + step->access_count; i++) {
		const struct td_rf_access *access = &td_rf->accesses[i];
		if (access->reads)
			cut_up(i, 0, level);
		if (access->may_write)
			cut_up(i, 1, 0);
		level += access->reads ? access->size : 0;
	}
}

void td_rf_graph_finish(void)
{
	uint32_t at = 0;
	for (uint32_t t = 0; t < td_rf->threads; at += td_rf->step_count[t++])
		td_rf->first_of[t] = at;
	td_rf->read_count = td_rf->write_count = td_rf->piece_count = 0;
	for (uint32_t i = 0; i < td_rf->total; i++) {
		struct td_rf_step *step = &td_rf->steps[i];
		td_rf->by_thread[td_rf->first_of[step->thread] + step->number - 1] = i;
		cut_up_step(step);
	}
}
