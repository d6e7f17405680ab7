#include "fingerprint.h"

#include "rt/state.h"
#include "rt/sys.h"

/* What has happened so far to each of eight bytes, as hashes of the events that did it.  A synchronisation object is the byte at its
 * address. */
struct cell {
	uint64_t granule;
	uint64_t last_write[8];
	uint64_t reads[8];   /* since then; a sum, for their order does not matter */
};

/* A range so large that marking each of its cells would take longer than the rest of the execution: a block of a megabyte that is
 * freed.  A later operation looks here, and it looks at those cells that there are. */
struct range {
	uint64_t start, end, hash;
	int writes;
};

enum { LARGE = 4096, MAX_RANGES = 64 };

static struct td_index TD_STATE index;
static struct cell TD_STATE *cells;
static uint32_t TD_EXECUTION cell_count;
static struct range TD_STATE ranges[MAX_RANGES];
static uint32_t TD_EXECUTION range_count;

void td_fingerprint_setup(void)
{
	td_index_setup(&index);
	cells = td_map(TD_INDEX_MOST * sizeof *cells);
}

void td_fingerprint_reset(void)
{
	td_index_reset(&index);
	cell_count = range_count = 0;
}

void td_fingerprint_mark(void)
{
	td_mark_keep(ranges, range_count * sizeof *ranges);
	td_mark_keep(cells, cell_count * sizeof *cells);
}

void td_fingerprint_back(void)
{
	td_index_back(&index, cell_count);
}

static struct cell *cell_of(uint64_t granule)
{
	struct td_index_slot *slot = td_index_slot(&index, granule);
	if (likely(!td_index_is_empty(&index, slot)))
		return &cells[slot->number];
	if (cell_count == TD_INDEX_MOST) /* two granules share a cell, and classes may be told apart that are the same */
		return &cells[granule % cell_count];
	struct cell *cell = &cells[td_index_add(&index, slot, granule, &cell_count)];
	*cell = (struct cell){.granule = granule};
	return cell;
}

/* What depends on a large range need not be the last that did: the order of all that depend on each other is the same wherever
 * the classes are. */
static uint64_t past_of_ranges(uint64_t object, uint64_t end, int writes)
{
	uint64_t past = 0;
	for (uint32_t i = 0; i < range_count; i++)
		if (ranges[i].start < end && object < ranges[i].end && (writes || ranges[i].writes))
			past += ranges[i].hash;
	return past;
}

static uint64_t past_of_byte(const struct cell *cell, uint64_t at, int writes)
{
	return cell->last_write[at & 7] + (writes ? cell->reads[at & 7] : 0);
}

static uint64_t past_of_large(uint64_t object, uint64_t end, int writes)
{
	uint64_t past = 0;
	for (uint32_t i = 0; i < cell_count; i++) {
		const struct cell *cell = &cells[i];
		if (cell->granule < object >> 3 || cell->granule > (end - 1) >> 3)
			continue;
		for (uint64_t at = cell->granule << 3; at < (cell->granule + 1) << 3; at++)
			if (at >= object && at < end)
				past += past_of_byte(cell, at, writes);
	}
	return past;
}

static uint64_t past_of(uint64_t object, uint64_t end, int writes)
{
	uint64_t past = 0;
	for (uint64_t at = object; at < end; at++) {
		const struct cell *cell = cell_of(at >> 3);
		do
			past += past_of_byte(cell, at, writes);
		while ((at & 7) != 7 && ++at < end);
	}
	return past;
}

static void leave_mark(uint64_t object, uint64_t end, int writes, uint64_t hash)
{
	for (uint64_t at = object; at < end; at++) {
		struct cell *cell = cell_of(at >> 3);
		do {
			cell->last_write[at & 7] = writes ? hash : cell->last_write[at & 7];
			cell->reads[at & 7] = writes ? 0 : cell->reads[at & 7] + hash;
		} while ((at & 7) != 7 && ++at < end);
	}
}

/* Who depends on one of them depends on what has overwritten it since, and that has their hashes in its own. */
static void forget_covered(uint64_t object, uint64_t end)
{
	uint32_t kept = 0;
	for (uint32_t i = 0; i < range_count; i++)
		if (ranges[i].start < object || ranges[i].end > end)
			ranges[kept++] = ranges[i];
	range_count = kept;
}

static uint64_t hash_of(const struct td_fiber *fiber, uint64_t object, uint64_t past, uint64_t what)
{
	return td_mix(td_mix(fiber->hash + what, object), past);
}

/* As below, for the usual case: within one granule, and no large range is in the way. */
static inline void fingerprint_bytes(struct td_fiber *fiber, uint64_t object, uint32_t size, int writes, uint64_t what)
{
	struct cell *cell = cell_of(object >> 3);
	uint64_t *last_write = cell->last_write + (object & 7), *reads = cell->reads + (object & 7), past = 0;
	for (uint32_t i = 0; i < size; i++)
		past += last_write[i] + (writes ? reads[i] : 0);
	uint64_t hash = fiber->hash = hash_of(fiber, object, past, what);
	for (uint32_t i = 0; i < size; i++) {
		last_write[i] = writes ? hash : last_write[i];
		reads[i] = writes ? 0 : reads[i] + hash;
	}
}

/* With a size that the compiler knows there are no loops. */
static void fingerprint_in_granule(struct td_fiber *fiber, uint64_t object, uint32_t size, int writes, uint64_t what)
{
	switch (size) {
	case 1: writes ? fingerprint_bytes(fiber, object, 1, 1, what) : fingerprint_bytes(fiber, object, 1, 0, what); break;
	case 4: writes ? fingerprint_bytes(fiber, object, 4, 1, what) : fingerprint_bytes(fiber, object, 4, 0, what); break;
	case 8: writes ? fingerprint_bytes(fiber, object, 8, 1, what) : fingerprint_bytes(fiber, object, 8, 0, what); break;
	default: fingerprint_bytes(fiber, object, size, writes, what);
	}
}

void td_fingerprint(struct td_fiber *fiber, uint64_t object, uint32_t size, int writes, uint64_t what)
{
	uint64_t end = object + (size ? size : 1);
	if (likely((object & 7) + (end - object) <= 8 && !range_count)) {
		fingerprint_in_granule(fiber, object, (uint32_t)(end - object), writes, what);
		return;
	}
	uint64_t past = size > LARGE ? past_of_large(object, end, writes) : past_of(object, end, writes);
	past += past_of_ranges(object, end, writes);
	fiber->hash = hash_of(fiber, object, past, what);
	if (size > LARGE && writes)
		forget_covered(object, end);
	if (size > LARGE && range_count < MAX_RANGES)
		ranges[range_count++] = (struct range){object, end, fiber->hash, writes};
	else
		leave_mark(object, end, writes, fiber->hash);
}
