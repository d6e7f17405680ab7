#include "weak.h"

#include "rt/sys.h"
#include "wire/channel.h"

/* Nearly always it is where it is looked for first. */
void td_weak_atomic_at(uint64_t pc)
{
	uint64_t *table = td_channel->weak_atomics;
	uint32_t at = (uint32_t)(pc * 0x9e3779b97f4a7c15ull >> 52) % TD_MAX_WEAK;
	while (table[at] && table[at] != pc)
		at = (at + 1) % TD_MAX_WEAK;
	if (table[at] || td_channel->weak_count == TD_MAX_WEAK / 2)
		return;
	table[at] = pc;
	td_channel->weak_count++;
}
