#include "gaps.h"

#include "base/base.h"

const char *td_gap_name(enum td_gap gap)
{
	static const char *const names[TD_GAPS] = {
		[TD_GAP_SPURIOUS] = "spurious", [TD_GAP_MEMORY_ORDER] = "memory-order"};

	return names[gap];
}

char *td_gap_words(const struct td_summary *summary, enum td_gap gap)
{
	if (summary->verdict != TD_COMPLETE)
		return NULL;
	if (gap == TD_GAP_SPURIOUS)
		return summary->waited ? td_strdup("spurious wake-ups were not tried (--spurious)") : NULL;
	if (!summary->weak_atomics)
		return NULL;
	return td_format("%u %s explored as sequentially consistent", summary->weak_atomics,
			 td_counted(summary->weak_atomics, "atomic weaker than seq_cst was",
				    "atomics weaker than seq_cst were"));
}
