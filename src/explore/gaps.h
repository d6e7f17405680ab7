/* What a complete search has not tried, because it was not asked to or Treadle cannot.  It is said each time, as short
 * as can be: `complete` must not promise more than it holds. */
#ifndef TD_EXPLORE_GAPS_H
#define TD_EXPLORE_GAPS_H

#include "explore.h"

enum td_gap { TD_GAP_SPURIOUS, TD_GAP_MEMORY_ORDER, TD_GAPS };

/* NULL if there is no such gap; to be freed. */
char *td_gap_words(const struct td_summary *summary, enum td_gap gap);

const char *td_gap_name(enum td_gap gap); /* a word, for other programs */

#endif
