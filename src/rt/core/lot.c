#include "lot.h"

#include "rt/sys.h"

static uint64_t TD_EXECUTION state;

void td_lot_begin(uint64_t seed, uint64_t number)
{
	state = seed * 0xd1342543de82ef95ull + number * 0x2545f4914f6cdd1dull;
	td_lot();
}

/* splitmix64: every state is a good one, so seeds need no warming up. */
uint64_t td_lot(void)
{
	uint64_t x = state += 0x9e3779b97f4a7c15ull;
	x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ull;
	x = (x ^ x >> 27) * 0x94d049bb133111ebull;
	return x ^ x >> 31;
}

uint32_t td_lot_below(uint32_t n)
{
	return (uint32_t)((td_lot() >> 32) * n >> 32);
}
