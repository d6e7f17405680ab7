/* The reductions of --reduce: which orders that differ count as one (enum td_reduce). */
#ifndef TD_EXPLORE_REDUCE_H
#define TD_EXPLORE_REDUCE_H

#include "wire/channel.h"

/* pv, adds, same, symmetry, spins, or several of them with commas.  Ends with usage() on anything else. */
uint8_t td_reduce_parse(const char *text);

/* Whether symmetry applies to the program, as a sentence; the caller frees it. */
char *td_symmetry_words(const struct td_channel *channel);

#endif
