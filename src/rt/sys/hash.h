/* Hashes of words and of memory: for fingerprints, for the states of threads and for looking things up. */
#ifndef TD_RT_HASH_H
#define TD_RT_HASH_H

#include <stdint.h>

/* The two are often almost the same (a thread meets what it did itself), so they must not cancel each other. */
static inline uint64_t td_mix(uint64_t a, uint64_t b)
{
	uint64_t x = (a ^ a >> 29) * 0x9e3779b97f4a7c15ull + (b ^ b >> 31) * 0xbf58476d1ce4e5b9ull;
	x = (x ^ x >> 32) * 0xd6e8feb86659fd93ull;
	return x ^ x >> 29;
}

extern uint64_t td_hashed_words; /* by td_hash_words, since the process began */

/* Of memory, in whole words. */
uint64_t td_hash_words(uint64_t hash, uint64_t from, uint64_t to);

#endif
