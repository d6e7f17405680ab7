#include "turns.h"

#include "dependence.h"
#include "rt/state.h"
#include "rt/sys.h"

/* Found when they are first asked for, which most executions do not. */
static uint32_t TD_STATE *steps;                           /* of one thread behind those of another */
static uint32_t TD_STATE begins[TD_SEARCH_THREADS + 1];    /* where those of each thread begin; and the end */
static uint32_t TD_STATE execution_length;
static uint8_t TD_STATE are_known;

void td_turns_begin(uint32_t length)
{
	execution_length = length;
	are_known = 0;
}

static uint32_t thread_of(uint32_t step)
{
	return td_search_step(step)->thread % TD_SEARCH_THREADS;
}

static void find_all(void)
{
	uint32_t counts[TD_SEARCH_THREADS] = {0}, filled[TD_SEARCH_THREADS];
	if (!steps)
		steps = td_map((uint64_t)TD_MAX_SEGMENTS * sizeof *steps);
	for (uint32_t i = 0; i < execution_length; i++)
		counts[thread_of(i)]++;
	for (uint32_t t = 0; t < TD_SEARCH_THREADS; t++) {
		filled[t] = begins[t];
		begins[t + 1] = begins[t] + counts[t];
	}
	for (uint32_t i = 0; i < execution_length; i++)
		steps[filled[thread_of(i)]++] = i;
	are_known = 1;
}

struct td_turns td_turns_from(uint32_t thread, uint32_t step)
{
	if (!are_known)
		find_all();
	uint32_t low = begins[thread], end = begins[thread + 1], high = end;
	while (low < high) {
		uint32_t middle = low + (high - low) / 2;
		if (steps[middle] < step)
			low = middle + 1;
		else
			high = middle;
	}
	return (struct td_turns){steps + low, steps + end};
}
