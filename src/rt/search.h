/* The door of search: every order that matters, exactly once.
 *
 * dpor/ is optimal dynamic partial-order reduction, rf/ is the search by reads-from.  Both are told of events by strategies
 * (engine/strategies.c) and give the next execution. */
#ifndef TD_RT_SEARCH_DOOR_H
#define TD_RT_SEARCH_DOOR_H

#include "rt/search/dpor/dependence.h"
#include "rt/search/dpor/search.h"
#include "rt/search/dpor/symmetry.h"
#include "rt/search/rf/readsfrom.h"
#include "rt/search/rf/readsfrom_print.h"

#endif
