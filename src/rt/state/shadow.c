#include "shadow.h"

#include "large.h"
#include "modules.h"
#include "stack.h"
#include "rt/sys.h"

uint16_t TD_STATE **td_shadow_top;

/* Learned granules wait in the channel's own list, behind those in force, so that a forked execution can learn as well. */
static uint32_t TD_STATE in_force;

void td_shadow_setup(void)
{
	td_shadow_top = td_map(sizeof *td_shadow_top << (47 - TD_SHADOW_LEAF_BITS));
}

uint16_t *td_shadow_leaf(uint64_t address)
{
	uint16_t **leaf = &td_shadow_top[address << 17 >> (17 + TD_SHADOW_LEAF_BITS)];
	if (!*leaf) {
		*leaf = td_map(sizeof **leaf << (TD_SHADOW_LEAF_BITS - 3));
		uint64_t start = address >> TD_SHADOW_LEAF_BITS << TD_SHADOW_LEAF_BITS;
		td_large_made_shadow(start, start + (1ull << TD_SHADOW_LEAF_BITS));
	}
	return *leaf;
}

/* How many entries of [start, end) lie side by side, from that of `start` on: simple loops over them are fast. */
static uint64_t run_of(uint64_t start, uint64_t end)
{
	uint64_t end_of_leaf = ((start >> TD_SHADOW_LEAF_BITS) + 1) << TD_SHADOW_LEAF_BITS;
	return ((end < end_of_leaf ? end : end_of_leaf) - start + 7) >> 3;
}

void td_shadow_mark(uint64_t start, uint64_t end, uint16_t set, uint16_t clear)
{
	uint16_t kept = (uint16_t)~clear;
	for (uint64_t at = start & ~7ull, count; at < end; at += 8 * count) {
		uint16_t *entries = td_shadow(at);
		count = run_of(at, end);
		for (uint64_t i = 0; i < count; i++)
			entries[i] = (uint16_t)((entries[i] & kept) | set);
	}
}

/* The entry of the granule; NULL if there is none. */
static uint16_t *made(uint64_t address)
{
	uint16_t *leaf = td_shadow_top[address << 17 >> (17 + TD_SHADOW_LEAF_BITS)];
	return leaf ? td_shadow(address) : NULL;
}

/* What is as wanted is only read. */
static void mark_where_wanted(uint16_t *entries, uint64_t count, uint16_t set, uint16_t clear)
{
	uint16_t differ = 0;
	for (uint64_t i = 0; i < count; i++)
		differ |= (uint16_t)((entries[i] & (set | clear)) ^ set);
	for (uint64_t i = 0; differ && i < count; i++)
		entries[i] = (uint16_t)((entries[i] & ~clear) | set);
}

void td_shadow_mark_made(uint64_t start, uint64_t end, uint16_t set, uint16_t clear)
{
	enum { PART = 2048 };
	for (uint64_t at = start & ~7ull, count; at < end; at += 8 * count) {
		uint16_t *entries = made(at);
		count = run_of(at, end);
		for (uint64_t i = 0; entries && i < count; i += PART)
			mark_where_wanted(entries + i, count - i < PART ? count - i : PART, set, clear);
	}
}

uint16_t td_shadow_any(uint64_t start, uint64_t end)
{
	uint16_t any = 0;
	for (uint64_t at = start & ~7ull, count; at < end; at += 8 * count) {
		const uint16_t *entries = td_shadow(at);
		count = run_of(at, end);
		for (uint64_t i = 0; i < count; i++)
			any |= entries[i];
	}
	return any;
}

uint16_t td_shadow_any_made(uint64_t start, uint64_t end)
{
	uint16_t any = 0;
	for (uint64_t at = start & ~7ull, count; at < end; at += 8 * count) {
		const uint16_t *entries = made(at);
		count = run_of(at, end);
		for (uint64_t i = 0; entries && i < count; i++)
			any |= entries[i];
	}
	return any;
}

int td_shadow_all(uint64_t start, uint64_t end, uint16_t entry)
{
	uint16_t differ = 0;
	for (uint64_t at = start & ~7ull, count; at < end; at += 8 * count) {
		const uint16_t *entries = td_shadow(at);
		count = run_of(at, end);
		for (uint64_t i = 0; i < count; i++)
			differ |= (uint16_t)(entries[i] ^ entry);
	}
	return !differ;
}

uint64_t td_shadow_first(uint64_t start, uint64_t end)
{
	for (uint64_t at = start & ~7ull, count; at < end; at += 8 * count) {
		const uint16_t *entries = made(at);
		count = run_of(at, end);
		for (uint64_t i = 0; entries && i < count; i++)
			if (entries[i])
				return at + 8 * i;
	}
	return end;
}

static void learn(uint64_t start, int contended)
{
	struct td_channel *channel = td_channel;
	uint32_t count = channel->range_count;
	struct td_range *last = &channel->ranges[count - 1];
	if (count > in_force && last->end == start && last->contended == (uint64_t)contended) {
		last->end = start + 8;
		return;
	}
	if (count == TD_MAX_RANGES) {
		channel->done.warned_range = 1;
		if (contended && td_job_is_systematic(&channel->job)) /* it would miss what comes of them */
			td_refuse("more than %u pieces of memory where threads meet", (uint64_t)TD_MAX_RANGES);
		return;
	}
	channel->ranges[count] = (struct td_range){start, start + 8, (uint64_t)contended};
	channel->range_count = count + 1;
}

void td_shadow_learn(uint64_t address)
{
	*td_shadow(address) |= TD_SHADOW_MANY;
	if (!td_module_has_constant(address))
		learn(address & ~7ull, 0);
}

void td_shadow_learn_contended(uint64_t address)
{
	uint16_t *entry = td_shadow(address);
	if ((*entry & (TD_SHADOW_CONTENDED | TD_SHADOW_MET)) || !td_channel->job.learn)
		return;
	*entry |= TD_SHADOW_MET;
	learn(address & ~7ull, 1);
}

int td_shadow_apply_learned(void)
{
	int new = in_force < td_channel->range_count;
	if (new)
		td_channel->done.first_fingerprint = td_channel->done.fingerprints;
	for (; in_force < td_channel->range_count; in_force++) {
		const struct td_range *range = &td_channel->ranges[in_force];
		td_shadow_mark(range->start, range->end, range->contended ? TD_SHADOW_SHARED | TD_SHADOW_CONTENDED : TD_SHADOW_SHARED, TD_SHADOW_MET);
		td_stack_learn(range->start, range->end);
	}
	return new;
}

void td_shadow_apply_ranges(void)
{
	in_force = 0;
	td_stack_forget();
	td_shadow_apply_learned();
}

void td_shadow_forget_ranges(void)
{
	if (td_channel->range_count >= in_force)
		return;
	/* The list was emptied: what was in force is not known any more, so look at every leaf. */
	for (uint64_t i = 0; i < 1ull << (47 - TD_SHADOW_LEAF_BITS); i++)
		if (td_shadow_top[i])
			td_plain_set(td_shadow_top[i], 0, sizeof **td_shadow_top << (TD_SHADOW_LEAF_BITS - 3));
	td_shadow_apply_ranges();
}
