#include "lineage.h"

#include "fiber.h"
#include "rt/sys.h"

/* Shared with forked children. */
struct names {
	uint32_t lock;
	uint32_t count;
	uint64_t lineages[TD_MAX_THREADS];
};

static struct names TD_STATE *names;

void td_lineage_setup(void)
{
	names = td_pool_table(sizeof *names);
}

void td_lineage_reset(void)
{
	names->count = 0;
}

int td_lineage_is_kept(void)
{
	return td_job_is_systematic(&td_channel->job);
}

uint64_t td_lineage_of_child(const struct td_fiber *creator)
{
	if (creator && creator->id)
		td_channel->done.incomparable = 1;
	return creator ? td_mix(creator->origin.lineage, creator->counts.children + 1) : 1;
}

static uint32_t find_or_add(uint64_t lineage)
{
	for (uint32_t i = 0; i < names->count; i++)
		if (names->lineages[i] == lineage)
			return i;
	if (names->count == TD_MAX_THREADS)
		return TD_MAX_THREADS;
	names->lineages[names->count] = lineage;
	return names->count++;
}

uint32_t td_lineage_number(uint64_t lineage)
{
	if (!td_lineage_is_kept())
		return td_fiber_count;
	td_spin_lock(&names->lock);
	uint32_t number = find_or_add(lineage);
	td_spin_unlock(&names->lock);
	if (number == TD_MAX_THREADS)
		td_refuse("more than %u threads in a systematic search", (uint64_t)TD_MAX_THREADS);
	return number;
}
