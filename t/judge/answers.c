/* What functions outside say. */
#include "world.h"

static unsigned site_of(unsigned long key)
{
	unsigned i = (unsigned)(key * 0x9e3779b97f4a7c15UL >> 56) % SITES;
	for (int tries = 0; tries < SITES && judge_outcome->sites[i] && judge_outcome->sites[i] != key; tries++)
		i = (i + 1) % SITES;
	judge_outcome->sites[i] = key;
	return i;
}

long judge_answer_at(unsigned long who, const void *where, int part)
{
	unsigned long place = judge_habits.by_site ? (unsigned long)where - judge_program : who;
	const struct answer *answer = &judge_habits.answers[site_of(place + (unsigned long)part * 0x10001 + 1)];
	judge_linger();
	judge_step();
	if (answer->kind == VARYING || (answer->kind == MOSTLY && judge_below(8) == 0))
		return judge_any_answer();
	return answer->value;
}
