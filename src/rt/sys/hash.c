#include "hash.h"

#include "os.h"

uint64_t TD_STATE td_hashed_words;

/* A word has to wait for the hash of the one before it, so there are four of them side by side: stacks with a buffer of some
 * kilobytes are common. */
uint64_t td_hash_words(uint64_t hash, uint64_t from, uint64_t to)
{
	enum { LANES = 4 };
	uint64_t lanes[LANES] = {hash, hash + 1, hash + 2, hash + 3};
	const uint64_t *at = (const uint64_t *)((from + 7) & ~7ull), *end = (const uint64_t *)(to & ~7ull);
	td_hashed_words += at < end ? (uint64_t)(end - at) : 0;
	for (; at < end && end - at >= LANES; at += LANES)
		for (uint32_t i = 0; i < LANES; i++) {
			uint64_t x = (lanes[i] ^ at[i]) * 0x9e3779b97f4a7c15ull;
			lanes[i] = x ^ x >> 32;
		}
	for (; at < end; at++)
		lanes[0] = td_mix(lanes[0], *at);
	return td_mix(td_mix(lanes[0], lanes[1]), td_mix(lanes[2], lanes[3]));
}
