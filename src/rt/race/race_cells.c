#include "race_cells.h"

#include "race_book.h"
#include "race_clock.h"
#include "rt/state.h"
#include "rt/sys.h"

/* What is remembered of eight bytes.  A table of two levels, like the shadow's, has the number of each granule's cell; the number
 * holds if that cell, in this execution, says that it is the granule's.  So nothing is cleared between executions. */
struct cell {
	uint64_t granule;
	uint32_t first;
};

enum { LARGE = 4096, LEAF_BITS = 22, CELLS = 1 << 21, MOST_SEEN = 1 << 22 };

static uint32_t TD_STATE **top;
static struct cell TD_STATE *cells;
static uint32_t TD_EXECUTION cell_count;
static struct td_seen TD_STATE *seen;
static uint32_t TD_EXECUTION seen_count, free_seen;
static uint8_t TD_EXECUTION full;

void td_cells_setup(void)
{
	top = td_map(sizeof *top << (47 - LEAF_BITS));
	cells = td_map(CELLS * sizeof *cells);
	seen = td_map(MOST_SEEN * sizeof *seen);
}

void td_cells_reset(void)
{
	cell_count = seen_count = 1; /* 0 means none */
	free_seen = 0;
	full = 0;
}

void td_cells_mark(void)
{
	td_mark_keep(cells, cell_count * sizeof *cells);
	td_mark_keep(seen, seen_count * sizeof *seen);
}

int td_cells_are_full(void)
{
	return full;
}

static uint32_t *number_of(uint64_t granule)
{
	uint32_t **leaf = &top[granule << 20 >> (17 + LEAF_BITS)];
	if (unlikely(!*leaf))
		*leaf = td_map(sizeof **leaf << (LEAF_BITS - 3));
	return &(*leaf)[granule & ((1u << (LEAF_BITS - 3)) - 1)];
}

/* So many granules from this one on have their numbers side by side. */
static uint64_t run_of(uint64_t granule, uint64_t past_end)
{
	uint64_t left = (1u << (LEAF_BITS - 3)) - (granule & ((1u << (LEAF_BITS - 3)) - 1));
	return left < past_end - granule ? left : past_end - granule;
}

static struct cell *cell_of(uint64_t granule)
{
	uint32_t *number = number_of(granule);
	if (*number < cell_count && cells[*number].granule == granule)
		return &cells[*number];
	if (cell_count == CELLS) {
		full = 1;
		return &cells[0];
	}
	*number = cell_count++;
	cells[*number] = (struct cell){.granule = granule};
	return &cells[*number];
}

static uint32_t new_seen(void)
{
	uint32_t number = free_seen;
	if (number) {
		free_seen = seen[number].next;
		return number;
	}
	if (seen_count == MOST_SEEN) {
		full = 1;
		return 0;
	}
	return seen_count++;
}

/* Whoever races with the earlier access will also race with the later one, which it happened before. */
static int stands_for(const struct td_seen *later, const struct td_seen *earlier)
{
	return (later->access & TD_ACCESS_WRITES) >= (earlier->access & TD_ACCESS_WRITES) &&
	       (later->access & TD_ACCESS_ATOMIC) <= (earlier->access & TD_ACCESS_ATOMIC);
}

static int conflict(const struct td_seen *a, const struct td_seen *b)
{
	return ((a->access | b->access) & TD_ACCESS_WRITES) && !(a->access & b->access & TD_ACCESS_ATOMIC);
}

/* Against all that is known of these bytes; what the new access stands for is forgotten. */
static void look(struct cell *cell, struct td_seen *access, const struct td_clock *now)
{
	uint32_t *link = &cell->first;
	while (*link) {
		struct td_seen *earlier = &seen[*link];
		int ordered = earlier->thread == access->thread || earlier->clock <= td_clock_of(now, earlier->thread);
		if (!(earlier->mask & access->mask)) {
			link = &earlier->next;
			continue;
		}
		if (earlier->thread != access->thread && conflict(earlier, access))
			td_book_meet(earlier, access, ordered);
		if (ordered && stands_for(access, earlier))
			earlier->mask &= (uint8_t)~access->mask;
		if (earlier->mask) {
			link = &earlier->next;
			continue;
		}
		uint32_t gone = *link;
		*link = earlier->next;
		earlier->next = free_seen;
		free_seen = gone;
	}
}

static uint8_t mask_of(const struct td_seen *access, uint64_t granule)
{
	uint64_t start = granule << 3, end = access->address + access->size;
	uint32_t first = access->address > start ? (uint32_t)(access->address - start) : 0;
	uint32_t last = end < start + 8 ? (uint32_t)(end - start) : 8;
	return (uint8_t)((1u << last) - (1u << first));
}

/* The access is described where it will stay: a copy of what has just been written in parts would have to wait for it. */
static void access_granule(uint32_t number, uint64_t granule, const struct td_clock *now)
{
	struct cell *cell = cell_of(granule);
	struct td_seen *access = &seen[number];
	access->mask = mask_of(access, granule);
	look(cell, access, now);
	access->next = cell->first;
	cell->first = number;
}

static uint8_t access_bits(const struct td_pending *op)
{
	return (uint8_t)((op->kind == TD_READ ? 0 : TD_ACCESS_WRITES) | (op->flags & TD_F_ATOMIC ? TD_ACCESS_ATOMIC : 0));
}

static void describe(const struct td_fiber *fiber, struct td_seen *access)
{
	const struct td_pending *op = &fiber->pending;
	access->pc = op->pc;
	access->op = fiber->op;
	access->address = op->object;
	access->size = op->size ? op->size : 1;
	access->clock = td_knowledge(fiber->id)->now.at[fiber->id];
	access->context = 0;
	access->event = td_event_count - 1;
	access->next = 0;
	access->thread = fiber->id;
	access->lockset = 0;
	access->mask = 0;
	access->access = access_bits(op);
	td_book_describe(fiber, access);
}

/* A large stretch that no other thread is known to touch costs more than it is worth; when that turns out to be wrong, there is a next
 * execution.  Where the tables are full, nothing is said about races. */
static int is_left_out(const struct td_pending *op)
{
	return full || (op->unshared && op->size > LARGE);
}

void td_cells_access(const struct td_fiber *fiber)
{
	if (is_left_out(&fiber->pending))
		return;
	const struct td_clock *now = &td_knowledge(fiber->id)->now;
	uint32_t number = new_seen();
	describe(fiber, &seen[number]);
	uint64_t granule = seen[number].address >> 3, last = (seen[number].address + seen[number].size - 1) >> 3;
	access_granule(number, granule, now);
	while (granule++ < last && !full) {
		uint32_t other = new_seen();
		seen[other] = seen[number];
		access_granule(other, granule, now);
	}
}

static int is_granule(uint32_t number, uint64_t granule)
{
	return number && number < cell_count && cells[number].granule == granule;
}

static void look_at_cells(struct td_seen *access, uint64_t first, uint64_t past_end, const struct td_clock *now)
{
	for (uint32_t i = 1; i < cell_count; i++)
		if (cells[i].granule >= first && cells[i].granule < past_end)
			look(&cells[i], access, now);
}

/* Nothing is remembered of it, so that a large block does not cost a cell for each of its granules; and if it has more of these than there are
 * cells, the cells are gone through. */
void td_cells_free(const struct td_fiber *fiber)
{
	if (is_left_out(&fiber->pending))
		return;
	const struct td_clock *now = &td_knowledge(fiber->id)->now;
	struct td_seen access;
	describe(fiber, &access);
	access.mask = 0xff;
	uint64_t first = access.address >> 3, past_end = ((access.address + access.size - 1) >> 3) + 1;
	if (past_end - first > cell_count) {
		look_at_cells(&access, first, past_end, now);
		return;
	}
	for (uint64_t granule = first, run; granule < past_end; granule += run) {
		const uint32_t *numbers = number_of(granule);
		run = run_of(granule, past_end);
		for (uint64_t i = 0; i < run; i++)
			if (is_granule(numbers[i], granule + i))
				look(&cells[numbers[i]], &access, now);
	}
}

static void forget_cells(uint64_t first, uint64_t end)
{
	for (uint32_t i = 1; i < cell_count; i++)
		if (cells[i].granule >= first && cells[i].granule < end)
			cells[i].granule = 0;
}

/* By way of what there is less of. */
void td_cells_forget(uint64_t start, uint64_t end)
{
	if (((end - start) >> 3) > cell_count) {
		forget_cells(start >> 3, (end + 7) >> 3);
		return;
	}
	for (uint64_t granule = start >> 3; granule < (end + 7) >> 3;) {
		uint32_t *leaf = top[granule << 20 >> (17 + LEAF_BITS)];
		uint64_t next = (granule >> (LEAF_BITS - 3)) + 1;
		if (!leaf) {
			granule = next << (LEAF_BITS - 3);
			continue;
		}
		uint32_t *number = &leaf[granule & ((1u << (LEAF_BITS - 3)) - 1)];
		if (is_granule(*number, granule))
			cells[*number].granule = 0;
		granule++;
	}
}
