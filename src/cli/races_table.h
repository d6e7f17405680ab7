/* The end of `treadle races`: how each shared place of the program is accessed. */
#ifndef TD_CLI_RACES_TABLE_H
#define TD_CLI_RACES_TABLE_H

#include "explore/race_places.h"

void td_races_table_print(const struct td_race_places *places);

#endif
