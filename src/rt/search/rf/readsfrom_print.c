#include "readsfrom_print.h"

#include "rt/state.h"
#include "rt/sys.h"

enum { CELLS = 1 << 16 };

/* The hash of the event that wrote each of eight bytes last. */
struct cell {
	uint64_t granule;
	uint32_t epoch;
	uint64_t last_write[8];
};

static struct cell TD_STATE *cells;
static uint64_t TD_STATE hashes[TD_MAX_THREADS]; /* of each thread's past: what it did, and which events it has read from */
static uint32_t TD_STATE epoch;

struct td_rf_access_kind td_rf_kind_of(const struct td_pending *op)
{
	if (!op->size || td_rf_is_futex(op))
		return (struct td_rf_access_kind){1, op->writes || (op->flags & TD_F_FAILED)};
	switch (op->kind) {
	case TD_READ: return (struct td_rf_access_kind){1, 0};
	case TD_ALLOC:
	case TD_WRITE: return (struct td_rf_access_kind){0, 1};
	default: return (struct td_rf_access_kind){1, 1};
	}
}

int td_rf_is_futex(const struct td_pending *op)
{
	return op->kind == TD_FUTEX_WAIT || op->kind == TD_FUTEX_WAKE;
}

void td_rf_print_reset(void)
{
	if (!cells)
		cells = td_map(CELLS * sizeof *cells);
	epoch++;
	td_plain_set(hashes, 0, sizeof hashes);
}

static struct cell *cell_of(uint64_t granule)
{
	uint32_t i = (uint32_t)((granule * 0x9e3779b97f4a7c15ull) >> 48);
	for (uint32_t tries = 0; tries < 64; tries++, i = (i + 1) % CELLS) {
		struct cell *cell = &cells[i];
		if (cell->epoch != epoch)
			*cell = (struct cell){.granule = granule, .epoch = epoch};
		if (cell->granule == granule)
			return cell;
	}
	return &cells[i]; /* crowded: classes may be told apart that are the same */
}

/* Bytes are told apart, for what a sum of hashes loses is which byte came from where. */
static uint64_t sources_of(uint64_t address, uint64_t end)
{
	uint64_t sources = 0;
	for (uint64_t at = address; at < end; at++)
		sources += td_mix(cell_of(at >> 3)->last_write[at & 7], at);
	return sources;
}

static void access(const struct td_fiber *fiber, uint64_t address, uint32_t size, struct td_rf_access_kind kind, uint64_t what)
{
	uint64_t *hash = &hashes[fiber->id], end = address + size;
	*hash = td_mix(td_mix(*hash + what, address), kind.reads ? sources_of(address, end) : 0);
	for (uint64_t at = address; kind.writes && at < end; at++)
		cell_of(at >> 3)->last_write[at & 7] = *hash;
}

void td_rf_print(const struct td_fiber *fiber)
{
	const struct td_pending *op = &fiber->pending;
	uint64_t what = op->kind + ((uint64_t)op->flags << 8);
	/* The last thread has no such event, and no thread notices which one that is. */
	if (op->kind == TD_EXIT && !fiber->end.is_seen)
		return;
	if (!op->size || td_rf_is_futex(op))
		access(fiber, op->object | TD_RF_OBJECT, 1, td_rf_kind_of(op), what);
	else
		access(fiber, op->object, op->size, td_rf_kind_of(op), what);
	if (op->kind == TD_FUTEX_WAIT)
		access(fiber, op->object, op->size, (struct td_rf_access_kind){1, 0}, what);
}

void td_rf_print_also(const struct td_fiber *fiber, uint64_t object)
{
	access(fiber, object | TD_RF_OBJECT, 1, (struct td_rf_access_kind){1, 1}, fiber->pending.kind);
}

void td_rf_print_outcome(const struct td_fiber *fiber, uint32_t outcome)
{
	hashes[fiber->id] = td_mix(hashes[fiber->id], outcome);
}

uint64_t td_rf_print_sum(void)
{
	uint64_t sum = 0;
	for (uint32_t i = 0; i < td_fiber_count; i++)
		sum += td_mix(hashes[i], i + 1);
	return sum;
}
